import type { Config } from '../config/options.js';
import { compiledIn } from '../config/package-root.js';
import { createEngine, type EngineOptions } from '../engine/engine.js';
import type { Logger } from '../log.js';
import { makeFolder } from '../store/store-folder.js';
import type { Service } from './open-service.js';

export type { Service };

/**
 * The whole service: store, tokens, engine and listeners. Whatever was opened is closed again when a later part fails.
 * @throws EarshotError `store_locked`, `store_failed`, `model_missing`, `model_corrupt`, `provider_unavailable`,
 * `invalid_pack`, `invalid_config` (an address that cannot be listened on)
 */
export async function startService(config: Config, log: Logger): Promise<Service> {
  const opened: (() => Promise<unknown>)[] = [];
  const close = async () => {
    const failures: unknown[] = [];
    // One part that cannot be closed must not keep the others, which hold threads and the data folder.
    for (const end of opened.splice(0).reverse()) await end().catch((error) => failures.push(error));
    const [first, ...others] = failures;
    for (const error of others) log.error({ err: error }, 'a part of the service could not be closed');
    if (first !== undefined) throw first;
  };
  // A supervisor tries again and again: each time to compile a pack first would take all of a processor.
  makeFolder(config.data);
  try {
    const loading = createEngine({
      ...engineOptions(config),
      catalogue: config.data,
      compiled: compiledIn(config.data),
      watchPack: true,
      log,
    });
    loading.catch(() => undefined);
    opened.push(() => loading.then((engine) => engine.close()).catch(() => undefined));
    // Models take longest and are loaded in threads: the rest of the program is loaded and opened meanwhile.
    const { openService } = await import('./open-service.js');
    const service = await openService(config, log, { loading, opened, close });
    service.engine.warmUp();
    return service;
  } catch (error) {
    await close().catch((failure) => log.error({ err: failure }, 'closing after a failed start failed'));
    throw error;
  }
}

/** The part of the configuration that the engine takes. */
export function engineOptions({ model, pack, inference, vad, endpointing }: Config): EngineOptions {
  const { noSpeechMs, ...patience } = endpointing;
  return {
    model,
    pack,
    ...inference,
    endpointing: {
      positiveThreshold: vad.speechThreshold,
      negativeThreshold: vad.silenceThreshold,
      ...patience,
      noSpeechTimeoutMs: noSpeechMs,
    },
  };
}
