import { EarshotError } from '../errors.js';
import type { Pin } from '../inference/worker-pool.js';
import { FrameBlocks } from './frame-blocks.js';
import type { SpeechContract } from './speech-messages.js';
import type { Transcript, TranscriptionStream } from './transcriber.js';

/** Audio that a stream may be ahead of the clock and still count as spoken: what a microphone's buffer holds. */
const mostAheadSeconds = 0.5;

export interface WorkerStreamOptions {
  /** Samples of a frame of the voice activity detector; a whole one goes to the worker at once. */
  frameSamples: number;
  sampleRateHz: number;
  /** Audio that may wait for the worker before a write has to wait too. */
  maxQueuedSeconds: number;
  /** Why the worker is gone. */
  lost(): EarshotError | undefined;
  /** Samples have been worked through, so long after they came; no time where they came faster than speech. */
  onDone(samples: number, waitMs: number | undefined): void;
}

/** A stream whose samples go to the worker that it is pinned to. */
export class WorkerStream implements TranscriptionStream {
  readonly #pin: Pin<SpeechContract>;
  readonly #blocks: FrameBlocks;
  readonly #options: WorkerStreamOptions;
  /** When the first samples came. */
  #startedMs: number | undefined;
  #sentSamples = 0;
  /** Samples that a worker has not yet worked through. */
  #queuedSamples = 0;
  #waiting: (() => void)[] = [];
  #failure: unknown;
  #transcript: Promise<Transcript> | undefined;
  #isCancelled = false;

  constructor(pin: Pin<SpeechContract>, options: WorkerStreamOptions) {
    this.#pin = pin;
    this.#options = options;
    this.#blocks = new FrameBlocks(options.frameSamples);
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

  async #finish(): Promise<Transcript> {
    try {
      this.#check();
      this.#send(this.#blocks.flush());
      const transcript = await this.#pin.request('finish', null);
      this.#check();
      return transcript;
    } finally {
      this.#pin.release();
    }
  }

  #send(block: Float32Array | undefined): void {
    if (!block) return;
    this.#queuedSamples += block.length;
    const { length } = block;
    const sentMs = performance.now();
    this.#startedMs ??= sentMs;
    this.#sentSamples += length;
    const aheadSeconds = this.#sentSamples / this.#options.sampleRateHz - (sentMs - this.#startedMs) / 1000;
    const isPaced = aheadSeconds < mostAheadSeconds;
    this.#pin
      .request('samples', block, [block.buffer as ArrayBuffer])
      .catch((error) => {
        this.#failure ??= error;
      })
      .finally(() => {
        this.#queuedSamples -= length;
        this.#options.onDone(length, isPaced ? performance.now() - sentMs : undefined);
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
