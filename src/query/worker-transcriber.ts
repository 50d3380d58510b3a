import { EarshotError } from '../errors.js';
import type { ExecutionProvider } from '../inference/execution-provider.js';
import { type Pin, WorkerPool } from '../inference/worker-pool.js';
import type { Logger } from '../log.js';
import { loadLanguageResources } from '../stt/recogniser.js';
import type { EndpointerOptions } from '../vad/endpointer.js';
import type { SpeechContract, SpeechWorkerData } from './speech-contract.js';
import type {
  Transcriber,
  Transcript,
  TranscriptionEvents,
  TranscriptionOptions,
  TranscriptionStream,
} from './transcriber.js';

export interface WorkerTranscriberOptions {
  /** Folder of the model. */
  directory: string;
  /** Threads. @default 1 */
  workers?: number;
  /** Threads inside one model run. @default 1 */
  intraOpThreads?: number;
  /** @default 'cpu' */
  provider?: ExecutionProvider;
  /** Streams at the same time; more are answered `overloaded`. @default 64 */
  maxStreams?: number;
  endpointing?: EndpointerOptions;
  log?: Logger;
}

/** Seconds of audio on their way to a worker before {@link TranscriptionStream.write} waits. */
const windowSeconds = 2;

/** Recognition in worker threads; the calling thread only passes samples and results on. */
export class WorkerTranscriber implements Transcriber {
  readonly sampleRateHz: number;
  readonly locales: readonly string[];
  readonly #pool: WorkerPool<SpeechContract>;
  readonly #maxStreams: number;

  private constructor(pool: WorkerPool<SpeechContract>, locales: readonly string[], maxStreams: number) {
    this.#pool = pool;
    this.sampleRateHz = (pool.info as { sampleRateHz: number }).sampleRateHz;
    this.locales = locales;
    this.#maxStreams = maxStreams;
  }

  /** @throws EarshotError `model_missing`, `model_corrupt`, `provider_unavailable` */
  static async start(options: WorkerTranscriberOptions): Promise<WorkerTranscriber> {
    const { directory, workers = 1, intraOpThreads = 1, provider = 'cpu', maxStreams = 64, log } = options;
    const resources = loadLanguageResources(directory);
    const workerData: SpeechWorkerData = {
      directory,
      provider,
      intraOpThreads,
      resources,
      endpointing: options.endpointing ?? {},
    };
    const pool = await WorkerPool.start<SpeechContract>({
      module: new URL('./speech-worker.js', import.meta.url),
      size: workers,
      workerData,
      onWorkerChange: ({ index, state, error }) =>
        log?.[state === 'replaced' ? 'info' : 'error'](
          { worker: index, err: error },
          `recognition worker ${state}`,
        ),
    });
    for (const warning of (pool.info as { warnings: string[] }).warnings) log?.warn(warning);
    return new WorkerTranscriber(pool, resources.manifest.locales, maxStreams);
  }

  async open(options: TranscriptionOptions, events: TranscriptionEvents = {}): Promise<TranscriptionStream> {
    const { locale, endpointing, partials, bias } = options;
    if (!this.locales.includes(locale)) {
      const served = this.locales.join(', ');
      throw new EarshotError('unsupported_locale', `No model serves ${locale}; served are ${served}.`);
    }
    if (this.#pool.pinCount >= this.#maxStreams) {
      const detail = `All ${this.#maxStreams} recognition streams are in use. Try again shortly.`;
      throw new EarshotError('overloaded', detail, { retryAfterSeconds: 1 });
    }
    const pin = this.#pool.pin({
      onEvent: (name, payload) => (events[name] as ((value: unknown) => void) | undefined)?.(payload),
    });
    try {
      await pin.request('open', { endpointing, partials, bias });
    } catch (error) {
      pin.release();
      throw error;
    }
    return new PinnedStream(pin, windowSeconds * this.sampleRateHz);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

class PinnedStream implements TranscriptionStream {
  readonly #pin: Pin<SpeechContract>;
  readonly #windowSamples: number;
  #samplesUnderWay = 0;
  #latest: Promise<void> = Promise.resolve();
  #failure: unknown;

  constructor(pin: Pin<SpeechContract>, windowSamples: number) {
    this.#pin = pin;
    this.#windowSamples = windowSamples;
  }

  async write(samples: Float32Array): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    const { length } = samples;
    this.#samplesUnderWay += length;
    // A view would drag its whole buffer along.
    const owned = samples.byteLength === samples.buffer.byteLength ? samples : samples.slice();
    this.#latest = this.#pin.request('write', { samples: owned }, [owned.buffer as ArrayBuffer]).then(
      () => {
        this.#samplesUnderWay -= length;
      },
      (error) => {
        this.#failure ??= error;
      },
    );
    while (this.#samplesUnderWay > this.#windowSamples && this.#failure === undefined) await this.#latest;
    if (this.#failure !== undefined) throw this.#failure;
  }

  async finish(): Promise<Transcript> {
    try {
      if (this.#failure !== undefined) throw this.#failure;
      return await this.#pin.request('finish', undefined);
    } finally {
      this.#pin.release();
    }
  }

  cancel(): void {
    this.#pin.release();
  }
}
