import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Level } from 'level';
import { EarshotError } from '../errors.js';
import type { Logger } from '../log.js';
import { assertRoom, freeRoom } from './assert-room.js';
import {
  Collection,
  type CollectionHost,
  type CollectionOptions,
  type Mutation,
  type WriteOptions,
} from './collection.js';
import { levelOptions } from './level-options.js';
import { OwnerLock, readOwner, type StoreOwner, storeLocked } from './owner-lock.js';
import { codesOf, isLevelError, openFailed, writeFailed } from './store-errors.js';
import { assertNotHeadless, droppedBytes, makeFolder, settleExchange } from './store-folder.js';
import { openSublevel, type Root, type Sublevel } from './sublevel.js';
import { Sweeper, sweptOptions } from './sweeper.js';
import { repairPauseMs, WriteQueue } from './write-queue.js';

export interface DatabaseOptions {
  /** Folder of the store; made when missing. */
  directory: string;
  log: Logger;
  /** Milliseconds since 1970. @default Date.now */
  clock?: () => number;
  /** Milliseconds since whenever, by a clock that nobody sets. @default performance.now */
  steadyClock?: () => number;
  /** How long to wait for a folder that another process holds. @default 0 */
  waitMs?: number;
  /** Bytes that LevelDB may have written about its own work before it is opened anew. @default 67108864 (64 MiB) */
  mostJournalBytes?: number;
}

/** Format of the whole store; a higher one on disk is refused. */
const storeFormat = '1';
/** Between attempts to open the store again, which nothing can be read from meanwhile. */
const reopenPauseMs = 1000;
/**
 * What LevelDB writes about its own work as long as it is open, and begins anew when it is opened: 20,000 queries a day
 * made 0.8 MB of it, which is 300 MB in a year.
 */
const journals = /^(LOG|MANIFEST-\d+)$/;
const mostJournalBytes = 64 * 2 ** 20;
/** Unreadable rows that are told apart, so that a damaged disk fills no memory; the others are logged each time. */
const mostReported = 10_000;
/** Between attempts to open a folder that another process holds. */
const retryOpenMs = 50;
const whatWasDropped =
  'some of what was written last to the data folder is damaged and lost; the rest is used; if that will not do, restore a backup';
const heldName = Symbol.for('earshot.store.held');
/** Folders that this process holds, seen by every copy of this module that was loaded. */
const registry = globalThis as { [heldName]?: Set<string> };
registry[heldName] ??= new Set();
const held: Set<string> = registry[heldName];

/**
 * The LevelDB database of a data folder, with one owner: inside the process the path is guarded, between processes
 * an owner file and LevelDB's own lock stand guard.
 */
export class Database implements CollectionHost {
  readonly directory: string;
  readonly #options: DatabaseOptions;
  readonly #level: Root;
  readonly #lock: OwnerLock;
  readonly #expiry: Sublevel;
  readonly #queue: WriteQueue;
  readonly #collections = new Map<string, Collection<unknown>>();
  readonly #reported = new Set<string>();
  readonly #sweeper: Sweeper;
  #closing: Promise<void> | undefined;

