import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createAudioDecoder } from '../audio/audio-decoder.js';
import { type AudioFormat, parseMediaType } from '../audio/audio-format.js';
import { compiledByBuild, packageRoot } from '../config/package-root.js';
import { EarshotError } from '../errors.js';
import { CompiledFiles } from '../files/compiled-files.js';
import type { Logger } from '../log.js';
import { collectGarbage, quietMs } from '../memory/collect-garbage.js';
import { whenQuiet } from '../memory/when-quiet.js';
import type { UnderstandResult } from '../nlu/understanding.js';
import { checkContext } from '../query/check-context.js';
import { checkLocale, isServed } from '../query/check-locale.js';
import { readingsOf } from '../query/readings-of.js';
import type { Transcript } from '../query/transcriber.js';
import { WorkerTranscriber } from '../query/worker-transcriber.js';
import { withoutAbsent } from '../without-absent.js';
import {
  type AudioBytes,
  checkAudioCall,
  checkChunk,
  checkSentenceCall,
  type EngineQuery,
  type TranscribeOptions,
} from './engine-calls.js';
import { checkEngineOptions, type EngineOptions } from './engine-options.js';
import type { LiveUnderstander } from './live-understander.js';
import { unlessAborted, untilAborted } from './unless-aborted.js';

export type { AudioBytes, EngineOptions, EngineQuery, TranscribeOptions };

/**
 * Loads models and pack and starts the worker threads.
 * @throws TypeError for an option that there is not; EarshotError `invalid_config` for a value that cannot be,
 * `model_missing`, `model_corrupt`, `provider_unavailable`, `invalid_pack`
 */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  checkEngineOptions(options);
  const { model = join(packageRoot(), 'models', 'default'), endpointing, log } = options;
  const compiled = new CompiledFiles({ folder: options.compiled, shipped: compiledByBuild() }, (error) =>
    log?.warn({ reason: error.message }, unkept(options.compiled)),
  );
  const { provider, workers, intraOpThreads, vocabulary, maxStreams, targetLoad } = options;
  // The workers load their models while this thread loads the rest of the program, and the pack.
  const starting = WorkerTranscriber.start({
    modelDirectory: model,
    ...withoutAbsent({ provider, workers, intraOpThreads, vocabulary, maxStreams, targetLoad, compiled }),
    endpointer: endpointing && withoutAbsent(endpointing),
    onWorkerChange: ({ index, state, error }) =>
      log?.[state === 'lost' || state === 'paused' ? 'error' : 'info'](
        { worker: index, err: error },
        `recognition worker ${state}`,
      ),
  });
  // Waited for below; should it fail before, that is no failure that nobody sees.
  starting.catch(() => {});
  let understander: LiveUnderstander;
  try {
    understander = await openUnderstander({ ...options, compiled });
  } catch (error) {
    await starting.then((transcriber) => transcriber.close()).catch(() => {});
    throw error;
  }
  const transcriber = await starting;
  for (const warning of transcriber.warnings) log?.warn(warning);
  // Not waited for: streams that are opened meanwhile wait by themselves.
  const useContext = () => {
    transcriber
      .useContext(() => understander.speechContext(), understander.speechDigest)
      .catch((error: unknown) => {
        log?.error({ err: error }, 'recognition does not know the words of the domain pack');
      });
  };
  useContext();
  if (options.watchPack) understander.watch(useContext);
  return new Engine(transcriber, understander, log);
}

function unkept(folder: string | undefined): string {
  return `what is compiled from the pack cannot be kept in ${folder}, so every start takes seconds longer; make it a folder that can be written, on a disk with room`;
}

async function openUnderstander({
  pack,
  ...options
}: Omit<EngineOptions, 'compiled'> & { compiled?: CompiledFiles }): Promise<LiveUnderstander> {
  const { LiveUnderstander } = await import('./live-understander.js');
  const understander = new LiveUnderstander(pack, options);
  await understander.readCatalogue().catch((error) => {
    // Who watches tells of it, and tries again: without products, all else can be understood.
    if (!options.watchPack) throw error;
  });
  // The first sentence costs many times what later ones do: it builds indices and has code compiled.
  understander.understand({
    locale: understander.locales[0],
    readings: [{ text: 'warm up', confidence: 0.5 }],
  });
  return understander;
}

export interface EngineResult extends UnderstandResult {
  /** Absent when the query was text. */
  transcript?: Transcript;
}

/** Whoever asks as soon as the service is ready is answered first. */
const warmUpDelayMs = 2_000;
/** After so many requests further ones are worked on no faster. */
const warmUpRequests = { understood: 200, heard: 20 };
/** More streams than these, in all, are a crowd that must not be held up. */
const fewStreams = 2;
let isWarm = false;

/** Speech recognition and understanding in one process: what the server serves, without the server. */
export class Engine {
  readonly #closing = new AbortController();

  constructor(
    readonly transcriber: WorkerTranscriber,
    readonly understander: LiveUnderstander,
    private readonly log?: Logger,
  ) {}

  /** Locales that are both heard and understood. */
  get locales(): readonly string[] {
    return this.understander.locales.filter((locale) => isServed(locale, this.transcriber.locales));
  }

