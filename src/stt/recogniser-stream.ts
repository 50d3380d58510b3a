import { Fbank } from '../features/fbank.js';
import { deepEnergyFloor, QuietLift } from '../features/quiet-lift.js';
import type { AcousticModel } from './acoustic/acoustic-model.js';
import type { AcousticState } from './acoustic/network-states.js';
import type { Hypothesis, Word } from './hypothesis.js';
import type { UtteranceSearch } from './search/utterance-search.js';

/** Over how many of the last feature frames the quiet is looked for. */
const quietFrames = 100;

/** What {@link RecogniserStream.tryEnd} keeps. */
interface Mark {
  /** Absent when a single chunk is to be tried: then the network's memory does not move on. */
  state: AcousticState | undefined;
  pending: Float32Array;
  lift: QuietLift;
  search: unknown;
}

/** What a stream needs of its recogniser. */
export interface StreamParts {
  acoustic: AcousticModel;
  search: UtteranceSearch;
  /** Whether chunks are the network's long ones. */
  longChunks: boolean;
  toHypotheses(search: UtteranceSearch, count: number): Promise<Hypothesis[]>;
  toPartial(search: UtteranceSearch): Pick<Hypothesis, 'text' | 'words'>;
}

/**
 * One utterance on its way through the recogniser. Where chunks are cut depends on the sample position only, so that
 * the result does not depend on how the samples arrived.
 *
 * Whoever runs the network asks {@link isReady}, takes features with {@link takeChunk}, runs the network on them and on
 * {@link state} (together with those of other streams if their chunks are of equal length), and brings the result into
 * {@link search}.
 */
export class RecogniserStream {
  private networkState: AcousticState;
  private readonly fbank: Fbank;
  private lift: QuietLift;
  private readonly featureDim: number;
  /** Feature frames that a chunk moves on, and that it takes in. */
  private readonly chunkFrames: number;
  private readonly windowFrames: number;
  /** Feature frames that no chunk has taken yet. */
  private pending: Float32Array;
  private pendingFrames = 0;
  private inputEnded = false;
  /** Of the chunks before the last one how many are still to be taken, once the input has ended. */
  private wholeChunks = 0;
  private samples = 0;
  private partialHash: number | undefined;
  private latestPartial: Pick<Hypothesis, 'text' | 'words'> = { text: '', words: [] };
  /** The last feature frames in a ring, for the quiet after the end. */
  private readonly recent: Float32Array;
  private recentFrames = 0;
  private mark: Mark | undefined;

  constructor(private readonly parts: StreamParts) {
    const { acoustic } = parts;
    const { sampleRateHz, featureDim } = acoustic;
    this.featureDim = featureDim;
    this.fbank = new Fbank({ sampleRateHz, numBins: featureDim, energyFloor: deepEnergyFloor });
    this.lift = new QuietLift(featureDim);
    this.networkState = acoustic.createState();
    this.chunkFrames = parts.longChunks ? acoustic.longChunkFrames : acoustic.chunkFrames;
    this.windowFrames = acoustic.windowFrames + this.chunkFrames - acoustic.chunkFrames;
    this.pending = new Float32Array(this.windowFrames * 2 * this.featureDim);
    this.recent = new Float32Array(quietFrames * this.featureDim);
  }

  /** Where what the network tells is brought to. */
  get search(): UtteranceSearch {
    return this.parts.search;
  }

  /** The network's memory of this stream. */
  get state(): AcousticState {
    return this.networkState;
  }

  /** Whether the chunk that is taken next must leave {@link state} as it is. */
  get isTrial(): boolean {
    return this.mark !== undefined && this.mark.state === undefined;
  }

  /** Seconds of audio taken in. */
  get audioSeconds(): number {
    return this.samples / this.parts.acoustic.sampleRateHz;
  }

  /** Takes mono samples at the model's rate, nominal range +-1; they are copied. */
  acceptWaveform(samples: Float32Array): void {
    this.samples += samples.length;
    this.fbank.acceptWaveform(samples);
    this.readFeatures();
  }

  /** Tells that no more samples come; what is left becomes ready. */
  inputFinished(): void {
    if (this.inputEnded) return;
    this.endInput();
    this.fbank.finish();
    this.readFeatures();
    this.addTail();
  }

  /**
   * Lets the stream end here, to see how it would read: after this it is decoded and gives its {@link result} as after
   * {@link inputFinished}, until {@link undoEnd}. No samples may come in between.
   */
  tryEnd(): void {
    if (this.inputEnded) throw new Error('tryEnd after the end');
    const mark: Mark = {
      state: undefined,
      pending: this.pending.slice(0, this.pendingFrames * this.featureDim),
      lift: this.lift.copy(),
      search: this.parts.search.mark(),
    };
    this.endInput();
    this.addTail();
    if (this.wholeChunks > 0) mark.state = this.parts.acoustic.copyState(this.networkState);
    this.mark = mark;
  }

  /** Goes on from where {@link tryEnd} was called. */
  undoEnd(): void {
    const { mark } = this;
    if (!mark) throw new Error('undoEnd without tryEnd');
    this.mark = undefined;
    this.inputEnded = false;
    if (mark.state) {
      this.parts.acoustic.releaseState(this.networkState);
      this.networkState = mark.state;
    }
    this.pending.set(mark.pending);
    this.pendingFrames = mark.pending.length / this.featureDim;
    this.lift = mark.lift;
    this.parts.search.rewind(mark.search);
  }

