import { EarshotError } from '../errors.js';
import type { CompiledFiles } from '../files/compiled-files.js';
import { Headroom } from '../inference/headroom.js';
import type { Pin } from '../inference/pin.js';
import { Turns } from '../inference/turns.js';
import { WorkerPool } from '../inference/worker-pool.js';
import type { WorkerPoolOptions } from '../inference/worker-pool-options.js';
import type { Completeness } from '../nlu/understanding.js';
import { readModelManifest } from '../stt/model-manifest.js';
import { endpointerOptions } from '../vad/endpointer-options.js';
import { vadFrameSamples } from '../vad/vad-stream.js';
import { checkLocale } from './check-locale.js';
import { compileApart, contextName, type GivenContext } from './compile-apart.js';
import type {
  SpeechContract,
  SpeechShared,
  SpeechWorkerInfo,
  SpeechWorkerOptions,
} from './speech-messages.js';
import type {
  Transcriber,
  TranscriptionEvents,
  TranscriptionOptions,
  TranscriptionStream,
} from './transcriber.js';
import { WorkerStream } from './worker-stream.js';

export interface WorkerTranscriberOptions
  extends Partial<Omit<SpeechWorkerOptions, 'modelDirectory' | 'manifest' | 'compiled' | 'turns'>> {
  /** Folder of the recogniser's model. */
  modelDirectory: string;
  /**
   * Most worker threads, started as streams need them; times {@link intraOpThreads} not more than the cores.
   * @default 1
   */
  workers?: number;
  /** Streams that may be open at once, however much room there is. @default 64 */
  maxStreams?: number;
  /**
   * Share of the threads' time that open streams may take, by what audio was measured to cost; a stream for which there
   * is no room is refused with `overloaded`. @default 0.8
   */
  targetLoad?: number;
  /** Seconds of audio that may wait in a worker for each stream before `write` holds the caller back. @default 1 */
  maxQueuedSeconds?: number;
  /** When a refused caller may try again. @default 2 */
  retryAfterSeconds?: number;
  /** Where compiled contexts are kept. @default nowhere */
  compiled?: CompiledFiles;
  /** Told of workers that come and go, for the log. */
  onWorkerChange?: WorkerPoolOptions['onWorkerChange'];
}

/** Makes what recognition should expect. */
type MakeContext = () => GivenContext | Promise<GivenContext>;

type Settings = WorkerTranscriberOptions & Required<Pick<WorkerTranscriberOptions, keyof typeof defaults>>;

const defaults = {
  provider: 'cpu',
  intraOpThreads: 1,
  speechGate: true,
  workers: 1,
  maxStreams: 64,
  targetLoad: 0.8,
  maxQueuedSeconds: 1,
  retryAfterSeconds: 2,
} satisfies Partial<WorkerTranscriberOptions>;

/**
 * Detector frames of a block: a message wakes a thread that finds its caches cold. Nobody expects anything of a stream
 * without endpointing and partial results before it is over, of others nothing in between as long as speech goes on:
 * the network hears them every 480 ms, 15 frames, when 15 ms more are there, which the blocks end with.
 */
const blockFrames = { usual: 8, live: 3, firstLive: 1 };

/** How often the cost of audio is measured. */
const measureEveryMs = 500;

/** Recognises speech in worker threads; the calling thread only hands samples over. */
export class WorkerTranscriber implements Transcriber {
  readonly sampleRateHz: number;
  readonly locales: readonly string[];
  /** To be logged: execution providers that were tried in vain. */
  readonly warnings: readonly string[];
  readonly #pool: WorkerPool<SpeechContract>;
  readonly #options: Settings;
  readonly #headroom: Headroom;
  /** Audio that was worked through. */
  #doneSamples = 0;
  /** Waits of the blocks since the last measurement, of streams at the pace of speech. */
  #waitsMs = { sum: 0, count: 0 };
  #measuredAtMs = 0;
  /** What the workers are at besides audio, and whether there was any since the last measurement. */
  #otherWork = { running: 0, since: false };
  readonly #closing = new AbortController();
  #firstContext: Promise<void> | undefined;
  #latestContext: MakeContext | undefined;

