import type { Batch, Collection, IndexEntry, Mutation, WriteOptions } from './collection.js';
import { joinKey, timeKey } from './key.js';
import type { Root, Sublevel } from './sublevel.js';

type Operation =
  | { type: 'put'; sublevel: Sublevel; key: string; value: string }
  | { type: 'del'; sublevel: Sublevel; key: string };

/** A row that a batch puts or deletes, with the index entries that it had and those that it has. */
type Written = readonly [
  collection: Pick<Collection<unknown>, 'forget'>,
  key: string,
  entries: readonly IndexEntry[],
];

interface Waiting {
  mutation: Mutation;
  durable: boolean;
  resolve(): void;
  reject(error: unknown): void;
}

/** As many mutations go into one batch at most. */
const mutationsPerBatch = 512;
/** Between attempts to repair what failed, where nobody writes meanwhile. */
export const repairPauseMs = 5000;

/**
 * Writes one batch at a time; mutations that arrive meanwhile share the next one, and its fsync (group commit). As no
 * two batches overlap, a mutation can read a row, decide, and write it back with its index entries. Each mutation is
 * atomic; one that throws leaves nothing behind.
 */
export class WriteQueue {
  readonly #level: Root;
  readonly #expiry: Sublevel;
  readonly #repair: () => Promise<void>;
  readonly #waiting: Waiting[] = [];
  #hasFailed = false;
  #isRenewalDue = false;
  #running: Promise<void> | undefined;
  #repairing: NodeJS.Timeout | undefined;

  /**
   * @param repair Runs before the next batch after one that failed, and now and then until it succeeds; while it throws,
   * nothing is written.
   */
  constructor(level: Root, expiry: Sublevel, repair: () => Promise<void>) {
    this.#level = level;
    this.#expiry = expiry;
    this.#repair = repair;
  }

  write(mutation: Mutation, { durable = false }: WriteOptions = {}): Promise<void> {
    const written = new Promise<void>((resolve, reject) => {
      this.#waiting.push({ mutation, durable, resolve, reject });
    });
    this.#running ??= this.#run();
    return written;
  }

  /** Has the repair run once between two batches though none has failed. That it cannot is no failure. */
  renew(): Promise<void> {
    this.#isRenewalDue = true;
    return this.write(() => undefined);
  }

  /** Whether the last batch was written. */
  get isWritable(): boolean {
    return !this.#hasFailed;
  }

  /** Resolves when everything handed in so far is written; nothing more is handed in. */
  async drain(): Promise<void> {
    while (this.#running) await this.#running;
    clearTimeout(this.#repairing);
  }

  async #run(): Promise<void> {
    // Mutations of the same turn of the event loop belong together.
    await null;
    while (this.#waiting.length > 0) {
      let group = this.#waiting.splice(0, mutationsPerBatch);
      try {
        if (this.#hasFailed) await this.#repair();
        else if (this.#isRenewalDue) await this.#repair().catch(() => undefined);
        this.#hasFailed = this.#isRenewalDue = false;
        const { operations, accepted, written } = this.#assemble(group);
        group = accepted;
        try {
          if (operations.length > 0) {
            await this.#level.batch(operations, { sync: accepted.some(({ durable }) => durable) });
          }
        } finally {
          for (const [collection, ...row] of written) collection.forget(...row);
        }
        for (const { resolve } of accepted) resolve();
      } catch (error) {
        this.#hasFailed = true;
        for (const { reject } of group) reject(error);
        this.#repairLater();
      }
    }
    this.#running = undefined;
  }

  /** So that who asks whether the store is writable hears of it, even if nobody dares to write before. */
  #repairLater(): void {
    clearTimeout(this.#repairing);
    const repair = () => this.write(() => undefined).catch(() => undefined);
    this.#repairing = setTimeout(repair, repairPauseMs).unref();
  }

  #assemble(group: readonly Waiting[]): { operations: Operation[]; accepted: Waiting[]; written: Written[] } {
    const operations: Operation[] = [];
    const accepted: Waiting[] = [];
    const written: Written[] = [];
    const seen = new Map<string, unknown>();
    for (const waiting of group) {
      const draft = new Draft(this.#expiry, seen);
      try {
        waiting.mutation(draft);
      } catch (error) {
        waiting.reject(error);
        continue;
      }
      for (const [key, row] of draft.changed) seen.set(key, row);
      operations.push(...draft.operations);
      written.push(...draft.written);
      accepted.push(waiting);
    }
    return { operations, accepted, written };
  }
}

class Draft implements Batch {
  readonly operations: Operation[] = [];
  readonly changed = new Map<string, unknown>();
  readonly written: Written[] = [];
  readonly #expiry: Sublevel;
  readonly #seen: ReadonlyMap<string, unknown>;

  constructor(expiry: Sublevel, seen: ReadonlyMap<string, unknown>) {
    this.#expiry = expiry;
    this.#seen = seen;
  }

  stored<Row>(collection: Collection<Row>, key: string): Row | undefined {
    const name = joinKey([collection.name, key]);
    for (const rows of [this.changed, this.#seen]) {
      if (rows.has(name)) return rows.get(name) as Row | undefined;
    }
    return collection.stored(key);
  }

  put<Row>(collection: Collection<Row>, key: string, row: Row): void {
    const before = this.#removeTraces(collection, key);
    this.#set(collection.rows, key, collection.encode(row));
    const entries = collection.entriesOf(key, row);
    for (const { sublevel, entry } of entries) this.#set(sublevel, entry, key);
    const expiresAt = collection.expiryOf(row);
    if (expiresAt !== undefined) this.#set(this.#expiry, expiryEntry(expiresAt, collection.name, key), '');
    this.#note(collection, key, row, [...before, ...entries]);
  }

  del<Row>(collection: Collection<Row>, key: string): void {
    const before = this.#removeTraces(collection, key);
    this.operations.push({ type: 'del', sublevel: collection.rows, key });
    this.#note(collection, key, undefined, before);
  }

  forgetExpiry(entry: string): void {
    this.operations.push({ type: 'del', sublevel: this.#expiry, key: entry });
  }

  /** Index and expiry entries of the row as it was. @returns The former. */
  #removeTraces<Row>(collection: Collection<Row>, key: string): IndexEntry[] {
    const before = this.stored(collection, key);
    if (before === undefined) return [];
    const entries = collection.entriesOf(key, before);
    for (const { sublevel, entry } of entries) this.operations.push({ type: 'del', sublevel, key: entry });
    const expiresAt = collection.expiryOf(before);
    if (expiresAt !== undefined) this.forgetExpiry(expiryEntry(expiresAt, collection.name, key));
    return entries;
  }

  #note<Row>(collection: Collection<Row>, key: string, row: Row | undefined, entries: IndexEntry[]): void {
    this.changed.set(joinKey([collection.name, key]), row);
    this.written.push([collection, key, entries]);
  }

  #set(sublevel: Sublevel, key: string, value: string): void {
    this.operations.push({ type: 'put', sublevel, key, value });
  }
}

/** Key in the expiry index: when, which collection, which row. */
function expiryEntry(expiresAtMs: number, collection: string, key: string): string {
  return joinKey([timeKey(expiresAtMs), collection, key]);
}
