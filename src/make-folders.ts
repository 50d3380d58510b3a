import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it, where missing. Node's own `recursive` tries for ever where a folder that is there
 * takes no other, as those in `/proc`.
 */
export function makeFolders(folder: string, mode?: number): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const above = dirname(folder);
    if (code === 'ENOENT' && !existsSync(above)) {
      makeFolders(above, mode);
      makeFolders(folder, mode);
    } else if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
      throw error;
    }
  }
}