  private constructor(pool: WorkerPool<SpeechContract>, options: Settings) {
    const info = pool.info as SpeechWorkerInfo;
    this.sampleRateHz = info.sampleRateHz;
    this.locales = info.locales;
    this.warnings = info.warnings;
    this.#pool = pool;
    this.#options = options;
    const { workers, maxStreams, targetLoad } = options;
    this.#headroom = new Headroom({ workers, maxStreams, targetLoad });
  }

  /** @throws EarshotError `model_missing`, `model_corrupt`, `provider_unavailable`, `invalid_config`. */
  static async start(options: WorkerTranscriberOptions): Promise<WorkerTranscriber> {
    const settings: Settings = { ...defaults, ...options };
    endpointerOptions(settings.endpointer ?? {});
    const { workers, maxStreams, targetLoad, maxQueuedSeconds, retryAfterSeconds, ...others } = settings;
    const { compiled, onWorkerChange, ...rest } = others;
    if (!(workers >= 1))
      throw new EarshotError('invalid_config', `workers must be at least 1; got ${workers}.`);
    const manifest = readModelManifest(rest.modelDirectory);
    const pool = await WorkerPool.start<SpeechContract>({
      module: new URL('./speech-worker.js', import.meta.url),
      size: workers,
      workerData: {
        ...rest,
        manifest,
        compiled: compiled?.options,
        turns: new Turns().memory,
      } satisfies SpeechWorkerOptions,
      onWorkerChange,
    });
    return new WorkerTranscriber(pool, settings);
  }

  /** Streams that are open. */
  get openStreams(): number {
    return this.#pool.pinCount;
  }

  /** Whether a worker is there: not while the only one is replaced. */
  get isReady(): boolean {
    return this.#pool.isAlive;
  }

  checkRoom(): void {
    const { places } = this.#headroom;
    if (this.#pool.pinCount < places) return;
    throw new EarshotError(
      'overloaded',
      `${places === 1 ? 'The only recognition stream is' : `All ${places} recognition streams are`} in use; try again in a moment.`,
      { retryAfterSeconds: this.#options.retryAfterSeconds },
    );
  }

  async open(options: TranscriptionOptions, events: TranscriptionEvents = {}): Promise<TranscriptionStream> {
    checkLocale(options.locale, this.locales);
    await this.#firstContext;
    this.checkRoom();
    let lost: EarshotError | undefined;
    let stream: WorkerStream | undefined;
    const isLive = options.endpointing || options.partials;
    const { endpointing, partials, bias, completenessOf } = options;
    const pin: Pin<SpeechContract> = this.#pool.pin({
      onEvent: (name, payload) => {
        if (name === 'pause') judge(pin, completenessOf, payload as string);
        else if (name === 'hurry') stream?.hurry(payload as boolean);
        else
          (events[name as keyof TranscriptionEvents] as ((payload: unknown) => void) | undefined)?.(payload);
      },
      onLost: (error) => {
        lost = error;
        events.lost?.(error);
      },
    });
    try {
      await pin.request('open', { endpointing, partials, bias, isJudged: completenessOf !== undefined });
    } catch (error) {
      pin.release();
      throw error;
    }
    stream = new WorkerStream(pin, {
      blockSamples: vadFrameSamples * (isLive ? blockFrames.live : blockFrames.usual),
      firstSamples: vadFrameSamples * (isLive ? blockFrames.firstLive : 0),
      hurriedSamples: vadFrameSamples,
      sampleRateHz: this.sampleRateHz,
      maxQueuedSeconds: this.#options.maxQueuedSeconds,
      lost: () => lost,
      onDone: (samples, waitMs) => this.#noteDone(samples, waitMs),
    });
    return stream;
  }

