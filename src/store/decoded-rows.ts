import { deepFreeze } from '../deep-freeze.js';

/** Rows kept; a few kilobytes each. */
const mostRows = 512;

/**
 * Rows as they were decoded, by key. A row counts only for the very text that it was decoded from, so whoever has just
 * read that text never gets an outdated one. Rows are frozen: many callers share them.
 */
export class DecodedRows<Row> {
  readonly #rows = new Map<string, { text: string; row: Row }>();

  /** The row, when its text is still this one. */
  get(key: string, text: string): Row | undefined {
    const found = this.#rows.get(key);
    return found?.text === text ? found.row : undefined;
  }

  /** @returns The row, frozen. */
  keep(key: string, text: string, row: Row): Row {
    this.#rows.set(key, { text, row: deepFreeze(row) });
    // The oldest goes, even if it is asked for often: decoding it once more costs little.
    if (this.#rows.size > mostRows) this.#rows.delete(this.#rows.keys().next().value!);
    return row;
  }
}
