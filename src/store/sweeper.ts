import { z } from 'zod';
import type { Logger } from '../log.js';
import type { Batch, Collection, CollectionOptions } from './collection.js';
import { splitKey, timeKey } from './key.js';
import type { Sublevel } from './sublevel.js';
import { SweepClock, type SweepClockOptions } from './sweep-clock.js';
import type { WriteQueue } from './write-queue.js';

/** How far sweeping has come; one row. */
interface Swept {
  /** Milliseconds since 1970. */
  reached: number;
}

export const sweptOptions: CollectionOptions<Swept> = {
  name: 'swept',
  version: 1,
  read: (value) => z.object({ reached: z.number() }).parse(value),
};

export interface SweeperOptions extends Pick<SweepClockOptions, 'clock' | 'steadyClock'> {
  /** The index of what expires when. */
  expiry: Sublevel;
  queue: WriteQueue;
  /** By name. Entries of others stay until they are defined. */
  collections: ReadonlyMap<string, Collection<unknown>>;
  /** Made with {@link sweptOptions}. */
  swept: Collection<Swept>;
  /** Runs after each sweep that was not interrupted. */
  onSwept(): Promise<void>;
  log: Logger;
}

/** Expired rows are removed in batches of this many, so that no sweep holds up other writes. */
const rowsPerSweep = 256;
/** A timer that is told more runs all the time. */
const longestTimerMs = 2 ** 31 - 1;
const sweptKey = 'all';

/** Removes expired rows from disk, by a {@link SweepClock}. */
export class Sweeper {
  readonly #options: SweeperOptions;
  readonly #clock: SweepClock;
  #timer: NodeJS.Timeout | undefined;
  #sweep: Promise<number> | undefined;
  #isEnding = false;
  #isNeeded: (key: string) => boolean = () => false;

  constructor(options: SweeperOptions) {
    this.#options = options;
    this.#clock = new SweepClock({ ...options, reached: options.swept.get(sweptKey)?.reached });
  }

  /** Removes what is due, bounded batch by bounded batch. Resolves with the number of rows. */
  sweep(): Promise<number> {
    this.#sweep ??= this.#sweepAll().finally(() => {
      this.#sweep = undefined;
    });
    return this.#sweep;
  }

  /** Rows for which this says so stay for now, though they are due. */
  keepWhile(isNeeded: (key: string) => boolean): void {
    this.#isNeeded = isNeeded;
  }

  /** Sweeps now and then, without keeping the process alive. */
  start(intervalMs: number): void {
    clearInterval(this.#timer);
    const sweep = () => {
      this.sweep().catch((error) => this.#options.log.error({ err: error }, 'sweeping the store failed'));
    };
    this.#timer = setInterval(sweep, Math.min(intervalMs, longestTimerMs)).unref();
  }

  /** Waits for the batch under way, and sweeps no more. */
  async end(): Promise<void> {
    this.#isEnding = true;
    clearInterval(this.#timer);
    await this.#sweep?.catch(() => undefined);
  }

  async #sweepAll(): Promise<number> {
    const { expiry, queue, swept, onSwept } = this.#options;
    const until = this.#clock.now();
    let removed = 0;
    // Else the next start would believe any clock, until something is removed.
    if (swept.get(sweptKey) === undefined)
      await queue.write((batch) => batch.put(swept, sweptKey, { reached: until }));
    let after = '';
    while (!this.#isEnding) {
      const due = await expiry.keys({ gt: after, lt: timeKey(until + 1), limit: rowsPerSweep }).all();
      if (due.length === 0) break;
      // Past what stays, as a collection is not in use.
      after = due.at(-1)!;
      // Not the database's own `write`, which refuses once closing has begun: a sweep under way ends its batch.
      await queue.write((batch) => {
        for (const entry of due) if (this.#remove(batch, entry, until)) removed++;
        batch.put(swept, sweptKey, { reached: until });
      });
    }
    if (!this.#isEnding) await onSwept();
    return removed;
  }

  /** @returns whether the row of an entry that is due was removed */
  #remove(batch: Batch, entry: string, until: number): boolean {
    const [, name, key] = splitKey(entry);
    const collection = this.#options.collections.get(name);
    // A collection that is not in use yet is left for the sweep after its definition.
    if (!collection) return false;
    const row = batch.stored(collection, key);
    const expiresAt = row === undefined ? undefined : collection.expiryOf(row);
    const isDue = row === undefined || (expiresAt !== undefined && expiresAt <= until);
    if (isDue && this.#isNeeded(key)) return false;
    if (isDue) batch.del(collection, key);
    batch.forgetExpiry(entry);
    return isDue;
  }
}
