import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { EarshotError } from '../errors.js';
import { makeFolders } from '../files/make-folders.js';
import { openFailed } from './store-errors.js';

/** @returns the true path, so that two names of one folder are one. */
export function makeFolder(directory: string): string {
  try {
    makeFolders(join(resolve(directory), 'db'), 0o700);
    const path = realpathSync(resolve(directory));
    // What people said is kept in here: nobody else's business, whoever made the folder.
    chmodSync(join(path, 'db'), 0o700);
    return path;
  } catch (error) {
    throw openFailed(directory, error);
  }
}

const filesOf = (directory: string) => join(directory, 'db');
const formerFilesOf = (directory: string) => join(directory, 'db.old');

/** Puts the files of another store in the place of a store's own. Both are closed, and their folders held. */
export function exchangeFiles(directory: string, other: string): void {
  renameSync(filesOf(directory), formerFilesOf(directory));
  renameSync(filesOf(other), filesOf(directory));
  settleExchange(directory);
}

/** Ends an exchange, also one that a crash interrupted: then the old files are in their place again, or the new ones. */
export function settleExchange(directory: string): void {
  const former = formerFilesOf(directory);
  if (!existsSync(former)) return;
  // Whoever waits for the folder makes an empty one meanwhile; LevelDB's files have a CURRENT.
  if (!existsSync(join(filesOf(directory), 'CURRENT'))) {
    removeFolder(filesOf(directory));
    renameSync(former, filesOf(directory));
  }
  removeFolder(former);
}

/**
 * Without its file CURRENT, LevelDB takes a folder for a new one, and removes the rows that are in it.
 * @throws EarshotError `store_failed` where there are rows, as a backup that was cut short leaves them
 */
export function assertNotHeadless(directory: string): void {
  const files = readdirSync(filesOf(directory));
  if (files.includes('CURRENT')) return;
  const holdsRows = (name: string) =>
    /\.(ldb|sst|log)$/.test(name) && statSync(join(filesOf(directory), name)).size > 0;
  if (!files.some(holdsRows)) return;
  throw new EarshotError(
    'store_failed',
    `The data folder ${directory} cannot be used: its file db/CURRENT is missing. Restore it from a backup, or move it away to start with an empty one.`,
  );
}

/**
 * Bytes of what was written last that LevelDB could not read when it was just opened, and goes on without; it tells so in its
 * journal alone. Of a write that a crash cut short, which was acknowledged to nobody, it does not.
 */
export function droppedBytes(directory: string): number {
  let journal = '';
  try {
    journal = readFileSync(join(filesOf(directory), 'LOG'), 'utf8');
  } catch {
    // LevelDB goes on without, where it cannot write it.
  }
  const dropped = [...journal.matchAll(/\.log: dropping (\d+) bytes; /g)];
  return dropped.reduce((sum, [, bytes]) => sum + Number(bytes), 0);
}

/** Removes a folder and all in it, if it is there. */
export function removeFolder(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
}

/** Whether a store was ever made here. One that cannot be reached is left to whoever opens it to tell. */
export function hasStore(directory: string): boolean {
  try {
    return statSync(filesOf(directory)).isDirectory();
  } catch (error) {
    return !/^(ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? '');
  }
}
