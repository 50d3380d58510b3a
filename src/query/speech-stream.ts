import type { MicroBatcher } from '../inference/micro-batcher.js';
import type { PinContext } from '../inference/worker-host.js';
import type { Completeness } from '../nlu/understanding.js';
import { surenessOf } from '../stt/confidence.js';
import type { Hypothesis, Word } from '../stt/hypothesis.js';
import type { RecogniserStream } from '../stt/recogniser-stream.js';
import type { EndpointEvent, Endpointer } from '../vad/endpointer.js';
import { outlookOf } from '../vad/patience.js';
import { type VadFrame, type VadStream, vadFrameSamples, vadSampleRateHz } from '../vad/vad-stream.js';
import type { SpeechContract } from './speech-messages.js';
import type { Transcript } from './transcriber.js';

export interface SpeechStreamParts {
  vad: VadStream;
  endpointer: Endpointer;
  recogniser: RecogniserStream;
  /** Runs the network for all streams of the worker that are ready together. */
  decoder: MicroBatcher<RecogniserStream, undefined>;
  isEndpointed: boolean;
  /** Whether somebody answers `pause` events with {@link SpeechStream.judge}. */
  isJudged: boolean;
  wantsPartials: boolean;
  speechGate: boolean;
}

/** Detector frames without silence after which speech is taken to go on. */
const goesOnAfterFrames = 6;

/**
 * One utterance inside a speech worker: voice activity, end of speech and recognition, advanced together one detector
 * frame at a time. What is decided where depends on sample positions alone, so a recording gives the same text at any
 * speed and however it is cut.
 */
export class SpeechStream {
  readonly #parts: SpeechStreamParts;
  readonly #emit: PinContext<SpeechContract>['emit'];
  readonly #frame = new Float32Array(vadFrameSamples);
  #filled = 0;
  #samplesTaken = 0;
  #partialText = '';
  /** Words of the latest reading of an utterance that is heard as a whole. */
  #latestReading: readonly Word[] = [];
  #isCancelled = false;
  /** Set at the end of speech: the transcript is then being made, and further samples are ignored. */
  #transcript: Promise<Transcript> | undefined;
  /** The result as it would be if nothing followed the pause that lasts. */
  #preview: Hypothesis[] | undefined;
  /** Up to where the preview has heard. */
  #previewSeconds = 0;
  #judgedText: string | undefined;
  #completeness: Completeness = 'unknown';
  #onJudgement: ((completeness: Completeness) => void) | undefined;
  /** Whether it was told that silence lasts; since then so many frames without. */
  #isHurried = false;
  #framesSinceSilence = 0;
  /** Calls are worked off one after the other; once one has failed, all later ones do. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(parts: SpeechStreamParts, emit: PinContext<SpeechContract>['emit']) {
    this.#parts = parts;
    this.#emit = emit;
  }

  /** Resolves when the samples have been worked through. */
  accept(samples: Float32Array): Promise<void> {
    return this.#enqueue(async () => {
      for (let position = 0; position < samples.length && !this.#isOver; ) {
        const piece = samples.subarray(position, position + this.#frame.length - this.#filled);
        this.#frame.set(piece, this.#filled);
        this.#filled += piece.length;
        position += piece.length;
        if (this.#filled === this.#frame.length) await this.#takeFrame();
      }
    });
  }