  /** ln P that nothing follows the words so far. */
  endLogProb(): number {
    return this.parts.search.endLogProb();
  }

  /** Seconds up to the end of the last frame in which the network heard a unit; 0 before the first. */
  get lastUnitSeconds(): number {
    const { subsampling, frameShiftMs } = this.parts.acoustic;
    return ((this.parts.search.lastUnitFrame + 1) * subsampling * frameShiftMs) / 1000;
  }

  /** Whoever takes chunks at once, and not after the end, has taken these. */
  private endInput(): void {
    this.inputEnded = true;
    this.wholeChunks = Math.floor(this.pendingFrames / this.chunkFrames);
  }

  private addTail(): void {
    if (this.recentFrames === 0) return;
    const frames = this.tailLength();
    this.reserve(frames);
    const quiet = this.quietestFrame();
    for (let frame = 0; frame < frames; frame++)
      this.pending.set(quiet, this.pendingFrames++ * this.featureDim);
  }

  /** Frames to add to what is left, so that it can be taken in whole runs. */
  private tailLength(): number {
    const { subsampling, isWindowFixed, tailFrames } = this.parts.acoustic;
    const { chunkFrames, windowFrames } = this;
    const needed = this.pendingFrames + tailFrames;
    if (!isWindowFixed) return tailFrames + ((subsampling - (needed % subsampling)) % subsampling);
    // What a window only looks ahead to is not decoded: the last frames have to be in the chunk of the last one.
    this.wholeChunks = Math.ceil(needed / chunkFrames) - 1;
    return this.wholeChunks * chunkFrames + windowFrames - this.pendingFrames;
  }

  /** Whether {@link takeChunk} has something to give. */
  get isReady(): boolean {
    return this.pendingFrames >= this.windowFrames || (this.inputEnded && this.pendingFrames > 0);
  }

  /** Whether all that the stream will ever see has been decoded. */
  get isFinished(): boolean {
    return this.inputEnded && this.pendingFrames === 0;
  }

  /** Features [T, featureDim] of the next chunk, T being `windowFrames`, and at the end all that is left. */
  takeChunk(): Float32Array {
    const { chunkFrames, windowFrames } = this;
    // What is left at the end goes in one run: networks whose window is not fixed were trained on longer chunks, too.
    const isLast = this.inputEnded && this.wholeChunks-- === 0;
    const chunk = this.pending.slice(0, (isLast ? this.pendingFrames : windowFrames) * this.featureDim);
    const done = isLast ? this.pendingFrames : chunkFrames;
    this.lift.apply(chunk, done);
    this.pending.copyWithin(0, done * this.featureDim, this.pendingFrames * this.featureDim);
    this.pendingFrames -= done;
    return chunk;
  }

  /** The words so far. Cheap: nothing is done while the best reading stays the same. */
  partial(): Pick<Hypothesis, 'text' | 'words'> {
    const hash = this.parts.search.partialHash();
    if (hash !== this.partialHash || this.latestPartial.text === '') {
      this.partialHash = hash;
      this.latestPartial = this.parts.toPartial(this.parts.search);
    }
    return this.latestPartial;
  }

  /**
   * The n-best list of all that was decoded, best first; at least one entry, whose text is empty when nothing was said.
   *
   * @param count Most hypotheses. @default 10
   */
  async result(count = 10): Promise<Hypothesis[]> {
    const found = await this.parts.toHypotheses(this.parts.search, count);
    const last = this.audioSeconds;
    for (const hypothesis of found) for (const word of hypothesis.words) clampTimes(word, last);
    return found;
  }

  /** Gives back what the network remembered; the stream is of no use any more. No run of the network may be under way. */
  release(): void {
    const { acoustic } = this.parts;
    acoustic.releaseState(this.networkState);
    if (this.mark?.state) acoustic.releaseState(this.mark.state);
    this.networkState = [];
    this.mark = undefined;
  }

  private readFeatures(): void {
    const ready = this.fbank.numFramesReady;
    if (ready <= 0) return;
    this.reserve(ready);
    const from = this.pendingFrames * this.featureDim;
    const count = this.fbank.read(
      this.pending.subarray(0, (this.pendingFrames + ready) * this.featureDim),
      from,
    );
    for (let frame = Math.max(0, count - quietFrames); frame < count; frame++) {
      const at = from + frame * this.featureDim;
      const slot = this.recentFrames++ % quietFrames;
      this.recent.set(this.pending.subarray(at, at + this.featureDim), slot * this.featureDim);
    }
    this.pendingFrames += count;
  }

  /** The least of each filter over the last second. */
  private quietestFrame(): Float32Array {
    const quiet = this.recent.slice(0, this.featureDim);
    const frames = Math.min(this.recentFrames, quietFrames);
    for (let frame = 1; frame < frames; frame++) {
      for (let bin = 0; bin < this.featureDim; bin++) {
        quiet[bin] = Math.min(quiet[bin], this.recent[frame * this.featureDim + bin]);
      }
    }
    return quiet;
  }

  private reserve(frames: number): void {
    const needed = (this.pendingFrames + frames) * this.featureDim;
    if (needed <= this.pending.length) return;
    const larger = new Float32Array(2 ** Math.ceil(Math.log2(needed)));
    larger.set(this.pending.subarray(0, this.pendingFrames * this.featureDim));
    this.pending = larger;
  }
}

function clampTimes(word: Word, last: number) {
  word.end = Math.min(word.end, last);
  word.start = Math.min(word.start, word.end);
}
