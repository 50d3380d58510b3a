import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { EarshotError } from '../errors.js';
import type { LoadedModel } from '../inference/session.js';
import { joinFloats } from '../join-floats.js';

/** What the network remembers of one stream: one array per state input. */
export type AcousticState = Float32Array[];

export interface AcousticItem {
  state: AcousticState;
  /** Feature frames [T, featureDim]. */
  features: Float32Array;
  /** Whether {@link state} stays where it is: the chunk is only tried. @default false */
  isTrial?: boolean;
}

/** States of up to `count` streams one after the other, before and after a run. */
interface StateBuffers {
  count: number;
  before: Float32Array[];
  after: Float32Array[];
}

/**
 * A streaming CTC network with explicit states: `features` [N, T, D] and `state_*` [N, ...] in, `log_probs`
 * [N, T / subsampling, units] and `new_state_*` out. A fresh stream's states are zeros.
 */
export class AcousticModel {
  readonly sampleRateHz: number;
  readonly featureDim: number;
  readonly frameShiftMs: number;
  /** Feature frames per output frame. */
  readonly subsampling: number;
  /** Feature frames of a chunk as the network was trained to see them. */
  readonly chunkFrames: number;
  /** Names of the units, blank first, as far as the file tells them. */
  readonly units: readonly string[];
  private readonly session: InferenceSession;
  private readonly stateNames: string[];
  /** Shapes of the states without the stream axis. */
  private readonly stateShapes: number[][];
  /** Values of each state of one stream. */
  private readonly stateSizes: number[];
  /** Kept from run to run: a chunk's states are most of a megabyte, which the collector would be slow to notice. */
  private buffers: StateBuffers | undefined;
  /** Given back, for streams to come: the collector would let many megabytes of them lie about. */
  private readonly spareStates: AcousticState[] = [];

  /** @throws EarshotError `model_corrupt` when the file is not such a network. */
  constructor(loaded: Pick<LoadedModel, 'session' | 'metadata'>, label = 'acoustic.onnx') {
    const { session, metadata } = loaded;
    this.session = session;
    const fault = (reason: string) =>
      new EarshotError(
        'model_corrupt',
        `The model file ${label} is not a streaming CTC network of ours: ${reason}.`,
      );
    const number = (key: string) => {
      const value = Number(metadata.get(key));
      if (!Number.isInteger(value) || value <= 0) throw fault(`its metadata has no usable ${key}`);
      return value;
    };
    this.sampleRateHz = number('sample_rate');
    this.featureDim = number('feature_dim');
    this.frameShiftMs = number('frame_shift_ms');
    this.subsampling = number('subsampling');
    this.chunkFrames = number('chunk_frames');
    this.units = (metadata.get('units') ?? '').split(/[\s,]+/).filter(Boolean);
    this.stateNames = session.inputNames.filter((name) => name.startsWith('state_'));
    for (const name of ['features', 'log_probs', ...this.stateNames.map((state) => `new_${state}`)]) {
      const names = name === 'features' ? session.inputNames : session.outputNames;
      if (!names.includes(name)) throw fault(`it has no ${name}`);
    }
    this.stateShapes = this.stateNames.map((name) => {
      const input = session.inputMetadata.find((item) => item.name === name);
      const shape = input?.isTensor ? input.shape.slice(1) : [];
      if (!shape.every((size) => typeof size === 'number' && size > 0))
        throw fault(`the shape of ${name} is open`);
      return shape as number[];
    });
    this.stateSizes = this.stateShapes.map((shape) => shape.reduce((product, size) => product * size, 1));
  }

  /** What the network remembers before the first chunk. */
  createState(): AcousticState {
    const spare = this.spareStates.pop();
    for (const part of spare ?? []) part.fill(0);
    return spare ?? this.stateSizes.map((size) => new Float32Array(size));
  }

  copyState(state: AcousticState): AcousticState {
    const spare = this.spareStates.pop();
    spare?.forEach((part, index) => void part.set(state[index]));
    return spare ?? state.map((part) => part.slice());
  }

  /** Takes back a state that nothing uses any more. */
  releaseState(state: AcousticState): void {
    this.spareStates.push(state);
  }

  /**
   * Runs chunks of several streams at once and moves their states on, in place, but for trials.
   *
   * @param items Chunks of one and the same number of frames, a multiple of {@link subsampling}.
   * @returns For each item log-probabilities [T / subsampling, units].
   */
  async run(items: readonly AcousticItem[]): Promise<Float32Array[]> {
    const count = items.length;
    const frames = items[0].features.length / this.featureDim;
    const buffers = this.takeBuffers(count);
    const features = count === 1 ? items[0].features : joinFloats(items.map((item) => item.features));
    const feeds: Record<string, Tensor> = {
      features: new Tensor('float32', features, [count, frames, this.featureDim]),
    };
    const fetches: Record<string, Tensor | null> = { log_probs: null };
    this.stateNames.forEach((name, index) => {
      const shape = [count, ...this.stateShapes[index]];
      const size = this.stateSizes[index];
      const before = count === 1 ? items[0].state[index] : buffers.before[index].subarray(0, count * size);
      if (count > 1) items.forEach(({ state }, at) => void before.set(state[index], at * size));
      feeds[name] = new Tensor('float32', before, shape);
      fetches[`new_${name}`] = new Tensor('float32', buffers.after[index].subarray(0, count * size), shape);
    });
    const { log_probs: logProbs } = await this.session.run(feeds, fetches);
    this.stateSizes.forEach((size, index) => {
      const after = buffers.after[index];
      items.forEach(({ state, isTrial }, at) => {
        if (!isTrial) state[index].set(after.subarray(at * size, (at + 1) * size));
      });
    });
    this.buffers = buffers;
    return split(logProbs, count);
  }

  /** Room for the states of `count` streams; whoever runs meanwhile gets room of its own. */
  private takeBuffers(count: number): StateBuffers {
    const { buffers } = this;
    this.buffers = undefined;
    if (buffers && buffers.count >= count) return buffers;
    const room = () => this.stateSizes.map((size) => new Float32Array(count * size));
    return { count, before: count === 1 ? [] : room(), after: room() };
  }
}

function split(tensor: Tensor, count: number): Float32Array[] {
  const data = tensor.data as Float32Array;
  const size = data.length / count;
  return Array.from({ length: count }, (_, index) => data.subarray(index * size, (index + 1) * size));
}
