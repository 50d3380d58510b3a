import type { AcousticModel } from './acoustic/acoustic-model.js';
import type { AcousticState } from './acoustic/network-states.js';
import type { Hypothesis, Word } from './hypothesis.js';
import { quietestPlace } from './quietest-place.js';
import type { Ending, UtteranceSearch } from './search/utterance-search.js';
import { SpeakingRate } from './speaking-rate.js';
import { type FeatureMark, StreamFeatures } from './stream-features.js';

/**
 * A network that hears utterances as a whole reads one again, for a partial result, when it has grown by this many
 * seconds and by this share: reading costs the more, the longer it is.
 */
const rereadSeconds = 0.5;
const rereadShare = 0.25;

/** What {@link RecogniserStream.tryEnd} keeps. */
interface Mark {
  /** Absent when a single chunk is to be tried: then the network's memory does not move on. */
  state: AcousticState | undefined;
  features: FeatureMark;
  search: unknown;
}

/** When a frame of the network's output begins, in seconds. */
export type SecondsAt = (outputFrame: number) => number;

/** A search, and what becomes of its results. */
export interface StreamSearch {
  search: UtteranceSearch;
  toHypotheses(count: number, secondsAt: SecondsAt): Promise<Hypothesis[]>;
  toPartial(secondsAt: SecondsAt): Pick<Hypothesis, 'text' | 'words'>;
}

/** What a stream needs of its recogniser. */
export interface StreamParts {
  acoustic: AcousticModel;
  /** Whether chunks are the network's long ones. */
  longChunks: boolean;
  /** A search that has heard nothing. */
  newSearch(): StreamSearch;
}

/**
 * One utterance on its way through the recogniser. Where chunks are cut depends on the sample position only, so that
 * the result does not depend on how the samples arrived.
 *
 * Whoever runs the network asks {@link isReady}, takes features with {@link takeChunk}, runs the network on them and on
 * {@link state} (together with those of other streams if their chunks are of equal length), shows the result to
 * {@link hear}, and brings it into {@link search}.
 */
export class RecogniserStream {
  private networkState: AcousticState;
  private searching: StreamSearch;
  private readonly features: StreamFeatures;
  /** While it is open how fast somebody speaks. */
  private rate: SpeakingRate | undefined;
  /** Feature frames that a chunk moves on, and that it takes in. */
  private readonly chunkFrames: number;
  private readonly windowFrames: number;
  /** How many of the frames that wait there were when they were last read as if nothing followed. */
  private readFrames = 0;
  private inputEnded = false;
  /** Of the chunks before the last one how many are still to be taken, once the input has ended. */
  private wholeChunks = 0;
  private partialHash: number | undefined;
  private latestPartial: Pick<Hypothesis, 'text' | 'words'> = { text: '', words: [] };
  private mark: Mark | undefined;

  constructor(private readonly parts: StreamParts) {
    const { acoustic } = parts;
    this.networkState = acoustic.createState();
    this.searching = parts.newSearch();
    if (acoustic.isRateAdaptive) this.rate = new SpeakingRate();
    this.chunkFrames = parts.longChunks ? acoustic.longChunkFrames : acoustic.chunkFrames;
    this.windowFrames = acoustic.windowFrames + this.chunkFrames - acoustic.chunkFrames;
    this.features = new StreamFeatures(acoustic, this.windowFrames);
  }

  /** Where what the network tells is brought to. */
  get search(): UtteranceSearch {
    return this.searching.search;
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
    return this.features.audioSeconds;
  }

  /** Takes mono samples at the model's rate, nominal range +-1; they are copied. */
  acceptWaveform(samples: Float32Array): void {
    this.features.acceptWaveform(samples);
  }

  /** Tells that the latest so many samples are no speech, loud as they may be. */
  ignoreLoudness(samples: number): void {
    this.features.ignoreLoudness(samples);
  }

  /** Tells that no more samples come; what is left becomes ready. */
  inputFinished(): void {
    if (!this.inputEnded) this.finishInput();
  }

  private finishInput(): void {
    this.endInput();
    this.features.finish();
    this.addTail();
  }

  /**
   * Takes notice of how fast somebody speaks. Where that is not as usual, the utterance is heard again from its
   * beginning with another frame shift, as soon as that is known.
   *
   * @param encoded What the network told of the latest chunk.
   * @returns Whether it belongs into the search: not where the stream has just begun anew.
   */
  hear(encoded: Float32Array): boolean {
    const { rate, features } = this;
    if (!rate || this.mark) return true;
    rate.accept(encoded, this.parts.acoustic.outputDim);
    if (rate.isWaiting) features.forgetQuiet();
    const { shiftShare } = rate;
    if (shiftShare === undefined) return true;
    this.rate = undefined;
    if (shiftShare === 1) {
      features.settle();
      return true;
    }
    this.startOver(shiftShare);
    return false;
  }

  private startOver(shiftShare: number): void {
    const { acoustic, newSearch } = this.parts;
    acoustic.releaseState(this.networkState);
    this.networkState = acoustic.createState();
    this.searching = newSearch();
    this.partialHash = undefined;
    this.features.startOver(shiftShare);
    if (this.inputEnded) this.finishInput();
  }

