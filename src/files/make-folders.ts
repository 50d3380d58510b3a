import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it, where missing. Node's own `recursive` tries for ever where a folder that is there
 * takes no other, as those in `/proc`.
 */
export function makeFolders(folder: string, mode?: number): void {
  try {
    makeFolder(folder, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const above = dirname(folder);
    // Another process may make the same at this moment: what was missing is there now.
    if (!existsSync(above)) makeFolders(above, mode);
    makeFolder(folder, mode);
  }
}

function makeFolder(folder: string, mode: number | undefined): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
