import type { Logger } from './log.js';
import {
  type CatalogueSearch,
  type Completeness,
  createUnderstander,
  type Pack,
  type Understander,
  type UnderstandRequest,
  type UnderstandResult,
  watchPack,
} from './nlu/index.js';
import { readCatalogue } from './store/open-catalogue.js';

export interface LiveUnderstanderOptions {
  /** Data folder whose imported catalogue answers searches. */
  catalogue?: string;
  log?: Logger;
}

/** Understanding by the newest version of a pack that loads, over the catalogue in the data folder. */
export class LiveUnderstander implements Understander {
  readonly #options: LiveUnderstanderOptions;
  #pack: Pack;
  #catalogue: CatalogueSearch | undefined;
  #current: Understander;
  #endWatch: (() => void) | undefined;

  constructor(pack: Pack, options: LiveUnderstanderOptions = {}) {
    this.#options = options;
    this.#pack = pack;
    this.#current = createUnderstander(pack);
  }

  get locales(): readonly string[] {
    return this.#current.locales;
  }

  understand(request: UnderstandRequest): UnderstandResult {
    return this.#current.understand(request);
  }

  completeness(request: UnderstandRequest): Completeness {
    return this.#current.completeness(request);
  }

  /** Reads the catalogue that was imported last, if there is one. */
  async readCatalogue(): Promise<void> {
    const { catalogue, log } = this.#options;
    if (catalogue === undefined || log === undefined) return;
    this.#catalogue = await readCatalogue(catalogue, this.#pack.locale, log);
    this.#use(this.#pack);
  }

  /** Follows the pack's files from now on. The recogniser keeps the words that it was started with. */
  watch(pathOrName: string): void {
    const { log } = this.#options;
    const watched = watchPack(pathOrName, {
      onChange: (pack) => {
        this.#use(pack);
        log?.info({ pack: pathOrName }, 'the domain pack was read again');
      },
      onError: (error) =>
        log?.error({ pack: pathOrName }, `the old domain pack stays in use: ${error.message}`),
    });
    this.#endWatch = watched.close;
  }

  close(): void {
    this.#endWatch?.();
  }

  #use(pack: Pack): void {
    this.#pack = pack;
    this.#current = createUnderstander(pack, { catalogue: this.#catalogue });
  }
}