  /**
   * Recognises audio while it is read.
   * @throws EarshotError `unsupported_media_type`, `empty_audio`, `invalid_audio`,
   * `unsupported_locale`, `invalid_request`
   * (a weight in `bias`), `overloaded`, `shutting_down`; TypeError for what is no audio, or an option that there is not;
   * whatever `partial` throws, or the reason of `signal`
   */
  async transcribe(audio: AudioBytes, options: TranscribeOptions): Promise<Transcript> {
    checkAudioCall(audio, options);
    this.#closing.signal.throwIfAborted();
    const { mimeType, locale = 'en-US', bias, partial, signal } = options;
    signal?.throwIfAborted();
    const signals = [this.#closing.signal, ...(signal === undefined ? [] : [signal])];
    const format = parseMediaType(mimeType);
    const listener = partial && guarded(partial);
    const opening = this.transcriber.open(
      { locale, endpointing: false, partials: partial !== undefined, bias },
      { partial: listener?.call },
    );
    const stream = await opening.catch((error: unknown) => {
      this.#closing.signal.throwIfAborted();
      throw error;
    });
    try {
      const chunks = untilAborted(audio instanceof Uint8Array ? oneOf(audio) : audio, signals);
      for await (const samples of decode(chunks, format, this.transcriber.sampleRateHz)) {
        await unlessAborted(stream.write(samples), signals);
        listener?.rethrow();
      }
      const transcript = await unlessAborted(stream.finish(), signals);
      listener?.rethrow();
      return transcript;
    } finally {
      stream.cancel();
    }
  }

  /**
   * What a sentence means.
   * @throws EarshotError `unsupported_locale`, `invalid_request` (a context that the pack cannot mean), `shutting_down`;
   * TypeError for what is no text, or an option that there is not
   */
  understand(text: string, options: EngineQuery = {}): UnderstandResult {
    checkSentenceCall(text, options);
    this.#closing.signal.throwIfAborted();
    const { context, memory } = options;
    const locale = checkLocale(options.locale ?? 'en-US', this.understander.locales);
    checkContext(context, this.understander);
    return this.understander.understand({ locale, readings: [{ text, confidence: 1 }], context, memory });
  }

  /** Recognises and understands one spoken query. @throws as {@link transcribe} and {@link understand} */
  async query(audio: AudioBytes, options: TranscribeOptions & EngineQuery): Promise<EngineResult> {
    checkAudioCall(audio, options);
    const { context, memory } = options;
    const locale = checkLocale(options.locale ?? 'en-US', this.locales);
    checkContext(context, this.understander);
    const transcript = await this.transcribe(audio, options);
    const result = this.understander.understand({
      locale,
      readings: readingsOf(transcript),
      context,
      memory,
    });
    return { ...result, transcript };
  }

  /** Has the code compiled that works on requests, a little later; once in a process. Ends when this closes. */
  warmUp(): void {
    if (isWarm) return;
    isWarm = true;
    const { signal } = this.#closing;
    this.#warmUp(signal).catch((error: unknown) => {
      // Nobody waits for it, and all else does as well without.
      if (!signal.aborted) this.log?.warn({ err: error }, 'the first requests will be slow');
    });
  }

  async #warmUp(signal: AbortSignal): Promise<void> {
    const { understander, transcriber } = this;
    const isBusy = () => transcriber.openStreams > fewStreams;
    await pause(warmUpDelayMs, undefined, { signal, ref: false });
    await whenQuiet(0, isBusy, signal);
    const { warmUp } = await import('../nlu/tools/warm-up.js');
    const requests = await understander.sampleRequests(warmUpRequests.understood);
    await transcriber.warmUp(requests.slice(0, warmUpRequests.heard));
    await warmUp(understander, requests, signal, isBusy);
    if (signal.aborted) return;
    await collectGarbage();
    await pause(quietMs, undefined, { signal, ref: false });
    await collectGarbage();
  }

  /** Frees threads and models; calls that are under way reject with `shutting_down`. */
  close(): Promise<void> {
    this.#closing.abort(new EarshotError('shutting_down', 'This engine is closed.'));
    this.understander.close();
    return this.transcriber.close();
  }
}

/** A caller's function that fails ends its own call, and not the process. */
function guarded<Args extends unknown[]>(listener: (...args: Args) => void) {
  let failure: { error: unknown } | undefined;
  return {
    call: (...args: Args): void => {
      if (failure !== undefined) return;
      try {
        listener(...args);
      } catch (error) {
        failure = { error };
      }
    },
    rethrow: (): void => {
      if (failure !== undefined) throw failure.error;
    },
  };
}

async function* oneOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Samples of the audio at this rate, as it is read. */
async function* decode(
  chunks: AsyncIterable<Uint8Array>,
  format: AudioFormat,
  sampleRateHz: number,
): AsyncGenerator<Float32Array> {
  const decoder = await createAudioDecoder(format, { sampleRateHz });
  let isEmpty = true;
  try {
    for await (const chunk of chunks) {
      checkChunk(chunk);
      const samples = await decoder.decode(chunk);
      if (samples.length === 0) continue;
      isEmpty = false;
      yield samples;
    }
    const rest = await decoder.flush();
    if (rest.length > 0) yield rest;
    else if (isEmpty) throw new EarshotError('empty_audio', 'There is not one sample in the audio.');
  } finally {
    decoder.close();
  }
}
