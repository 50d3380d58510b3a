import { statSync } from 'node:fs';
import { join } from 'node:path';
import { EarshotError } from '../errors.js';

/**
 * Has root go on as the user whose data folder it is, until the process ends: files that root made there are none that a
 * service under a user of its own could read. Nothing changes for anybody else, nor where the folder is not there yet.
 *
 * @throws EarshotError `file_failed` where that user cannot reach the folder
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
  try {
    statSync(dataFolder);
  } catch (cause) {
    throw new EarshotError(
      'file_failed',
      `The user ${owner.uid}, who owns ${dataFolder}, cannot reach it: a folder above it is closed to others, as with DynamicUser= of systemd. Give the service a user of its own (User=) instead, as README.md has it.`,
      { cause },
    );
  }
}