  /** The transcript of all samples, or of those up to the end of speech. */
  finish(): Promise<Transcript> {
    return this.#enqueue(() => {
      this.#transcript ??= this.#conclude();
      return this.#transcript;
    });
  }

  /** What the words of the latest `pause` event are. */
  judge(completeness: Completeness): void {
    this.#onJudgement?.(completeness);
  }

  /** Work that has been queued is dropped, and what the stream holds is given back. */
  close(): void {
    this.#isCancelled = true;
    this.#onJudgement?.('unknown');
    void this.#queue.catch(() => {}).then(() => this.#parts.recogniser.release());
  }

  /** Whether what seems to be words is none, as no speech was found. */
  get #isSilent(): boolean {
    const { endpointer, speechGate } = this.#parts;
    return speechGate && !endpointer.speech;
  }

  /**
   * Where nothing ends at the end of speech, the detector is asked until it is sure of its start: then the decoder hears
   * the rest.
   */
  get #isDetecting(): boolean {
    const { isEndpointed, endpointer, recogniser, vad } = this.#parts;
    const isStarted = endpointer.speech && vad.isSureOfSpeech;
    return isEndpointed || !isStarted || recogniser.lastUnitSeconds === undefined;
  }

  get #isOver(): boolean {
    return this.#isCancelled || this.#transcript !== undefined;
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result;
    // Whoever called last is told.
    result.catch(() => {});
    return result;
  }

  async #takeFrame(): Promise<void> {
    const { vad, endpointer, recogniser, isEndpointed } = this.#parts;
    const samples = this.#frame.subarray(0, this.#filled);
    this.#filled = 0;
    this.#samplesTaken += samples.length;
    recogniser.acceptWaveform(samples);
    const heard = this.#isDetecting ? await vad.acceptWaveform(samples) : [];
    if (heard.length > 0 && vad.isLoudNoise) recogniser.ignoreLoudness(samples.length);
    await this.#decodeReady();
    await this.#hearAhead();
    let event: EndpointEvent | undefined;
    for (const frame of heard) event = this.#judgeFrame(frame) ?? event;
    await this.#readSoFar();
    if (!isEndpointed || this.#isCancelled) return;
    this.#tellHurry();
    if (!endpointer.isPaused && event?.type !== 'speechEnd') this.#preview = undefined;
    if (event?.type === 'pause') event = await this.#tryEnd();
    if (event?.type !== 'speechEnd' && event?.type !== 'noSpeech') return;
    // Speech that does not come is over, too: the query is answered without words.
    this.#emit(
      'speechEnd',
      event.type === 'speechEnd' ? event.endSeconds : this.#samplesTaken / vadSampleRateHz,
    );
    this.#transcript = this.#conclude();
    await this.#transcript;
  }

  #judgeFrame({ speech, levelDb }: VadFrame): EndpointEvent | undefined {
    const { endpointer, recogniser } = this.#parts;
    const { lastUnitSeconds } = recogniser;
    const lastPhoneMs = lastUnitSeconds === undefined ? undefined : lastUnitSeconds * 1000;
    const event = endpointer.accept(speech, { levelDb, lastPhoneMs });
    if (event?.type === 'speechStart') this.#emit('speechStart', event.startSeconds);
    return event;
  }

  #tellHurry(): void {
    const { isSilent } = this.#parts.endpointer;
    this.#framesSinceSilence = isSilent ? 0 : this.#framesSinceSilence + 1;
    if (this.#isHurried ? this.#framesSinceSilence < goesOnAfterFrames : !isSilent) return;
    this.#isHurried = isSilent;
    this.#emit('hurry', isSilent);
  }

  /**
   * In a pause: decodes what is there as if nothing followed. If nothing does, that is the result, made before it was
   * needed; and its words tell how long to wait for more. The stream waits for that answer, so that the outcome does
   * not depend on how fast it comes.
   */
  async #tryEnd(): Promise<EndpointEvent | undefined> {
    const { recogniser, endpointer, wantsPartials } = this.#parts;
    recogniser.tryEnd();
    await this.#decode();
    if (this.#isCancelled) return undefined;
    this.#preview = await recogniser.result();
    this.#previewSeconds = this.#samplesTaken / vadSampleRateHz;
    if (wantsPartials) this.#emitPartial(this.#preview[0]);
    const ending = recogniser.ending();
    recogniser.goOn();
    const [{ text, words }] = this.#preview;
    if (text !== this.#judgedText) this.#completeness = await this.#ask(text);
    this.#judgedText = text;
    const sureness = surenessOf(words);
    return endpointer.judge(outlookOf({ text, sureness, completeness: this.#completeness, ending }));
  }

  /**
   * Partial results of a network that hears utterances as a whole: the words in which two readings of all that was said
   * so far agree (Liu et al., "Low-Latency Sequence-to-Sequence Speech Recognition and Translation by Partial Hypothesis
   * Selection", 2020: local agreement).
   */
  async #readSoFar(): Promise<void> {
    const { recogniser, wantsPartials } = this.#parts;
    if (!wantsPartials || !recogniser.isReadingDue || this.#isSilent || this.#preview) return;
    recogniser.tryEnd();
    await this.#decode();
    if (this.#isCancelled) return;
    const [{ words }] = await recogniser.result(1);
    recogniser.goOn();
    const before = this.#latestReading;
    this.#latestReading = words;
    const differing = words.findIndex(({ text }, at) => text !== before[at]?.text);
    const agreed = differing < 0 ? words : words.slice(0, differing);
    this.#emitPartial({ text: agreed.map(({ text }) => text).join(' '), words: agreed });
  }

  async #decode(): Promise<void> {
    const { recogniser, decoder } = this.#parts;
    while (recogniser.isReady && !this.#isCancelled) await decoder.submit(recogniser);
  }

  async #ask(text: string): Promise<Completeness> {
    // Nobody answers for a stream that was dropped meanwhile.
    if (!this.#parts.isJudged || this.#isCancelled || text === '') return 'unknown';
    const answer = new Promise<Completeness>((resolve) => {
      this.#onJudgement = resolve;
    });
    this.#emit('pause', text);
    return answer;
  }

  async #decodeReady(): Promise<void> {
    const { recogniser, decoder } = this.#parts;
    while (recogniser.isReady && !this.#isCancelled) {
      await decoder.submit(recogniser);
      this.#takeHeard();
    }
  }

  /**
   * Between the chunks of a live stream, once somebody speaks: where the latest phone was, and the words so far if they
   * are wanted.
   */
  async #hearAhead(): Promise<void> {
    const { recogniser, decoder, endpointer, isEndpointed, wantsPartials } = this.#parts;
    if (!(isEndpointed || wantsPartials) || !recogniser.isAheadDue || this.#isCancelled) return;
    if (endpointer.speech === undefined) {
      recogniser.skipAhead();
      return;
    }
    recogniser.tryAhead({ words: wantsPartials });
    await decoder.submit(recogniser);
    if (this.#isCancelled) return;
    this.#takeHeard();
    recogniser.goOn();
  }

  #takeHeard(): void {
    const { recogniser, wantsPartials } = this.#parts;
    // Words that are too soft for the detector went on.
    if ((recogniser.lastUnitSeconds ?? 0) > this.#previewSeconds) this.#preview = undefined;
    // While the preview holds, nothing is known better.
    if (wantsPartials && this.#preview === undefined) this.#emitPartial(recogniser.partial());
  }

  /** What was shown stays until other words are in its place, even if it is in doubt again. */
  #emitPartial({ text, words }: Pick<Hypothesis, 'text' | 'words'>): void {
    if (this.#isSilent) return;
    if (text === '' || `${this.#partialText} `.startsWith(`${text} `)) return;
    this.#partialText = text;
    this.#emit('partial', { text, words });
  }

  async #conclude(): Promise<Transcript> {
    const { vad, endpointer, recogniser } = this.#parts;
    const rest = this.#frame.subarray(0, this.#filled);
    this.#samplesTaken += rest.length;
    this.#filled = 0;
    recogniser.acceptWaveform(rest);
    if (this.#isDetecting) {
      const heard = [...(await vad.acceptWaveform(rest)), ...(await vad.flush())];
      for (const { speech } of heard) endpointer.accept(speech);
      if (heard.length > 0 && !endpointer.isPaused) this.#preview = undefined;
    }
    const alternatives = this.#isSilent ? [nothingSaid] : (this.#preview ?? (await this.#decodeRest()));
    const audioSeconds = this.#samplesTaken / vadSampleRateHz;
    return { best: alternatives[0], alternatives, audioSeconds, speech: this.#speech() };
  }

  #speech(): Transcript['speech'] {
    const { isEndpointed, endpointer, recogniser } = this.#parts;
    const { speech } = endpointer;
    if (isEndpointed || speech === undefined) return speech;
    return { start: speech.start, end: Math.max(speech.end, recogniser.lastUnitSeconds ?? 0) };
  }

  async #decodeRest(): Promise<Hypothesis[]> {
    const { recogniser } = this.#parts;
    recogniser.inputFinished();
    await this.#decode();
    return recogniser.result();
  }
}

const nothingSaid: Hypothesis = { text: '', words: [], score: 0, confidence: 1 };