  private constructor(options: DatabaseOptions, level: Root, lock: OwnerLock) {
    this.#options = options;
    this.directory = options.directory;
    this.#level = level;
    this.#lock = lock;
    this.#expiry = openSublevel(level, 'expiry');
    this.#queue = new WriteQueue(level, this.#expiry, () => this.#openAnew());
    this.#sweeper = new Sweeper({
      expiry: this.#expiry,
      queue: this.#queue,
      collections: this.#collections,
      swept: this.collection(sweptOptions),
      clock: () => this.now(),
      steadyClock: options.steadyClock ?? (() => performance.now()),
      onSwept: () => this.#boundJournals(),
      log: options.log,
    });
  }

  /**
   * @throws EarshotError `store_locked` with the owner in `extra.owner`, `store_failed` when the folder cannot be
   * used (permissions, damage, a newer format)
   */
  static async open(given: DatabaseOptions): Promise<Database> {
    const { clock = Date.now, waitMs = 0 } = given;
    const options = { ...given, clock, directory: makeFolder(given.directory) };
    const deadline = performance.now() + waitMs;
    while (true) {
      try {
        return await Database.#openNow(options);
      } catch (error) {
        const isLocked = error instanceof EarshotError && error.code === 'store_locked';
        if (!isLocked || performance.now() >= deadline) throw error;
        await sleep(retryOpenMs);
      }
    }
  }

  static async #openNow(options: DatabaseOptions & { clock: () => number }): Promise<Database> {
    const { directory } = options;
    if (held.has(directory)) throw storeLocked(directory, readOwner(directory));
    held.add(directory);
    let lock: OwnerLock | undefined;
    let level: Root | undefined;
    try {
      lock = OwnerLock.acquire(directory, new Date(options.clock()));
      settleExchange(directory);
      freeRoom(join(directory, 'db'));
      assertNotHeadless(directory);
      level = new Level<string, string>(join(directory, 'db'), levelOptions);
      await level.open();
      const bytes = droppedBytes(directory);
      if (bytes > 0) options.log.error({ directory, bytes }, whatWasDropped);
      const database = new Database(options, level, lock);
      await database.#checkFormat();
      return database;
    } catch (error) {
      await level?.close().catch(() => undefined);
      const isHeld = codesOf(error).includes('LEVEL_LOCKED');
      if (isHeld) lock?.giveBack();
      else lock?.release();
      held.delete(directory);
      if (isHeld) throw storeLocked(directory, readOwner(directory));
      throw openFailed(directory, error);
    }
  }

  get status(): 'opening' | 'open' | 'closing' | 'closed' {
    return this.#closing && this.#level.status === 'open' ? 'closing' : this.#level.status;
  }

  get owner(): Readonly<StoreOwner> {
    return this.#lock.owner;
  }

  /** Rows that could not be read since opening; each is logged once and treated as absent. */
  get corruptRows(): number {
    return this.#reported.size;
  }

  /** Not while the disk is full, say. Tried again every few seconds. */
  get isWritable(): boolean {
    return this.#queue.isWritable;
  }

  now(): number {
    return this.#options.clock!();
  }

  /** Writes the address of the control socket into the owner file, for processes that find the folder held. */
  announceControl(address: string | undefined): void {
    this.#lock.announce(address);
  }

  /** Defines a collection; each name once. */
  collection<Row>(options: CollectionOptions<Row>): Collection<Row> {
    if (this.#collections.has(options.name))
      throw new TypeError(`The collection ${options.name} exists already`);
    const collection = new Collection<Row>(this, options, this.#level);
    this.#collections.set(options.name, collection as unknown as Collection<unknown>);
    return collection;
  }

  /**
   * Runs a mutation and writes what it did as one atomic batch.
   * @throws what the mutation throws; EarshotError `store_failed` when the disk refuses, `shutting_down` after `close`
   */
  async write(mutation: Mutation, options?: WriteOptions): Promise<void> {
    this.assertOpen();
    try {
      await this.#queue.write(mutation, options);
    } catch (error) {
      if (!isLevelError(error)) throw error;
      this.#options.log.error({ err: error }, 'the store cannot be written');
      throw writeFailed(error, repairPauseMs / 1000);
    }
  }

  /** Removes expired rows from disk, bounded batch by bounded batch. Resolves with their number. */
  sweep(): Promise<number> {
    return this.#sweeper.sweep();
  }

  /** Rows by whose keys this says so are not removed for now, though they have expired. */
  keepWhile(isNeeded: (key: string) => boolean): void {
    this.#sweeper.keepWhile(isNeeded);
  }

  /** Sweeps now and then, without keeping the process alive. `close` ends it. */
  startSweeping(intervalMs: number): void {
    this.#sweeper.start(intervalMs);
  }

  /**
   * Waits for writes under way, then gives the folder free. Safe more than once.
   * @param last Runs when the files are closed and the folder is still ours.
   */
  close(last?: () => unknown): Promise<void> {
    this.#closing ??= this.#close(last);
    return this.#closing;
  }

  /** @throws EarshotError `shutting_down` */
  assertOpen(): void {
    if (this.#closing) throw new EarshotError('shutting_down', 'The store is closing.');
  }

  reportCorruptRow(collection: string, key: string, error: unknown): void {
    const name = `${collection}/${key}`;
    if (this.#reported.has(name)) return;
    if (this.#reported.size < mostReported) this.#reported.add(name);
    const reason = (error as Error)?.message;
    this.#options.log.error(
      { collection, key, reason },
      'a row of the store is not readable and counts as absent',
    );
  }

  async #checkFormat(): Promise<void> {
    const meta = openSublevel(this.#level, 'meta');
    const format = await meta.get('format');
    if (format === undefined) {
      await this.#level.batch([{ type: 'put', sublevel: meta, key: 'format', value: storeFormat }], {
        sync: true,
      });
    } else if (format !== storeFormat) {
      const detail = `The data folder ${this.directory} has format ${format}; this Earshot reads format ${storeFormat}.`;
      throw new EarshotError('store_failed', `${detail} Use the Earshot that wrote it, or another folder.`);
    }
  }

  /** Reads fail for the moment that it takes, some 20 ms, so that it is rare. */
  async #boundJournals(): Promise<void> {
    const folder = join(this.directory, 'db');
    const names = (await readdir(folder)).filter((name) => journals.test(name));
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    if (bytes > (this.#options.mostJournalBytes ?? mostJournalBytes)) await this.#queue.renew();
  }

  /**
   * After a write that failed half way LevelDB goes on behind the damage in its log, where it finds nothing any more when
   * it opens the next time. Opened now, it reads the log up to there and begins another one.
   */
  async #openAnew(): Promise<void> {
    // Without room it would not open, and what is stored could not even be read.
    await assertRoom(join(this.directory, 'db')).catch((error) => {
      throw writeFailed(error, repairPauseMs / 1000);
    });
    await this.#level.close();
    while (this.#level.status !== 'open') {
      await this.#level.open().catch(async (error) => {
        if (this.#closing) throw error;
        this.#options.log.error({ err: error }, 'the store cannot be opened again');
        await sleep(reopenPauseMs);
      });
    }
    const collections = [...this.#collections.values()];
    const sublevels = [this.#expiry, ...collections.flatMap(({ sublevels }) => sublevels)];
    await Promise.all(sublevels.map((sublevel) => sublevel.open()));
    // a write that was reported as failed may have reached the disk
    for (const collection of collections) collection.forgetAll();
    this.#options.log.info('the store was opened anew');
  }

  async #close(last?: () => unknown): Promise<void> {
    await this.#sweeper.end();
    await this.#queue.drain();
    await this.#level.close();
    try {
      await last?.();
    } finally {
      this.#lock.release();
      held.delete(this.directory);
    }
  }
}
