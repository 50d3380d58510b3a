import { join } from 'node:path';
import { Level } from 'level';

/** A row of a collection made for the tests. */
export interface Note {
  text: string;
  tag?: string;
  until?: number;
}

/** In version 1, texts may have lower case. */
export const notes = {
  name: 'notes',
  version: 2,
  read(value: unknown, version: number): Note {
    const row = value as Note;
    if (typeof row?.text !== 'string') throw new Error('text is missing');
    return version === 1 ? { ...row, text: row.text.toUpperCase() } : row;
  },
  expiresAt: (row: Note) => row.until,
  indexes: { tag: (row: Note) => (row.tag === undefined ? undefined : [row.tag]) },
};

/** Writes below the collections, as damage or an older version would have; what is undefined is deleted. */
export async function writeRaw(directory: string, rows: Record<string, string | undefined>): Promise<void> {
  const level = new Level<string, string>(join(directory, 'db'));
  const sublevel = level.sublevel('notes');
  for (const [key, value] of Object.entries(rows))
    await (value === undefined ? sublevel.del(key) : sublevel.put(key, value));
  await level.close();
}

/** Keys in a store, without those of the store itself. */
export async function countKeys(directory: string): Promise<number> {
  const level = new Level<string, string>(join(directory, 'db'));
  const keys = await level.keys().all();
  await level.close();
  return keys.filter((key) => !/^!(meta|swept)!/.test(key)).length;
}
