import { rmSync } from 'node:fs';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const roomFile = 'room.tmp';
/** More than LevelDB needs beside its tables. */
const spareBytes = 1024 * 1024;

/** Gives back what a crash has left of {@link assertRoom}, on a disk that may be full. */
export function freeRoom(folder: string): void {
  rmSync(join(folder, roomFile), { force: true });
}

/**
 * Makes sure that LevelDB can open in this folder again, where it writes what its logs hold into tables. Writes as much
 * for a moment, as neither quotas nor limits tell beforehand.
 * @throws what the file system throws when there is no room
 */
export async function assertRoom(folder: string): Promise<void> {
  const logs = (await readdir(folder)).filter((name) => name.endsWith('.log'));
  const sizes = await Promise.all(logs.map(async (name) => (await stat(join(folder, name))).size));
  const bytes = sizes.reduce((sum, size) => sum + size, spareBytes);
  const file = join(folder, roomFile);
  try {
    await writeFile(file, Buffer.alloc(bytes), { mode: 0o600, flush: true });
  } finally {
    await rm(file, { force: true });
  }
}
