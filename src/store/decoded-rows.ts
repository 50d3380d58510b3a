import { deepFreeze } from '../memory/deep-freeze.js';

/** Rows kept; a few kilobytes each. */
const mostRows = 512;

export interface DecodedRow<Row> {
  row: Row;
  /** Milliseconds since 1970 from which on it is gone; undefined: never. */
  expiresAt: number | undefined;
}

/**
 * Rows as they were decoded, by key, until they are written anew: whoever writes says so, before the one who had it
 * written is told. Rows are frozen: many callers share them.
 */
export class DecodedRows<Row> {
  readonly #rows = new Map<string, DecodedRow<Row>>();

  get(key: string): DecodedRow<Row> | undefined {
    return this.#rows.get(key);
  }

  /** @returns The same, the row frozen. */
  keep(key: string, decoded: DecodedRow<Row>): DecodedRow<Row> {
    deepFreeze(decoded.row);
    this.#rows.set(key, decoded);
    // The oldest goes, even if it is asked for often: decoding it once more costs little.
    if (this.#rows.size > mostRows) this.#rows.delete(this.#rows.keys().next().value!);
    return decoded;
  }

  forget(key: string): void {
    this.#rows.delete(key);
  }

  forgetAll(): void {
    this.#rows.clear();
  }
}
