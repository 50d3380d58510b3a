import { EarshotError } from '../errors.js';
import type { Pin } from '../inference/pin.js';
import { SampleBlocks } from './sample-blocks.js';
import type { SpeechContract } from './speech-messages.js';
import type { Transcript, TranscriptionStream } from './transcriber.js';

/** Audio after which the worker is asked how far it is: an answer costs as much as a message. */
const answeredSeconds = 0.25;
/** Audio that a stream may be ahead of the clock and still count as spoken: what a microphone's buffer holds. */
const mostAheadSeconds = 0.5;

export interface WorkerStreamOptions {
  /** Samples of a block that goes to the worker at once: whole frames of the voice activity detector. */
  blockSamples: number;
  /** Samples of the first block, if it is shorter. */
  firstSamples: number;
  /** Samples of a block while the worker waits for the end of speech. */
  hurriedSamples: number;
  sampleRateHz: number;
  /** Audio that may wait for the worker before a write has to wait too. */
  maxQueuedSeconds: number;
  /** Why the worker is gone. */
  lost(): EarshotError | undefined;
  /**
   * Samples have been worked through, the last of them so long after they came; no time where they came faster than
   * speech.
   */
  onDone(samples: number, waitMs: number | undefined): void;
}

/** A stream whose samples go to the worker that it is pinned to. */
export class WorkerStream implements TranscriptionStream {
  readonly #pin: Pin<SpeechContract>;
  readonly #blocks: SampleBlocks;
  readonly #options: WorkerStreamOptions;
  /** When the first samples came. */
  #startedMs: number | undefined;
  #sentSamples = 0;
  /** Samples that the worker has not told to have worked through. */
  #queuedSamples = 0;
  /** Those of them that it was not asked about. */
  #untoldSamples = 0;
  #waiting: (() => void)[] = [];
  #failure: unknown;
  #transcript: Promise<Transcript> | undefined;
  #isCancelled = false;

  constructor(pin: Pin<SpeechContract>, options: WorkerStreamOptions) {
    this.#pin = pin;
    this.#options = options;
    this.#blocks = new SampleBlocks(options.blockSamples, options.firstSamples);
  }

  async write(samples: Float32Array): Promise<void> {
    this.#check();
    if (this.#transcript) throw new Error('write after finish');
    this.#send(this.#blocks.push(samples));
    const maxQueuedSamples = this.#options.maxQueuedSeconds * this.#options.sampleRateHz;
    while (this.#queuedSamples > maxQueuedSamples && !this.#failure && !this.#isCancelled) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#check();
  }

  finish(): Promise<Transcript> {
    this.#transcript ??= this.#finish();
    return this.#transcript;
  }

  cancel(): void {
    this.#isCancelled = true;
    this.#pin.release();
    this.#wake();
  }

  /** Whether the worker waits for the end of speech, so that samples should come as soon as they can. */
  hurry(isHurried: boolean): void {
    const { blockSamples, hurriedSamples } = this.#options;
    const block = this.#blocks.resize(isHurried ? hurriedSamples : blockSamples);
    if (!this.#transcript && !this.#isCancelled) this.#send(block);
  }

  async #finish(): Promise<Transcript> {
    try {
      this.#check();
      this.#send(this.#blocks.flush());
      const transcript = await this.#pin.request('finish', null);
      this.#options.onDone(this.#untoldSamples, undefined);
      this.#check();
      return transcript;
    } finally {
      this.#pin.release();
    }
  }

  #send(block: Float32Array | undefined): void {
    if (!block) return;
    const { sampleRateHz, maxQueuedSeconds, onDone } = this.#options;
    const sentMs = performance.now();
    this.#startedMs ??= sentMs;
    this.#sentSamples += block.length;
    this.#queuedSamples += block.length;
    this.#untoldSamples += block.length;
    const transfer = [block.buffer as ArrayBuffer];
    if (this.#untoldSamples < Math.min(answeredSeconds, maxQueuedSeconds) * sampleRateHz) {
      this.#pin.tell('samples', block, transfer);
      return;
    }
    const told = this.#untoldSamples;
    this.#untoldSamples = 0;
    const aheadSeconds = this.#sentSamples / sampleRateHz - (sentMs - this.#startedMs) / 1000;
    const isPaced = aheadSeconds < mostAheadSeconds;
    this.#pin
      .request('samples', block, transfer)
      .catch((error) => {
        this.#failure ??= error;
      })
      .finally(() => {
        this.#queuedSamples -= told;
        onDone(told, isPaced ? performance.now() - sentMs : undefined);
        this.#wake();
      });
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #check(): void {
    const failure = this.#failure ?? this.#options.lost();
    if (failure) throw failure;
    if (this.#isCancelled) throw new EarshotError('conflict', 'The recognition of this query was cancelled.');
  }
}
