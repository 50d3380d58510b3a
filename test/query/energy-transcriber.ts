import { EarshotError } from '../../src/errors.js';
import type {
  Transcriber,
  Transcript,
  TranscriptionEvents,
  TranscriptionOptions,
  TranscriptionStream,
} from '../../src/query/transcriber.js';
import type { Hypothesis, Word } from '../../src/stt/hypothesis.js';

/** What the levels of a sound mean: the first word is the quietest. */
const vocabulary = ['show', 'me', 'red', 'blue', 'shoes', 'shirts', 'cheaper', 'under', 'fifty'];
const sampleRateHz = 16_000;
const blockSamples = 800;
/** Blocks of silence after a word that end the speech. */
const endingBlocks = 6;

/**
 * Words as sound that {@link EnergyTranscriber} reads back: 100 ms of a square wave at the level of the word, then 50 ms
 * of silence. 16-bit PCM, 16 kHz.
 */
export function speak(text: string, options: { silenceMs?: number } = {}): Buffer {
  const samples: number[] = [];
  for (const word of text.split(' ').filter((each) => each !== '')) {
    const level = vocabulary.indexOf(word) + 1;
    if (level === 0) throw new Error(`${word} has no level`);
    for (let i = 0; i < blockSamples * 2; i++) samples.push((i % 2 === 0 ? 1 : -1) * level * 0.1 * 32_767);
    for (let i = 0; i < blockSamples; i++) samples.push(0);
  }
  for (let i = 0; i < ((options.silenceMs ?? 0) * sampleRateHz) / 1000; i++) samples.push(0);
  const bytes = Buffer.alloc(samples.length * 2);
  samples.forEach((sample, index) => {
    bytes.writeInt16LE(Math.round(sample), index * 2);
  });
  return bytes;
}

/**
 * Stands in for the recogniser, which needs a model: it reads words from the level of the samples it really receives, so
 * a lost, doubled or shifted byte shows in the text.
 */
export class EnergyTranscriber implements Transcriber {
  readonly sampleRateHz = sampleRateHz;
  readonly locales = ['en-US', 'en-GB'];
  /** Streams that can be open at once. */
  capacity = Number.POSITIVE_INFINITY;
  openStreams = 0;
  /** Samples received by all streams. */
  samples = 0;
  /** Streams opened so far, with what was asked for. */
  readonly opened: TranscriptionOptions[] = [];
  /** What the words might have been instead. */
  otherReadings: Hypothesis[] = [];
  /** Awaited before a stream is open. */
  beforeOpen: () => Promise<void> = async () => {};
  /** Awaited before samples are taken. */
  beforeWrite: () => Promise<void> = async () => {};
  /** Awaited before a transcript is given. */
  beforeFinish: () => Promise<void> = async () => {};

  /** Holds the next transcript back, from when it is asked for (`reached`) until `go`; those after it come at once. */
  holdFinish(): { reached: Promise<void>; go: () => void } {
    let reach!: () => void;
    let go!: () => void;
    const reached = new Promise<void>((resolve) => {
      reach = resolve;
    });
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    this.beforeFinish = () => {
      this.beforeFinish = async () => {};
      reach();
      return held;
    };
    return { reached, go };
  }

  checkRoom(): void {
    if (this.openStreams < this.capacity) return;
    throw new EarshotError('overloaded', 'All streams are in use.', { retryAfterSeconds: 1 });
  }

  async open(options: TranscriptionOptions, events: TranscriptionEvents = {}): Promise<TranscriptionStream> {
    this.checkRoom();
    this.openStreams++;
    this.opened.push(options);
    await this.beforeOpen();
    return new EnergyStream(this, options, events);
  }

  async close(): Promise<void> {}
}

class EnergyStream implements TranscriptionStream {
  readonly #owner: EnergyTranscriber;
  readonly #options: TranscriptionOptions;
  readonly #events: TranscriptionEvents;
  #block = new Float32Array(blockSamples);
  #filled = 0;
  #blocks = 0;
  #silentBlocks = 0;
  #lastLevel = 0;
  #hasEnded = false;
  #isOpen = true;
  #words: Word[] = [];

  constructor(owner: EnergyTranscriber, options: TranscriptionOptions, events: TranscriptionEvents) {
    this.#owner = owner;
    this.#options = options;
    this.#events = events;
  }

  async write(samples: Float32Array): Promise<void> {
    await this.#owner.beforeWrite();
    this.#owner.samples += samples.length;
    for (const sample of samples) {
      this.#block[this.#filled++] = sample;
      if (this.#filled === blockSamples) this.#takeBlock();
    }
  }

  async finish(): Promise<Transcript> {
    await this.#owner.beforeFinish();
    const text = this.#words.map((word) => word.text).join(' ');
    const confidence = text === '' ? 1 : 0.9;
    const best: Hypothesis = { text, words: this.#words, score: -1, confidence };
    const speech =
      this.#words.length === 0 ? undefined : { start: this.#words[0].start, end: this.#words.at(-1)!.end };
    const audioSeconds = (this.#blocks * blockSamples + this.#filled) / sampleRateHz;
    return { best, alternatives: [best, ...this.#owner.otherReadings], audioSeconds, speech };
  }

  cancel(): void {
    if (this.#isOpen) this.#owner.openStreams--;
    this.#isOpen = false;
  }

  #takeBlock(): void {
    const level = Math.round(
      (this.#block.reduce((sum, sample) => sum + Math.abs(sample), 0) / blockSamples) * 10,
    );
    const seconds = (this.#blocks * blockSamples) / sampleRateHz;
    this.#filled = 0;
    this.#blocks++;
    if (level === 0) this.#silentBlocks++;
    else this.#silentBlocks = 0;
    if (level > 0 && level !== this.#lastLevel) {
      if (this.#words.length === 0) this.#events.speechStart?.(seconds);
      this.#words.push({ text: vocabulary[level - 1] ?? '?', start: seconds, end: seconds, confidence: 0.9 });
      if (this.#options.partials) {
        this.#events.partial?.({ text: this.#words.map((word) => word.text).join(' '), words: this.#words });
      }
    }
    if (level > 0) this.#words.at(-1)!.end = seconds + blockSamples / sampleRateHz;
    this.#lastLevel = level;
    const isOver = this.#words.length > 0 && this.#silentBlocks >= endingBlocks;
    if (isOver && !this.#hasEnded && this.#options.endpointing) {
      this.#hasEnded = true;
      this.#events.speechEnd?.(this.#words.at(-1)!.end);
    }
  }
}