  /**
   * Lets the stream end here, to see how it would read: after this it is decoded and gives its {@link result} as after
   * {@link inputFinished}, until {@link undoEnd}. No samples may come in between.
   */
  tryEnd(): void {
    if (this.inputEnded) throw new Error('tryEnd after the end');
    const mark: Mark = {
      state: undefined,
      features: this.features.mark(),
      search: this.search.mark(),
    };
    this.readFrames = this.features.frames;
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
    this.features.restore(mark.features);
    this.search.rewind(mark.search);
  }

  /** What the words so far are as a whole sentence; undefined where no language model tells. */
  ending(): Ending | undefined {
    return this.search.ending();
  }

  /**
   * Seconds up to the end of the last frame in which the network heard a unit, 0 before the first; undefined where the
   * network hears nothing before the end.
   */
  get lastUnitSeconds(): number | undefined {
    if (this.parts.acoustic.isWhole) return undefined;
    const { lastUnitFrame } = this.search;
    return lastUnitFrame < 0 ? 0 : this.features.secondsAt(lastUnitFrame + 1);
  }

  /**
   * Whether a network that hears utterances as a whole should be asked how this one reads so far, with {@link tryEnd}.
   */
  get isReadingDue(): boolean {
    const { isWhole, sampleRateHz } = this.parts.acoustic;
    if (!isWhole || this.inputEnded) return false;
    const grown = this.features.frames - this.readFrames;
    return grown >= Math.max(rereadSeconds * sampleRateHz, rereadShare * this.readFrames);
  }

  /** Whoever takes chunks at once, and not after the end, has taken these. */
  private endInput(): void {
    this.inputEnded = true;
    this.wholeChunks = Math.floor(this.features.frames / this.chunkFrames);
  }

  /** Lets quiet follow what is left. */
  private addTail(): void {
    if (!this.features.isUnused) this.features.addQuiet(this.tailLength());
  }

  /** Frames to add to what is left, so that it can be taken in whole runs. */
  private tailLength(): number {
    const { subsampling, isWindowFixed, tailFrames } = this.parts.acoustic;
    const { chunkFrames, windowFrames } = this;
    const needed = this.features.frames + tailFrames;
    if (!isWindowFixed) return tailFrames + ((subsampling - (needed % subsampling)) % subsampling);
    // What a window only looks ahead to is not decoded: the last frames have to be in the chunk of the last one.
    this.wholeChunks = Math.ceil(needed / chunkFrames) - 1;
    return this.wholeChunks * chunkFrames + windowFrames - this.features.frames;
  }

  private readonly secondsAt: SecondsAt = (frame) => this.features.secondsAt(frame);

  /** Whether {@link takeChunk} has something to give. */
  get isReady(): boolean {
    return this.features.frames >= this.windowFrames || (this.inputEnded && this.features.frames > 0);
  }

  /** Whether all that the stream will ever see has been decoded. */
  get isFinished(): boolean {
    return this.inputEnded && this.features.frames === 0;
  }

  /** Features [T, featureDim] of the next chunk, T being `windowFrames`, and at the end all that is left. */
  takeChunk(): Float32Array {
    const { taken, done } = this.nextChunk();
    const chunk = this.features.take(taken, done);
    if (!this.mark) this.readFrames = 0;
    return chunk;
  }

  /** Feature frames that the next chunk takes in, and that it moves on. */
  private nextChunk(): { taken: number; done: number } {
    const { chunkFrames, windowFrames } = this;
    const pendingFrames = this.features.frames;
    const { isWhole, sampleRateHz } = this.parts.acoustic;
    // What is left at the end goes in one run: networks whose window is not fixed were trained on longer chunks, too.
    const isLast = this.inputEnded && (isWhole ? pendingFrames <= windowFrames : this.wholeChunks-- === 0);
    if (isLast) return { taken: pendingFrames, done: pendingFrames };
    if (!isWhole) return { taken: windowFrames, done: chunkFrames };
    const done = quietestPlace(this.features.first(windowFrames), sampleRateHz);
    return { taken: done, done };
  }

  /** The words so far. Cheap: nothing is done while the best reading stays the same. */
  partial(): Pick<Hypothesis, 'text' | 'words'> {
    const hash = this.search.partialHash();
    if (hash !== this.partialHash || this.latestPartial.text === '') {
      this.partialHash = hash;
      this.latestPartial = this.searching.toPartial(this.secondsAt);
    }
    return this.latestPartial;
  }

  /**
   * The n-best list of all that was decoded, best first; at least one entry, whose text is empty when nothing was said.
   *
   * @param count Most hypotheses. @default 10
   */
  async result(count = 10): Promise<Hypothesis[]> {
    const found = await this.searching.toHypotheses(count, this.secondsAt);
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
}

function clampTimes(word: Word, last: number) {
  word.end = Math.min(word.end, last);
  word.start = Math.min(word.start, word.end);
}
