import { statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Has root go on as the user whose data folder it is, until the process ends: files that root made there are none that a
 * service under a user of its own could read. Nothing changes for anybody else, nor where the folder is not there yet.
 */
export function actAsOwnerOf(dataFolder: string): void {
  if (process.geteuid?.() !== 0) return;
  // A server that runs as root keeps its data in a folder of somebody else, too: what it made tells.
  const owner = ['owner.json', 'db', '.']
    .map((name) => statSync(join(dataFolder, name), { throwIfNoEntry: false }))
    .find((found) => found !== undefined);
  if (owner === undefined || owner.uid === 0) return;
  process.setgroups?.([owner.gid]);
  process.setegid?.(owner.gid);
  process.seteuid?.(owner.uid);
}
