import { basename, dirname } from 'node:path';
import { EarshotError } from '../../errors.js';
import { replaceFile } from '../../files/replace-file.js';
import { readPackFiles } from '../pack/source/pack-source.js';
import { formatPack } from './format-pack.js';

/**
 * Lays out the files of a pack by {@link formatPack}. Files of test sentences stay as they are: each line of theirs is a
 * row of a table.
 *
 * @param pathOrName A YAML file, the folder of a pack, or the name of one that ships.
 * @param options Whether to write them, or only to tell which ones would change.
 * @returns The paths of the files that change.
 * @throws EarshotError `invalid_pack` for what is no YAML; then nothing is written. What the file system throws where one
 * cannot be written; that one is as it was.
 */
export function formatPackFiles(pathOrName: string, { write }: { write: boolean }): string[] {
  const { folder, files } = readPackFiles(pathOrName);
  const changed = files
    .filter(({ path }) => dirname(path) === folder && !/\.test\.ya?ml$/.test(basename(path)))
    .map(({ path, text }) => ({ path, text, formatted: formattedOf(path, text) }))
    .filter(({ text, formatted }) => formatted !== text);
  if (write) for (const { path, formatted } of changed) replaceFile(path, formatted);
  return changed.map(({ path }) => path);
}

function formattedOf(path: string, text: string): string {
  try {
    return formatPack(text);
  } catch (cause) {
    throw new EarshotError('invalid_pack', `${path}: ${(cause as Error).message}`, { cause });
  }
}
