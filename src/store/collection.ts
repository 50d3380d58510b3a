import type { Page, ReadOptions } from '../query/query-store.js';
import { seal, unseal } from './checksum.js';
import { type DecodedRow, DecodedRows } from './decoded-rows.js';
import { joinKey, rangeBelow } from './key.js';
import { KnownPages, type ReadPage } from './known-pages.js';
import { fromCursor, toCursor } from './page-cursor.js';
import { codesOf, isLevelError, readFailed } from './store-errors.js';
import { openSublevel, type Root, type Sublevel } from './sublevel.js';

export interface CollectionOptions<Row> {
  /** Name of the sublevel; part of the format on disk. */
  name: string;
  /** Version of the row's shape; written with every row. */
  version: number;
  /**
   * Checks what was read, and brings an older version to the present one.
   * @throws anything when the value is no such row: it is then reported and treated as absent
   */
  read(value: unknown, version: number): Row;
  /** Milliseconds since 1970 from which on a row is gone; undefined: never. */
  expiresAt?(row: Row): number | undefined;
  /** Key parts under which a row is found, by index name; undefined leaves the row out. */
  indexes?: Record<string, (row: Row) => readonly string[] | undefined>;
}

export interface WriteOptions {
  /** On disk (fsync) before it resolves. @default false */
  durable?: boolean;
}

export interface ListOptions {
  limit?: number;
  /** `next` of the page before. */
  after?: string;
  reverse?: boolean;
}

/** What one mutation may do. Reads see what earlier mutations of the same batch have done. */
export interface Batch {
  /** The row, expired or not. */
  stored<Row>(collection: Collection<Row>, key: string): Row | undefined;
  put<Row>(collection: Collection<Row>, key: string, row: Row): void;
  del<Row>(collection: Collection<Row>, key: string): void;
  /** Forgets an entry of the expiry index whose row is gone or lives on. */
  forgetExpiry(entry: string): void;
}

export type Mutation = (batch: Batch) => void;

/** What a collection needs of the database that it belongs to. */
export interface CollectionHost {
  /** Milliseconds since 1970. */
  now(): number;
  /** @throws EarshotError `shutting_down` */
  assertOpen(): void;
  /** Runs a mutation and writes what it did as one atomic batch. */
  write(mutation: Mutation, options?: WriteOptions): Promise<void>;
  reportCorruptRow(collection: string, key: string, error: unknown): void;
}

/** Where an index holds a row. */
export interface IndexEntry {
  sublevel: Sublevel;
  entry: string;
}

/** Index entries or rows that are read in one go. */
const entriesAtOnce = 1000;

/** Rows of one kind in a sublevel of a `Database`, with expiry and secondary indexes kept in the same batch. */
export class Collection<Row> {
  readonly name: string;
  readonly #host: CollectionHost;
  readonly #options: CollectionOptions<Row>;
  readonly #level: Root;
  readonly rows: Sublevel;
  readonly #indexes: ReadonlyMap<string, Sublevel>;
  readonly #decoded = new DecodedRows<Row>();
  readonly #pages = new KnownPages<Row>();

  /** Made by `Database.collection`. */
  constructor(host: CollectionHost, options: CollectionOptions<Row>, level: Root) {
    this.#host = host;
    this.#options = options;
    this.#level = level;
    this.name = options.name;
    const sublevel = (name: string) => openSublevel(level, name);
    this.rows = sublevel(options.name);
    const names = Object.keys(options.indexes ?? {});
    this.#indexes = new Map(names.map((name) => [name, sublevel(`${options.name}.${name}`)]));
  }

