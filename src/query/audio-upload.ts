import type { AudioDecoder } from '../audio/audio-decoder.js';
import { EarshotError } from '../errors.js';
import { ClientPatience } from './client-patience.js';
import { type QueryLimits, uploadTooLarge } from './query-options.js';
import type { QueryRecord } from './query-record.js';
import type { Transcript, TranscriptionStream } from './transcriber.js';

/**
 * So long more is waited for when what has come is whole, as its header told: recorders that send every second as a file
 * of its own are no slower, and nobody waits long who leaves the body open.
 */
const wholeGapMs = 1_500;

/** One upload while it runs. */
export interface AudioUpload {
  readonly queryId: string;
  readonly audioId: string;
  /** No more audio counts: it was ended, was whole by itself, or failed. */
  readonly isOver: boolean;
  /** What has come is whole, as its header told; more is waited for only a little. */
  readonly isWhole: boolean;
  /**
   * The processed query. It settles without `end` when endpointing finds the end of speech, and rejects with an
   * {@link EarshotError} when the upload fails, whatever the cause; by then the query is kept as `failed` or `cancelled`.
   */
  readonly result: Promise<QueryRecord>;
  /**
   * Takes bytes in any division, decodes and recognises them. Resolves when more should be sent (back-pressure) and
   * never rejects: a failure settles {@link result}. Audio that is whole, as its header tells, is its own end unless
   * more of it follows soon. What comes after the end is ignored in silence.
   */
  write(bytes: Uint8Array): Promise<void>;
  /** Says that all audio was written; more than once is allowed. */
  end(): Promise<QueryRecord>;
  /** Gives the upload up and leaves the query `failed` with this reason. Resolves when that is kept. */
  abort(reason: EarshotError): Promise<void>;
}

/** What is known of an upload when its audio has ended. */
export interface UploadSummary {
  bytes: number;
  audioSeconds: number;
  /** Milliseconds from the opening of the upload to its end. */
  uploadMs: number;
  /** By the clock of `performance.now()`, which nobody sets. */
  endedAtMs: number;
}

export interface AudioUploadOptions {
  queryId: string;
  audioId: string;
  decoder: AudioDecoder;
  stream: TranscriptionStream;
  sampleRateHz: number;
  limits: QueryLimits;
  /** The audio has ended and is being decoded to its end. */
  onProcessing(): void;
  /** Makes the result of the transcript; from here on the upload cannot be aborted. */
  onTranscript(transcript: Transcript, summary: UploadSummary): Promise<QueryRecord>;
  /** Keeps the failure; called once at most. */
  onFailure(error: EarshotError): Promise<void>;
}

/** The pipeline of one upload: bytes to samples to words, while they arrive, within the limits. */
export class PipelinedAudioUpload implements AudioUpload {
  readonly queryId: string;
  readonly audioId: string;
  readonly result: Promise<QueryRecord>;
  readonly #options: AudioUploadOptions;
  readonly #openedAtMs = performance.now();
  readonly #patience: ClientPatience;
  /** Ends what is whole unless more follows. */
  #wholeTimer: NodeJS.Timeout | undefined;
  #phase: 'open' | 'ending' | 'committing' | 'settled' = 'open';
  #tail: Promise<void> = Promise.resolve();
  #pendingWrites = 0;
  #bytes = 0;
  #samples = 0;
  #failure: Promise<void> | undefined;
  #resolve!: (record: QueryRecord) => void;
  #reject!: (error: EarshotError) => void;

  constructor(options: AudioUploadOptions) {
    this.#options = options;
    this.queryId = options.queryId;
    this.audioId = options.audioId;
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.result.catch(() => {});
    const { idleGapMs, uploadMs } = options.limits;
    this.#patience = new ClientPatience({
      gapMs: idleGapMs,
      totalMs: uploadMs,
      onEnd: (exceeded) => {
        const detail =
          exceeded === 'gap'
            ? `No audio arrived for ${idleGapMs} ms. Send the audio without a pause, or end the upload.`
            : `The audio was waited for ${uploadMs} ms in all. Send shorter recordings or send them faster.`;
        void this.#fail(new EarshotError('request_timeout', detail));
      },
    });
    this.#wait();
  }

  get isOver(): boolean {
    return this.#phase !== 'open';
  }

  get isWhole(): boolean {
    return this.#options.decoder.isComplete;
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (this.#phase !== 'open') return;
    this.#hold();
    this.#pendingWrites++;
    const taken = this.#tail.then(() => this.#take(bytes)).catch((error) => this.#fail(error));
    this.#tail = taken;
    await taken;
    this.#pendingWrites--;
    if (this.#pendingWrites === 0) this.#wait();
  }

  end(): Promise<QueryRecord> {
    if (this.#phase === 'open') {
      this.#phase = 'ending';
      this.#stopWaiting();
      void this.#finish();
    }
    return this.result;
  }

  async abort(reason: EarshotError): Promise<void> {
    if (this.#phase === 'committing') await this.result.catch(() => {});
    else await this.#fail(reason);
  }

  async #take(bytes: Uint8Array): Promise<void> {
    if (this.#phase === 'settled') return;
    const { limits, decoder } = this.#options;
    this.#bytes += bytes.length;
    if (this.#bytes > limits.uploadBytes) throw uploadTooLarge(limits);
    await this.#recognise(await decoder.decode(bytes));
  }

  async #recognise(samples: Float32Array): Promise<void> {
    if (samples.length === 0 || this.#phase === 'settled') return;
    this.#samples += samples.length;
    await this.#options.stream.write(samples);
  }

  async #finish(): Promise<void> {
    const { decoder, stream, sampleRateHz } = this.#options;
    const endedAtMs = performance.now();
    try {
      await this.#tail;
      if (this.#phase === 'settled') return;
      await this.#recognise(await decoder.flush());
      if (this.#samples === 0) {
        throw new EarshotError('empty_audio', 'The upload contains no audio. Send at least one sample.');
      }
      this.#options.onProcessing();
      const transcript = await stream.finish();
      if ((this.#phase as string) === 'settled') return;
      this.#phase = 'committing';
      const record = await this.#options.onTranscript(transcript, {
        bytes: this.#bytes,
        audioSeconds: this.#samples / sampleRateHz,
        uploadMs: Math.round(endedAtMs - this.#openedAtMs),
        endedAtMs,
      });
      this.#settle();
      this.#resolve(record);
    } catch (error) {
      await this.#fail(error);
    }
  }

  #fail(reason: unknown): Promise<void> {
    if (this.#phase === 'settled') return this.#failure ?? Promise.resolve();
    this.#settle();
    const error = EarshotError.from(reason);
    this.#failure = this.#options.onFailure(error).then(
      () => this.#reject(error),
      (cause) => this.#reject(EarshotError.from(cause)),
    );
    return this.#failure;
  }

  #settle(): void {
    this.#phase = 'settled';
    this.#stopWaiting();
    this.#options.stream.cancel();
    this.#options.decoder.close();
  }

  #wait(): void {
    if (this.#phase !== 'open') return;
    if (!this.#options.decoder.isComplete) {
      this.#patience.wait();
      return;
    }
    // What has arrived while the process was busy is taken first.
    const timer = setTimeout(
      () => setImmediate(() => timer === this.#wholeTimer && void this.end()),
      Math.min(wholeGapMs, this.#options.limits.idleGapMs),
    );
    this.#wholeTimer = timer;
  }

  #hold(): void {
    this.#patience.hold();
    clearTimeout(this.#wholeTimer);
    this.#wholeTimer = undefined;
  }

  #stopWaiting(): void {
    this.#hold();
    this.#patience.end();
  }
}
