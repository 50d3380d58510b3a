import { type InferenceSession, Tensor } from 'onnxruntime-node';

type StateArray = Float32Array | Int16Array | BigInt64Array;

/** What the network remembers of one stream: one array per state input. */
export type AcousticState = StateArray[];

/** What a run is given of one stream. */
export interface StreamState {
  state: AcousticState;
  /** Whether the state stays where it is. @default false */
  isTrial?: boolean;
}

/** One state of the network. Its axis of streams may be any; what stands before that axis is `outer` rows. */
interface StateShape {
  name: string;
  type: keyof typeof arrayOf;
  /** With any number at {@link axis}. */
  dims: number[];
  axis: number;
  outer: number;
  /** Values behind the axis of streams. */
  inner: number;
  /** Values of one stream. */
  size: number;
}

/** States of up to `count` streams together, before and after a run. */
interface StateBuffers {
  count: number;
  before: StateArray[];
  after: StateArray[];
}

/**
 * Most states that are kept for streams to come. Four streams share a run on a processor, and each has a second state
 * while its end is tried; a crowd that has gone gives its memory back.
 */
const mostSpare = 8;

/**
 * The explicit states of a streaming network: every input `x` among them has an output `new_x`. Fresh ones are zeros, or
 * what {@link startFrom} was given.
 */
export class NetworkStates {
  private readonly shapes: StateShape[];
  /** Kept from run to run: a chunk's states are most of a megabyte, which the collector would be slow to notice. */
  private buffers: StateBuffers | undefined;
  /** Given back, for streams to come: the collector would let many megabytes of them lie about. */
  private readonly spare: AcousticState[] = [];
  private first: AcousticState | undefined;

  /** @throws RangeError that ends the sentence "it cannot be used, because ...". */
  constructor(session: InferenceSession, names: readonly string[]) {
    this.shapes = names.map((name) => {
      if (!session.outputNames.includes(`new_${name}`)) throw new RangeError(`it has no new_${name}`);
      return shapeOf(session, name);
    });
  }

  /** What the network remembers before the first chunk. */
  create(): AcousticState {
    if (this.first) return this.copy(this.first);
    const spare = this.spare.pop();
    for (const part of spare ?? []) part instanceof BigInt64Array ? part.fill(0n) : part.fill(0);
    return spare ?? this.shapes.map((shape) => room(shape, 1));
  }

  /** Every fresh state is a copy of this one from now on. */
  startFrom(state: AcousticState): void {
    this.first = state;
  }

  copy(state: AcousticState): AcousticState {
    const spare = this.spare.pop();
    spare?.forEach((part, index) => {
      put(state[index], part, 0);
    });
    return spare ?? state.map((part) => part.slice());
  }

  /** Takes back a state that nothing uses any more; a second time, or with nothing in it, that is no fault. */
  release(state: AcousticState): void {
    const isOver = state.length !== this.shapes.length || this.spare.includes(state);
    if (!isOver && this.spare.length < mostSpare) this.spare.push(state);
  }

  /**
   * Adds the states of the streams of a run to its inputs and outputs.
   *
   * @returns To be called after the run: moves the states on, in place, but for trials.
   */
  bind(
    streams: readonly StreamState[],
    feeds: Record<string, Tensor>,
    fetches: Record<string, Tensor | null>,
  ): () => void {
    const count = streams.length;
    const buffers = this.takeBuffers(count);
    this.shapes.forEach((shape, index) => {
      const { name, type, dims, axis, size } = shape;
      dims[axis] = count;
      const before = count === 1 ? streams[0].state[index] : buffers.before[index].subarray(0, count * size);
      if (count > 1) {
        streams.forEach(({ state }, stream) => {
          gather(state[index], before, shape, stream, count);
        });
      }
      feeds[name] = new Tensor(type, before, [...dims]);
      fetches[`new_${name}`] = new Tensor(type, buffers.after[index].subarray(0, count * size), [...dims]);
    });
    return () => {
      this.shapes.forEach((shape, index) => {
        streams.forEach(({ state, isTrial }, stream) => {
          if (!isTrial) scatter(buffers.after[index], state[index], shape, stream, count);
        });
      });
      this.buffers = buffers;
    };
  }

  /** Room for the states of `count` streams; whoever runs meanwhile gets room of its own. */
  private takeBuffers(count: number): StateBuffers {
    const { buffers } = this;
    this.buffers = undefined;
    if (buffers && buffers.count >= count) return buffers;
    const all = () => this.shapes.map((shape) => room(shape, count));
    return { count, before: count === 1 ? [] : all(), after: all() };
  }
}

const arrayOf = { float32: Float32Array, int16: Int16Array, int64: BigInt64Array };

function shapeOf(session: InferenceSession, name: string): StateShape {
  const input = session.inputMetadata.find((item) => item.name === name);
  if (!input?.isTensor || !isKnownType(input.type))
    throw new RangeError(`${name} is of none of ${Object.keys(arrayOf).join(', ')}`);
  const axis = input.shape.findIndex((size) => typeof size !== 'number');
  const dims = input.shape.map((size, at) => (at === axis ? 1 : Number(size)));
  if (axis < 0) throw new RangeError(`${name} has no open axis, so that streams cannot share a run`);
  if (!dims.every((size) => size > 0)) throw new RangeError(`the shape of ${name} is open`);
  const product = (sizes: number[]) => sizes.reduce((all, size) => all * size, 1);
  const outer = product(dims.slice(0, axis));
  const inner = product(dims.slice(axis + 1));
  return { name, type: input.type, dims, axis, outer, inner, size: outer * inner };
}

function isKnownType(type: string): type is keyof typeof arrayOf {
  return type in arrayOf;
}

function room({ type, size }: StateShape, count: number): StateArray {
  return new arrayOf[type](count * size);
}

/** Puts the state of one stream in its place among those of all. */
function gather(
  from: StateArray,
  into: StateArray,
  { outer, inner }: StateShape,
  stream: number,
  count: number,
) {
  if (outer === 1) return put(from, into, stream * inner);
  for (let row = 0; row < outer; row++)
    put(from.subarray(row * inner, (row + 1) * inner), into, (row * count + stream) * inner);
}

/** Takes the state of one stream out of those of all. */
function scatter(
  from: StateArray,
  into: StateArray,
  { outer, inner }: StateShape,
  stream: number,
  count: number,
) {
  for (let row = 0; row < outer; row++) {
    const at = (row * count + stream) * inner;
    put(from.subarray(at, at + inner), into, row * inner);
  }
}

/** Both arrays are of the state's type. */
function put(from: StateArray, into: StateArray, at: number) {
  (into as Float32Array).set(from as Float32Array, at);
}