  get sublevels(): readonly Sublevel[] {
    return [this.rows, ...this.#indexes.values()];
  }

  /**
   * The row, frozen. Reads on this thread: for a row in memory that takes a tenth of what handing it to another thread
   * and back does.
   */
  get(key: string, { evenExpired = false }: ReadOptions = {}): Row | undefined {
    this.#host.assertOpen();
    const known = this.#known(key);
    return evenExpired ? known?.row : this.#live(known);
  }

  put(key: string, row: Row, options: WriteOptions = {}): Promise<void> {
    return this.#host.write((batch) => batch.put(this, key, row), options);
  }

  /** Deleting what is not there is no error. */
  del(key: string, options: WriteOptions = {}): Promise<void> {
    return this.#host.write((batch) => batch.del(this, key), options);
  }

  /**
   * Rows under the leading parts of an index, in the order of the rest of the key.
   * @throws EarshotError `invalid_request` when `after` was not made by an earlier page
   */
  async list(index: string, parts: readonly string[], options: ListOptions = {}): Promise<Page<Row>> {
    this.#host.assertOpen();
    const { limit, after, reverse } = options;
    const range = rangeBelow(parts);
    const read = () => this.#read(index, range, options);
    // whole lists are long, and are not asked for again and again
    if (limit === undefined) return (await read()).page;
    const list = this.#index(index).prefix + range.gte;
    const request = `${limit} ${reverse} ${after}`;
    return this.#pages.get(list, request, this.#host.now()) ?? this.#pages.keep(list, request, read);
  }

  async #read(
    index: string,
    { gte: prefix, lt }: { gte: string; lt: string },
    { limit = Number.POSITIVE_INFINITY, after, reverse = false }: ListOptions,
  ): Promise<ReadPage<Row>> {
    const cursor = after === undefined ? undefined : prefix + fromCursor(after);
    const range = cursor === undefined || reverse ? { gte: prefix, lt: cursor ?? lt } : { gt: cursor, lt };
    const items: Row[] = [];
    let last = '';
    let [from, until] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    // one more than asked for tells whether there is another page
    const entries = this.#entries(this.#index(index), { ...range, reverse }, limit + 1);
    for await (const some of entries) {
      this.#host.assertOpen();
      for (const [entry, key] of some) {
        const decoded = this.#known(key);
        // An entry can outlive its row when the row could not be read any more.
        if (decoded === undefined || this.#entry(index, key, decoded.row) !== entry) continue;
        const row = this.#live(decoded);
        const { expiresAt } = decoded;
        if (row === undefined) {
          from = Math.max(from, expiresAt!);
          continue;
        }
        until = Math.min(until, expiresAt ?? until);
        if (items.length === limit) return { page: { items, next: toCursor(last) }, from, until };
        items.push(row);
        last = entry.slice(prefix.length);
      }
    }
    return { page: { items }, from, until };
  }

  /** All rows, in the order of their keys. */
  async *all(): AsyncGenerator<[key: string, row: Row]> {
    this.#host.assertOpen();
    for await (const some of this.#entries(this.rows, {})) {
      for (const [key, value] of some) {
        const row = this.#live(this.#decode(key, value));
        if (row !== undefined) yield [key, row];
      }
    }
  }

  /** The row whether expired or not, for whoever keeps expiry and indexes in step. */
  stored(key: string): Row | undefined {
    return this.#known(key)?.row;
  }

  /**
   * What was read of a row holds no longer: it was written.
   * @param entries those that it had and those that it has
   */
  forget(key: string, entries: readonly IndexEntry[]): void {
    this.#decoded.forget(key);
    for (const { sublevel, entry } of entries) this.#pages.forgetEntry(sublevel.prefix, entry);
  }

  /** What was read of all rows holds no longer: the files were opened anew. */
  forgetAll(): void {
    this.#decoded.forgetAll();
    this.#pages.forgetAll();
  }

  encode(row: Row): string {
    return seal(JSON.stringify({ v: this.#options.version, row }));
  }

  expiryOf(row: Row): number | undefined {
    return this.#options.expiresAt?.(row);
  }

  /** Where the indexes hold a row. */
  entriesOf(key: string, row: Row): IndexEntry[] {
    return [...this.#indexes].flatMap(([name, sublevel]) => {
      const entry = this.#entry(name, key, row);
      return entry === undefined ? [] : [{ sublevel, entry }];
    });
  }

  #entry(index: string, key: string, row: Row): string | undefined {
    const parts = this.#options.indexes![index](row);
    return parts && joinKey([...parts, key]);
  }

  /**
   * Piece by piece, as each reading goes to another thread and back. A damaged block ends the iteration: better a clear
   * failure than a list that silently lacks rows.
   * @param expected entries that the caller is going to take
   */
  async *#entries(
    sublevel: Sublevel,
    range: object,
    expected = entriesAtOnce,
  ): AsyncGenerator<[key: string, value: string][]> {
    const iterator = sublevel.iterator(range);
    const size = Math.min(expected, entriesAtOnce);
    try {
      for (let some = await iterator.nextv(size); some.length > 0; some = await iterator.nextv(size)) {
        yield some;
      }
    } catch (error) {
      throw isLevelError(error) ? readFailed(error) : error;
    } finally {
      await iterator.close();
    }
  }

  #index(name: string): Sublevel {
    const index = this.#indexes.get(name);
    if (!index) throw new TypeError(`The collection ${this.name} has no index ${name}`);
    return index;
  }

  #raw(key: string): string | undefined {
    try {
      // A new sublevel opens a moment later and cannot be read in sync until then; the database itself can.
      return this.#level.getSync(this.rows.prefixKey(key, 'utf8'));
    } catch (error) {
      return this.#failed(key, error);
    }
  }

  /** A block that LevelDB finds damaged holds no row; any other failure is the disk's. */
  #failed(key: string, error: unknown): undefined {
    if (codesOf(error).includes('LEVEL_CORRUPTION')) {
      this.#host.reportCorruptRow(this.name, key, error);
      return undefined;
    }
    throw readFailed(error);
  }

  #known(key: string): DecodedRow<Row> | undefined {
    const known = this.#decoded.get(key);
    if (known !== undefined) return known;
    const decoded = this.#decode(key, this.#raw(key));
    return decoded && this.#decoded.keep(key, decoded);
  }

  #live(decoded: DecodedRow<Row> | undefined): Row | undefined {
    const expiresAt = decoded?.expiresAt;
    return expiresAt !== undefined && expiresAt <= this.#host.now() ? undefined : decoded?.row;
  }

  #decode(key: string, value: string | undefined): DecodedRow<Row> | undefined {
    if (value === undefined) return undefined;
    try {
      const { v, row } = JSON.parse(unseal(value)) as { v: number; row: unknown };
      if (!Number.isInteger(v) || v < 1 || v > this.#options.version) throw new Error(`unknown version ${v}`);
      const decoded = this.#options.read(row, v);
      return { row: decoded, expiresAt: this.expiryOf(decoded) };
    } catch (error) {
      this.#host.reportCorruptRow(this.name, key, error);
      return undefined;
    }
  }
}
