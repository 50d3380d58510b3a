import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { EarshotError } from '../errors.js';

/** Who holds a data folder, as its `owner.json` says. */
export interface StoreOwner {
  pid: number;
  host: string;
  /** ISO 8601 with milliseconds. */
  since: string;
  /** Tells one process from a later one with the same id; absent where the system does not tell. */
  processIdentity?: string;
  /** Unique for each time that a folder is taken. */
  lease: string;
  /** Tells the folder from a copy of it; absent where the system does not tell. */
  folderIdentity?: string;
  /** Address of the control socket, while there is one. */
  control?: string;
}

const fileName = 'owner.json';

/**
 * Our lock on a data folder. LevelDB's own lock is held by the kernel and judges between processes, but a second
 * open inside ONE process closes a descriptor of the lock file and thereby drops it (POSIX record locks); this file
 * is looked at first, so that LevelDB is never asked. It also tells who the owner is and how to reach it.
 *
 * A file whose process is gone is taken over; process ids are used again, so the process must also have started when
 * the file says. So is one that was copied here with the folder that its process has. Where that cannot be told (another
 * host, a system without /proc) the file does not refuse, and LevelDB's lock has the last word: then {@link giveBack}
 * restores what was found.
 */
export class OwnerLock {
  readonly #file: string;
  readonly #replaced: string | undefined;
  #owner: StoreOwner;

  private constructor(file: string, owner: StoreOwner, replaced: string | undefined) {
    this.#file = file;
    this.#owner = owner;
    this.#replaced = replaced;
  }

  /** @throws EarshotError `store_locked` */
  static acquire(directory: string, now: Date): OwnerLock {
    const file = join(directory, fileName);
    // Before anything is written: on a full disk the owner, who can be asked through its socket, is told of as well.
    refuseHeld(directory);
    const owner: StoreOwner = {
      pid: process.pid,
      host: hostname(),
      since: now.toISOString(),
      processIdentity: processIdentity(process.pid),
      lease: randomUUID(),
      folderIdentity: folderIdentity(directory),
    };
    let replaced: string | undefined;
    for (let attempt = 0; attempt < 5; attempt++) {
      if (createExclusively(file, owner)) return new OwnerLock(file, owner, replaced);
      const found = refuseHeld(directory);
      // Whoever moves the file aside is the only one that does; if it was no longer the one judged, it goes back.
      const aside = `${file}.${owner.lease}`;
      try {
        renameSync(file, aside);
      } catch {
        continue;
      }
      const moved = readJson(aside);
      if (moved?.lease !== found?.lease) {
        renameSync(aside, file);
        continue;
      }
      replaced = readText(aside);
      rmSync(aside, { force: true });
    }
    throw storeLocked(directory, readOwner(directory));
  }

  get owner(): Readonly<StoreOwner> {
    return this.#owner;
  }

  /** Makes the control socket's address known, or forgets it. */
  announce(control: string | undefined): void {
    this.#owner = { ...this.#owner, control };
    replaceFile(this.#file, serialise(this.#owner), this.#owner.lease);
  }

  /**
   * Removes the file, unless another process has taken the folder over meanwhile. One that cannot be removed, as the disk
   * has become read-only, is taken over when this process is gone.
   */
  release(): void {
    if (readJson(this.#file)?.lease !== this.#owner.lease) return;
    try {
      rmSync(this.#file, { force: true });
    } catch {
      // as said above
    }
  }

  /** LevelDB said that the folder is held after all: puts the true owner's file back. */
  giveBack(): void {
    if (this.#replaced === undefined) this.release();
    else replaceFile(this.#file, this.#replaced, this.#owner.lease);
  }
}

/** Who holds a folder by its owner file; undefined when nobody does, or nobody can be told. */
export function readOwner(directory: string): StoreOwner | undefined {
  const value = readJson(join(directory, fileName));
  return typeof value?.pid === 'number' && typeof value.since === 'string'
    ? (value as StoreOwner)
    : undefined;
}

/** That somebody else has the folder, and what to do about it. */
export function storeLocked(directory: string, owner: StoreOwner | undefined): EarshotError {
  const who = owner ? `process ${owner.pid} on ${owner.host} since ${owner.since}` : 'another process';
  const self = owner?.pid === process.pid && owner.host === hostname() ? ' (this very process)' : '';
  return new EarshotError(
    'store_locked',
    `The data folder ${directory} is in use by ${who}${self}. Stop that process, or choose another folder with --data.`,
    { extra: owner ? { owner } : undefined },
  );
}

/** @returns The owner that the file tells of, who is gone or somewhere else. @throws EarshotError `store_locked` */
function refuseHeld(directory: string): StoreOwner | undefined {
  const found = readOwner(directory);
  if (found && isSurelyAlive(found) && isOf(directory, found)) throw storeLocked(directory, found);
  return found;
}

function isSurelyAlive(owner: StoreOwner): boolean {
  if (owner.host !== hostname()) return false;
  const identity = processIdentity(owner.pid);
  if (identity !== undefined && owner.processIdentity !== undefined)
    return identity === owner.processIdentity;
  // No /proc: our own id can only be judged by its age; of others, LevelDB's lock knows.
  return owner.pid === process.pid && Date.parse(owner.since) >= Date.now() - process.uptime() * 1000 - 1000;
}

/** Whether the folder is the one that was taken, as far as can be told. */
function isOf(directory: string, { folderIdentity: taken }: StoreOwner): boolean {
  return taken === undefined || taken === folderIdentity(directory);
}

/** Device and inode; undefined when not to be had. */
function folderIdentity(directory: string): string | undefined {
  const { dev, ino } = statSync(directory, { bigint: true });
  return ino === 0n ? undefined : `${dev}:${ino}`;
}

/** Boot and start time of a process (Linux: proc(5), field 22 of /proc/PID/stat); undefined when not to be had. */
function processIdentity(pid: number): string | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  const boot = readText('/proc/sys/kernel/random/boot_id')?.trim();
  if (!stat || !boot) return undefined;
  const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return `${boot}:${afterName[19]}`;
}

function createExclusively(file: string, owner: StoreOwner): boolean {
  // A link to a finished file, so that nobody ever reads half of it.
  const draft = `${file}.${owner.lease}.new`;
  try {
    writeFileSync(draft, serialise(owner), { mode: 0o600 });
    return linkTo(draft, file) ?? createWithoutLink(file, owner);
  } finally {
    // Even if it could not be written: on a full disk each attempt of a supervisor would leave one.
    rmSync(draft, { force: true });
  }
}

/** Whether the link was made and not there already; undefined where there are no links. */
function linkTo(draft: string, file: string): boolean | undefined {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST' ? false : undefined;
  }
}

/** For file systems without hard links. */
function createWithoutLink(file: string, owner: StoreOwner): boolean {
  try {
    writeFileSync(file, serialise(owner), { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function replaceFile(file: string, content: string, lease: string): void {
  const draft = `${file}.${lease}.new`;
  try {
    writeFileSync(draft, content, { mode: 0o600 });
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

function serialise(owner: StoreOwner): string {
  return `${JSON.stringify(owner, undefined, 2)}\n`;
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function readJson(file: string): Partial<StoreOwner> | undefined {
  try {
    const value = JSON.parse(readText(file) ?? '');
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
