import { statSync } from 'node:fs';
import { defaults } from '../config/defaults.js';
import type { Fault } from '../errors.js';
import type { CompiledFiles } from '../files/compiled-files.js';
import { createLogger, type Logger } from '../log.js';
import {
  type CatalogueIndex,
  type Completeness,
  type Context,
  createUnderstander,
  loadPack,
  type Pack,
  type Understander,
  type UnderstandRequest,
  type UnderstandResult,
  type Welcome,
  watchPack,
} from '../nlu/index.js';
import { importStamp, readCatalogue } from '../store/open-catalogue.js';
import { packContextApart } from './pack-context-apart.js';

/** How often a running service looks for an import. */
const importPollMs = 1000;
/** Between attempts to read one that cannot be read: each writes to the disk, perhaps for months. */
const longestRetryMs = 64_000;

export interface LiveUnderstanderOptions {
  /** Data folder whose imported catalogue answers searches. */
  catalogue?: string;
  /** Where compiled packs are kept. @default nowhere */
  compiled?: CompiledFiles;
  log?: Logger;
}

/** Understanding by the newest version of a pack that loads, over the catalogue in the data folder. */
export class LiveUnderstander implements Understander {
  readonly #options: LiveUnderstanderOptions;
  readonly #pathOrName: string;
  #pack: Pack;
  #catalogue: CatalogueIndex | undefined;
  #current: Understander;
  #endWatch: (() => void) | undefined;
  readonly #closing = new AbortController();
  /** When the catalogue that was read last was imported, in milliseconds since 1970. */
  #importedMs: number | undefined;

  /**
   * @param pathOrName A folder or YAML file, or the name of a pack that ships.
   * @throws EarshotError `invalid_pack`
   */
  constructor(pathOrName: string = defaults.pack, options: LiveUnderstanderOptions = {}) {
    this.#options = options;
    this.#pathOrName = pathOrName;
    this.#pack = loadPack(pathOrName, { compiled: options.compiled });
    this.#current = createUnderstander(this.#pack);
  }

  get locales(): readonly string[] {
    return this.#current.locales;
  }

  /** How a page may invite people to speak, by the pack. */
  get welcome(): Welcome {
    return this.#pack.definition.welcome;
  }

  understand(request: UnderstandRequest): UnderstandResult {
    return this.#current.understand(request);
  }

  completeness(request: UnderstandRequest): Completeness {
    return this.#current.completeness(request);
  }

  contextFaults(context: Context): Fault[] {
    return this.#current.contextFaults(context);
  }

  /** Reads the catalogue that was imported last, if there is one. */
  async readCatalogue(): Promise<void> {
    const { catalogue, log = createLogger({ level: 'silent', format: 'json' }) } = this.#options;
    if (catalogue === undefined) return;
    // Before it is read, so that what is imported meanwhile is seen to be later.
    const stampMs = importedMs(catalogue);
    this.#catalogue = await readCatalogue(catalogue, this.#pack.locale, log);
    // Not before it was read: what cannot be is tried again.
    this.#importedMs = stampMs;
    this.#use(this.#pack);
  }

  /** What recognition should expect, by the pack and the catalogue that are in use: a serialised SpeechContext. */
  speechContext(): Promise<Uint8Array> {
    const { compiled } = this.#options;
    const { signal } = this.#closing;
    const from = { pathOrName: this.#pathOrName, compiled, catalogue: this.#catalogue, signal };
    return packContextApart(this.#pack, from);
  }

  /** Equal for {@link speechContext}s that are equal; undefined where compiled packs are not kept. */
  get speechDigest(): string | undefined {
    const { digest } = this.#pack;
    if (digest === undefined || this.#catalogue === undefined) return digest;
    return this.#options.compiled?.nameOf('', [digest, JSON.stringify(this.#catalogue.words())]);
  }

  /**
   * Follows the pack's files from now on, and imports of the catalogue since it was read.
   *
   * @param onChange Told when {@link speechContext} has become another one.
   */
  watch(onChange?: () => void): void {
    const { compiled, log } = this.#options;
    const pathOrName = this.#pathOrName;
    const endPackWatch = watchPack(this.#pack, pathOrName, {
      compiled,
      onChange: (pack) => {
        this.#use(pack);
        onChange?.();
        log?.info({ pack: pathOrName }, 'the domain pack was read again');
      },
      onError: (error) =>
        log?.error({ pack: pathOrName }, `the old domain pack stays in use: ${error.message}`),
      onWarning: (message) => log?.warn({ pack: pathOrName }, message),
    });
    const endImportWatch = this.#watchImports(onChange);
    this.#endWatch = () => {
      endPackWatch();
      endImportWatch();
    };
  }

  /** @returns a function that ends this */
  #watchImports(onChange?: () => void): () => void {
    const { catalogue, log } = this.#options;
    if (catalogue === undefined) return () => {};
    // One after the other, so that what stays is the latest.
    let isReading = false;
    let failed: { message: string; importedMs: number; atMs: number; pauseMs: number } | undefined;
    const isDue = (stampMs: number) =>
      stampMs !== this.#importedMs &&
      (stampMs !== failed?.importedMs || performance.now() >= failed.atMs + failed.pauseMs);
    const lookForImport = () => {
      const stampMs = importedMs(catalogue);
      if (isReading || !isDue(stampMs)) return;
      isReading = true;
      this.readCatalogue()
        .then(
          () => {
            failed = undefined;
            onChange?.();
            log?.info('the catalogue was read again');
          },
          ({ message }: Error) => {
            if (message !== failed?.message) log?.error(`${unreadCatalogue}: ${message}`);
            const pauseMs = Math.min((failed?.pauseMs ?? importPollMs / 2) * 2, longestRetryMs);
            failed = { message, importedMs: stampMs, atMs: performance.now(), pauseMs };
          },
        )
        .finally(() => {
          isReading = false;
        });
    };
    // At once: an import may have ended after the catalogue was read.
    lookForImport();
    const timer = setInterval(lookForImport, importPollMs).unref();
    return () => clearInterval(timer);
  }

  /** Requests that the pack understands, for {@link Engine.warmUp}. */
  async sampleRequests(count: number): Promise<string[]> {
    const { sampleRequests } = await import('../nlu/tools/warm-up.js');
    return sampleRequests(this.#pack, count);
  }

  close(): void {
    this.#closing.abort();
    this.#endWatch?.();
  }

  #use(pack: Pack): void {
    this.#pack = pack;
    this.#current = createUnderstander(pack, { catalogue: this.#catalogue });
  }
}

const unreadCatalogue =
  'the catalogue cannot be read, and is tried again; what was read of one before stays in use';

/** When a catalogue was last imported, in milliseconds since 1970; 0 where none was, or none can be read. */
function importedMs(dataFolder: string): number {
  try {
    return statSync(importStamp(dataFolder)).mtimeMs;
  } catch {
    return 0;
  }
}
