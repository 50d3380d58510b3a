import { spawnSync } from 'node:child_process';

// Whose default is to end the process.
process.on('SIGXFSZ', () => undefined);

/**
 * Sets how large a file of this process may become: one that may not grow is to LevelDB what a full disk is.
 * @returns whether that can be done here
 */
export function limitFiles(bytes: number | 'unlimited'): boolean {
  return spawnSync('prlimit', [`--pid=${process.pid}`, `--fsize=${bytes}:`]).status === 0;
}

/** What a test that needs it is skipped with. */
export const needsLimit = limitFiles('unlimited') ? false : 'needs prlimit';