  /** @param waitMs None where the audio came faster than it was spoken: such must wait. */
  #noteDone(samples: number, waitMs: number | undefined): void {
    this.#doneSamples += samples;
    if (waitMs !== undefined) {
      this.#waitsMs.sum += waitMs;
      this.#waitsMs.count++;
    }
    if (this.#pool.isGrowing) this.#otherWork.since = true;
    const nowMs = performance.now();
    if (nowMs - this.#measuredAtMs < measureEveryMs) return;
    this.#measuredAtMs = nowMs;
    const { sum, count } = this.#waitsMs;
    this.#waitsMs = { sum: 0, count: 0 };
    const isAudioAlone = !this.#otherWork.since;
    this.#otherWork.since = this.#otherWork.running > 0;
    this.#headroom.update({
      audioSeconds: this.#doneSamples / this.sampleRateHz,
      activeSeconds: this.#pool.activeSeconds,
      waitSeconds: count === 0 ? 0 : sum / count / 1000,
      openStreams: this.openStreams,
      isAudioAlone,
    });
  }

  /** Asks all workers for something that is no audio. */
  async #requestAll<Name extends 'useContext' | 'warmUp'>(
    method: Name,
    params: SpeechContract['methods'][Name]['params'],
  ): Promise<void> {
    this.#otherWork.running++;
    this.#otherWork.since = true;
    try {
      await this.#pool.requestAll(method, params);
    } finally {
      this.#otherWork.running--;
    }
  }

  /**
   * Changes what streams that are opened from now on should expect; before the first such, they wait for it.
   *
   * @param context Makes it; called only when it was not compiled before.
   * @param digest Equal for contexts that are equal; without it what is compiled is not kept.
   */
  useContext(context: MakeContext, digest?: string): Promise<void> {
    const done = this.#useContext(context, digest);
    this.#firstContext ??= done.catch(() => {});
    return done;
  }

  async #useContext(context: MakeContext, digest: string | undefined): Promise<void> {
    this.#latestContext = context;
    const { signal } = this.#closing;
    const unlessClosing = (error: unknown) => {
      if (!signal.aborted) throw error;
    };
    const data = await this.#compile(context, digest).catch(unlessClosing);
    // The service is closing, or a later context is under way.
    if (data === undefined || this.#latestContext !== context) return;
    await this.#requestAll('useContext', data).catch(unlessClosing);
  }

  async #compile(context: MakeContext, digest: string | undefined): Promise<Uint8Array> {
    const { compiled } = this.#options;
    const { resources } = this.#pool.shared as SpeechShared;
    const compile = async () => compileApart(resources, await context(), this.#closing.signal);
    if (compiled === undefined || digest === undefined) return compile();
    const name = contextName(compiled, digest, resources);
    const known = compiled.readBytes(name);
    if (known) return known;
    const made = await compile();
    compiled.writeBytes(name, made);
    return made;
  }

  /** Has the code compiled that recognises speech, by sentences like those that people will say. */
  warmUp(sentences: readonly string[]): Promise<void> {
    return this.#requestAll('warmUp', sentences);
  }

  /** Takes no new streams and waits until the open ones are done. */
  drain(): Promise<void> {
    return this.#pool.drain();
  }

  close(): Promise<void> {
    this.#closing.abort();
    return this.#pool.close();
  }
}

function judge(
  pin: Pin<SpeechContract>,
  completenessOf: TranscriptionOptions['completenessOf'],
  text: string,
): void {
  let completeness: Completeness = 'unknown';
  try {
    completeness = completenessOf?.(text) ?? 'unknown';
  } catch {
    // The stream waits for an answer. What cannot be understood now cannot be at the end either, where it is told.
  }
  // A stream that is gone needs no answer.
  pin.request('judge', completeness).catch(() => {});
}
