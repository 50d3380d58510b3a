import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { joinFloats } from '../../audio/join-floats.js';
import { melEnergyFloor } from '../../features/fbank.js';
import { logSoftmaxRows } from '../log-softmax.js';
import { type AcousticState, NetworkStates, type StreamState } from './network-states.js';

/** A chunk of one stream; as a trial it leaves the stream's state where it is. */
export interface AcousticItem extends StreamState {
  /** Feature frames [T, featureDim]. */
  features: Float32Array;
}

/** Values that a network takes of one stream, and their shape. */
export interface NetworkInput {
  data: Float32Array;
  dims: readonly number[];
}

/** How a family of networks is driven. */
export interface AcousticLayout {
  sampleRateHz: number;
  featureDim: number;
  frameShiftMs: number;
  /** Feature frames per output frame. */
  subsampling: number;
  /** Feature frames that a run moves on. */
  chunkFrames: number;
  /**
   * A live stream also hears the chunk under way each time that so many more frames of it are there; nothing of that
   * lasts. @default 0, never
   */
  aheadFrames?: number;
  /** Feature frames that a run takes in: those of the chunk, and some after them that the next run sees again. */
  windowFrames: number;
  /** Whether every run takes exactly a window. Otherwise what is left at the end goes in one run. */
  isWindowFixed: boolean;
  /** Frames of quiet after the last sample that it takes to hear a word that ends with the recording to its end. */
  tailFrames: number;
  /** Frames of quiet that it should have heard before the first one, a multiple of {@link subsampling}. @default 0 */
  quietFrames?: number;
  /** Names of the units, blank first. */
  units: readonly string[];
  /** Whether feature frames are those of the filterbank, or the samples themselves. @default 'fbank' */
  frontEnd?: 'fbank' | 'samples';
  /**
   * Whether the network hears an utterance as a whole and has no states: nothing is run before its end, but where it is
   * longer than a chunk, which then ends where it is quietest, or where somebody asks how it reads so far.
   * @default false
   */
  isWhole?: boolean;
  /** Whether quick and slow speech is heard better with a shorter or longer frame shift. @default false */
  isRateAdaptive?: boolean;
  /** Name of the input for features. */
  input: string;
  /** What the network takes of one stream, and its shape. @default the features [T, featureDim] as they are */
  toInput?(features: Float32Array): NetworkInput;
  /** Name of an input [N, T] that is 1 where there is sound, if there is such. */
  mask?: string;
  /** Whether what comes out are logits that have yet to become log-probabilities. @default false */
  isLogits?: boolean;
  /** Output frame that is put in front of those of every run. @default none */
  frameBefore?: Float32Array;
  /** Name of the output [N, frames, {@link outputDim}]. */
  output: string;
  /** Values of an output frame: a log-probability for each unit, or as many as a transducer's joiner takes. */
  outputDim: number;
  /** Names of the inputs for states. */
  states: readonly string[];
}

/**
 * A streaming network with explicit states: features [N, T, D] and states in; [N, frames, outputDim] and the states as
 * `new_*` out. What comes out are log-probabilities of the units (CTC), or what the joiner of a transducer takes.
 */
export class AcousticModel {
  readonly sampleRateHz: number;
  readonly featureDim: number;
  readonly frameShiftMs: number;
  readonly subsampling: number;
  readonly chunkFrames: number;
  readonly aheadFrames: number;
  readonly windowFrames: number;
  readonly isWindowFixed: boolean;
  readonly tailFrames: number;
  readonly units: readonly string[];
  readonly outputDim: number;
  readonly frontEnd: 'fbank' | 'samples';
  readonly isWhole: boolean;
  readonly isRateAdaptive: boolean;
  private readonly states: NetworkStates;

