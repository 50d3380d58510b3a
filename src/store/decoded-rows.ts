import { deepFreeze } from '../deep-freeze.js';

/** Rows kept; a few kilobytes each. */
const mostRows = 512;

/**
 * Rows as they were decoded, by key, until they are written anew: whoever writes says so, before the one who had it
 * written is told. Rows are frozen: many callers share them.
 */
export class DecodedRows<Row> {
  readonly #rows = new Map<string, Row>();

  get(key: string): Row | undefined {
    return this.#rows.get(key);
  }

  /** @returns The row, frozen. */
  keep(key: string, row: Row): Row {
    this.#rows.set(key, deepFreeze(row));
    // The oldest goes, even if it is asked for often: decoding it once more costs little.
    if (this.#rows.size > mostRows) this.#rows.delete(this.#rows.keys().next().value!);
    return row;
  }

  forget(key: string): void {
    this.#rows.delete(key);
  }

  forgetAll(): void {
    this.#rows.clear();
  }
}
