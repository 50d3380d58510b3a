import type { AcousticState } from './acoustic/network-states.js';
import type { Hypothesis } from './hypothesis.js';
import { isRereadDue } from './is-reread-due.js';
import { quietestPlace } from './quietest-place.js';
import { lastUnitIn } from './search/heard-sound.js';
import type { Ending, UtteranceSearch } from './search/utterance-search.js';
import { SpeakingRate } from './speaking-rate.js';
import { StreamFeatures } from './stream-features.js';
import type { SecondsAt, StreamMark, StreamParts, StreamSearch } from './stream-parts.js';

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
  /** Output frames of the chunks that were taken. */
  private heardFrames = 0;
  /** How many of the frames of the chunk under way were heard ahead, and the last one of a unit in these, or -1. */
  private aheadFrames = 0;
  private aheadUnitFrame = -1;
  /** While it is open how fast somebody speaks. */
  private rate: SpeakingRate | undefined;
  /** How many of the frames that wait were there when they were last read as if nothing followed. */
  private readFrames = 0;
  private inputEnded = false;
  /** Of the chunks before the last one how many are still to be taken, once the input has ended. */
  private wholeChunks = 0;
  private partialHash: number | undefined;
  private latestPartial: Pick<Hypothesis, 'text' | 'words'> = { text: '', words: [] };
  private mark: StreamMark | undefined;

  constructor(private readonly parts: StreamParts) {
    const { acoustic } = parts;
    this.networkState = acoustic.createState();
    this.searching = parts.newSearch();
    if (acoustic.isRateAdaptive) this.rate = new SpeakingRate();
    this.features = new StreamFeatures(acoustic);
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
   * @returns Whether it belongs into the search: not where the stream begins anew, nor where no words are asked for.
   */
  hear(encoded: Float32Array): boolean {
    const { rate, features, mark } = this;
    const { outputDim } = this.parts.acoustic;
    if (mark?.isAhead) {
      const last = lastUnitIn(encoded, outputDim);
      this.aheadUnitFrame = last < 0 ? -1 : this.heardFrames + last;
      return mark.search !== undefined;
    }
    if (mark) return true;
    this.heardFrames += encoded.length / outputDim;
    if (!rate) return true;
    rate.accept(encoded, outputDim);
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
    this.heardFrames = 0;
    this.features.startOver(shiftShare);
    if (this.inputEnded) this.finishInput();
  }

  /**
   * Lets the stream end here, to see how it would read: after this it is decoded and gives its {@link result} as after
   * {@link inputFinished}, until {@link goOn}. No samples may come in between.
   */
  tryEnd(): void {
    const mark = this.newMark({ isAhead: false, words: true });
    this.readFrames = this.features.frames;
    this.endInput();
    this.addTail();
    if (this.wholeChunks > 0) mark.state = this.parts.acoustic.copyState(this.networkState);
    this.mark = mark;
  }

  /**
   * Lets the chunk under way be decoded before it is full, until {@link goOn}: its frames are heard again, and better,
   * with those that follow. No samples may come in between.
   *
   * @param words Whether {@link partial} is to tell them too, and not {@link lastUnitSeconds} alone.
   */
  tryAhead({ words }: { words: boolean }): void {
    this.mark = this.newMark({ isAhead: true, words });
    this.skipAhead();
  }

  /** Lets the chunk under way wait until it is full, or as much again has come. */
  skipAhead(): void {
    this.aheadFrames = this.features.frames;
  }

  private newMark({ isAhead, words }: { isAhead: boolean; words: boolean }): StreamMark {
    if (this.inputEnded || this.mark) throw new Error('nothing can be tried now');
    const search = words ? { mark: this.search.mark() } : undefined;
    return { state: undefined, features: this.features.mark(), search, isAhead };
  }

  /** Goes on from where {@link tryEnd} or {@link tryAhead} was called. */
  goOn(): void {
    const { mark } = this;
    if (!mark) throw new Error('nothing was tried');
    this.mark = undefined;
    this.inputEnded = false;
    if (mark.state) {
      this.parts.acoustic.releaseState(this.networkState);
      this.networkState = mark.state;
    }
    this.features.restore(mark.features);
    if (mark.search) this.search.rewind(mark.search.mark);
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
    const lastUnitFrame = Math.max(this.search.lastUnitFrame, this.aheadUnitFrame);
    return lastUnitFrame < 0 ? 0 : this.features.secondsAt(lastUnitFrame + 1);
  }

  /** Whether a network that hears utterances as a whole should read this one so far, with {@link tryEnd}. */
  get isReadingDue(): boolean {
    const { isWhole, sampleRateHz } = this.parts.acoustic;
    return isWhole && !this.inputEnded && isRereadDue(this.features.frames, this.readFrames, sampleRateHz);
  }

  /** Whether so much of a chunk waits that a live stream should hear it with {@link tryAhead}. */
  get isAheadDue(): boolean {
    const { aheadFrames } = this.parts.acoustic;
    return aheadFrames > 0 && !this.inputEnded && this.features.frames >= this.aheadFrames + aheadFrames;
  }

  /** Whoever takes chunks at once, and not after the end, has taken these. */
  private endInput(): void {
    this.inputEnded = true;
    this.wholeChunks = Math.floor(this.features.frames / this.parts.acoustic.chunkFrames);
  }

  /** Lets quiet follow what is left. */
  private addTail(): void {
    if (!this.features.isUnused) this.features.addQuiet(this.tailLength());
  }

  /** Frames to add to what is left, so that it can be taken in whole runs. */
  private tailLength(): number {
    const { subsampling, isWindowFixed, tailFrames, chunkFrames, windowFrames } = this.parts.acoustic;
    const needed = this.features.frames + tailFrames;
    if (!isWindowFixed) return tailFrames + ((subsampling - (needed % subsampling)) % subsampling);
    // What a window only looks ahead to is not decoded: the last frames have to be in the chunk of the last one.
    this.wholeChunks = Math.ceil(needed / chunkFrames) - 1;
    return this.wholeChunks * chunkFrames + windowFrames - this.features.frames;
  }

  private readonly secondsAt: SecondsAt = (frame) => this.features.secondsAt(frame);

  /** Whether {@link takeChunk} has something to give. */
  get isReady(): boolean {
    const { frames } = this.features;
    const { windowFrames, subsampling } = this.parts.acoustic;
    if (this.mark?.isAhead) return frames >= subsampling;
    return frames >= windowFrames || (this.inputEnded && frames > 0);
  }

  /** Whether all that the stream will ever see has been decoded. */
  get isFinished(): boolean {
    return this.inputEnded && this.features.frames === 0;
  }

  /** Features [T, featureDim] of the next chunk, T being `windowFrames`, and at the end all that is left. */
  takeChunk(): Float32Array {
    const { taken, done } = this.nextChunk();
    const chunk = this.features.take(taken, done);
    if (!this.mark) {
      this.readFrames = 0;
      this.aheadFrames = 0;
      this.aheadUnitFrame = -1;
    }
    return chunk;
  }

  /** Feature frames that the next chunk takes in, and that it moves on. */
  private nextChunk(): { taken: number; done: number } {
    const pendingFrames = this.features.frames;
    const { isWhole, sampleRateHz, subsampling, chunkFrames, windowFrames } = this.parts.acoustic;
    const whole = pendingFrames - (pendingFrames % subsampling);
    if (this.mark?.isAhead) return { taken: whole, done: whole };
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
   * @param count Most hypotheses. @default 10
   */
  result(count = 10): Promise<Hypothesis[]> {
    return this.searching.toHypotheses(count, this.secondsAt);
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
