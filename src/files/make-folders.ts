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
    const found = statSync(folder, { throwIfNoEntry: false });
    if (found?.isDirectory()) return;
    // as of a disk that is not mounted; it is not made there, where the data would be hidden when the disk is back
    if (found === undefined && (error as NodeJS.ErrnoException).code === 'EEXIST')
      (error as Error).message = `${folder} is a link to what is not there`;
    throw error;
  }
}
