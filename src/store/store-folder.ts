import { chmodSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EarshotError } from '../errors.js';
import { codesOf } from './collection.js';

/** @returns the true path, so that two names of one folder are one. */
export function makeFolder(directory: string): string {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    mkdirSync(join(directory, 'db'), { recursive: true, mode: 0o700 });
    const path = realpathSync(resolve(directory));
    // What people said is kept in here: nobody else's business, whoever made the folder.
    chmodSync(join(path, 'db'), 0o700);
    return path;
  } catch (error) {
    throw openFailed(directory, error);
  }
}

export function writeFailed(cause: unknown): EarshotError {
  return new EarshotError('store_failed', 'The data folder cannot be written; is the disk full?', { cause });
}

export function openFailed(directory: string, error: unknown): EarshotError {
  if (error instanceof EarshotError) return error;
  const codes = codesOf(error);
  const advice = codes.includes('LEVEL_CORRUPTION')
    ? 'It is damaged: bring back a copy of it, or move it away to start with an empty one.'
    : 'Check that it is a folder this user may write to, and that the disk is not full.';
  const reason = ((error as { cause?: Error }).cause ?? (error as Error)).message;
  return new EarshotError(
    'store_failed',
    `The data folder ${directory} cannot be used: ${reason}. ${advice}`,
    {
      cause: error,
    },
  );
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

export function removeFolder(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
}