  /** @throws RangeError that ends the sentence "it cannot be used, because ...". */
  constructor(
    private readonly session: InferenceSession,
    private readonly layout: AcousticLayout,
  ) {
    if (!session.inputNames.includes(layout.input)) throw new RangeError(`it has no ${layout.input}`);
    if (!session.outputNames.includes(layout.output)) throw new RangeError(`it has no ${layout.output}`);
    this.sampleRateHz = layout.sampleRateHz;
    this.featureDim = layout.featureDim;
    this.frameShiftMs = layout.frameShiftMs;
    this.subsampling = layout.subsampling;
    this.chunkFrames = layout.chunkFrames;
    this.aheadFrames = layout.aheadFrames ?? 0;
    this.windowFrames = layout.windowFrames;
    this.isWindowFixed = layout.isWindowFixed;
    this.tailFrames = layout.tailFrames;
    this.units = layout.units;
    this.outputDim = layout.outputDim;
    this.frontEnd = layout.frontEnd ?? 'fbank';
    this.isWhole = layout.isWhole ?? false;
    this.isRateAdaptive = layout.isRateAdaptive ?? false;
    this.states = new NetworkStates(session, layout.states);
  }

  /**
   * Lets every stream begin as if quiet had gone before, where the layout asks for it: training hardly knows recordings
   * whose first sample is speech. Of 200 `dev` utterances cut off where speech begins and ends 27.5 instead of 29.7 % of
   * the words are wrong; left as they are they come out alike.
   */
  async hearQuiet(): Promise<void> {
    const { quietFrames = 0 } = this.layout;
    if (quietFrames === 0) return;
    const state = this.states.create();
    const features = new Float32Array(quietFrames * this.featureDim).fill(Math.log(melEnergyFloor));
    await this.run([{ state, features }]);
    this.states.startFrom(state);
  }

  /** What the network remembers before the first chunk. */
  createState(): AcousticState {
    return this.states.create();
  }

  copyState(state: AcousticState): AcousticState {
    return this.states.copy(state);
  }

  /** Takes back a state that nothing uses any more. */
  releaseState(state: AcousticState): void {
    this.states.release(state);
  }

  /**
   * Runs chunks of several streams at once and moves their states on, in place, but for trials.
   *
   * @param items Chunks of one and the same number of frames: a window, or where that is not fixed any multiple of
   * {@link subsampling} below twice the long chunk.
   * @returns For each item what the network tells [frames, outputDim].
   */
  async run(items: readonly AcousticItem[]): Promise<Float32Array[]> {
    const { input, output, mask, isLogits, frameBefore } = this.layout;
    const count = items.length;
    const inputs = items.map(({ features }) => this.toInput(features));
    const [{ data, dims }] = inputs;
    const features = count === 1 ? data : joinFloats(inputs.map((one) => one.data));
    const feeds: Record<string, Tensor> = { [input]: new Tensor('float32', features, [count, ...dims]) };
    if (mask !== undefined) feeds[mask] = onesOf(count, items[0].features.length / this.featureDim);
    const fetches: Record<string, Tensor | null> = { [output]: null };
    const moveOn = this.states.bind(items, feeds, fetches);
    const { [output]: found } = await this.session.run(feeds, fetches);
    moveOn();
    const values = found.data as Float32Array;
    if (isLogits) logSoftmaxRows(values, this.outputDim);
    const parts = split(values, count);
    return frameBefore ? parts.map((part) => joinFloats([frameBefore, part])) : parts;
  }

  /** Frees the network; nothing may run any more. */
  release(): Promise<void> {
    return this.session.release();
  }

  private toInput(features: Float32Array): NetworkInput {
    const { featureDim } = this;
    return (
      this.layout.toInput?.(features) ?? { data: features, dims: [features.length / featureDim, featureDim] }
    );
  }
}

function onesOf(rows: number, columns: number): Tensor {
  return new Tensor('int64', new BigInt64Array(rows * columns).fill(1n), [rows, columns]);
}

function split(data: Float32Array, count: number): Float32Array[] {
  const size = data.length / count;
  return Array.from({ length: count }, (_, index) => data.subarray(index * size, (index + 1) * size));
}
