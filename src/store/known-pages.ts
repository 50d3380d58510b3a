import type { Page } from '../query/query-store.js';

/** Rows kept in all pages together; each page counts as one more. */
const mostRows = 512;

/** A page as it was read. */
export interface ReadPage<Row> {
  page: Page<Row>;
  /**
   * Milliseconds since 1970 from which on it is this page: the last row that was left out as expired has gone by then.
   * Where a clock that was wrong is put right, it may be earlier than when it was read.
   */
  from: number;
  /** Milliseconds since 1970 from which on it would be another one, as a row of it is gone. */
  until: number;
}

/** A page that is known, or is being read. */
interface Slot<Row> extends Partial<ReadPage<Row>> {
  /** What was asked for. */
  request: string;
}

/**
 * The page last read of each list, until a row of the list is written or expires: whoever writes says so, before the one
 * who had it written is told. Pages are frozen: many callers share them. A list is named by what the keys of its entries
 * begin with.
 */
export class KnownPages<Row> {
  readonly #slots = new Map<string, Slot<Row>>();
  #rows = 0;

  /** @param request which page of the list */
  get(list: string, request: string, nowMs: number): Page<Row> | undefined {
    const known = this.#slots.get(list);
    if (known?.page === undefined || known.request !== request) return undefined;
    return nowMs >= known.from! && nowMs < known.until! ? known.page : undefined;
  }

  /** Keeps what is read, unless the list is written meanwhile. */
  async keep(list: string, request: string, read: () => Promise<ReadPage<Row>>): Promise<Page<Row>> {
    this.#forget(list);
    const slot: Slot<Row> = { request };
    this.#slots.set(list, slot);
    this.#rows++;
    try {
      const { page, ...span } = await read();
      if (this.#slots.get(list) === slot) {
        Object.freeze(page.items);
        Object.assign(slot, { page: Object.freeze(page), ...span });
        this.#rows += page.items.length;
      }
      return page;
    } finally {
      // The oldest goes, even if it is asked for often: reading it once more costs little.
      for (const oldest of this.#slots.keys()) {
        if (this.#rows <= mostRows) break;
        this.#forget(oldest);
      }
    }
  }

  /**
   * Forgets all lists that an entry belongs to.
   * @param prefix what the keys of its index begin with
   */
  forgetEntry(prefix: string, entry: string): void {
    for (let end = 0; ; ) {
      this.#forget(prefix + entry.slice(0, end));
      end = entry.indexOf('\0', end) + 1;
      if (end === 0) break;
    }
  }

  forgetAll(): void {
    this.#slots.clear();
    this.#rows = 0;
  }

  #forget(list: string): void {
    const slot = this.#slots.get(list);
    if (slot === undefined) return;
    this.#slots.delete(list);
    this.#rows -= 1 + (slot.page?.items.length ?? 0);
  }
}
