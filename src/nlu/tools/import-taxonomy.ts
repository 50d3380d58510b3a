import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { isMap, isSeq, parseDocument } from 'yaml';
import { EarshotError } from '../../errors.js';
import { makeFolders } from '../../files/make-folders.js';
import { replaceFile } from '../../files/replace-file.js';
import { whyUnreadable } from '../../files/why-unreadable.js';
import type { Locale } from '../locales/index.js';
import { normalWords } from '../tokenise.js';

export interface ImportedTaxonomy {
  /** Categories in the file. */
  categories: number;
  /** Names that were added to the list, after taking apart and removing doubles. */
  names: number;
  /** The list file that was written. */
  file: string;
}

/**
 * Brings the category names of a published taxonomy into a list of a pack. Understands JSON (an array of names or of
 * objects with `name` or `path`), JSON lines, CSV with a header, and lines of `A > B > C`; any of them with gzip.
 *
 * @throws EarshotError `invalid_pack` when the file holds no categories, or the pack has no such list.
 */
export function importTaxonomy(
  file: string,
  packFolder: string,
  list: string,
  locale: Locale,
): ImportedTaxonomy {
  const paths = readTaxonomy(file);
  if (paths.length === 0)
    throw new EarshotError('invalid_pack', `${file} contains no category names that can be read.`);
  const names = new Map<string, string>();
  for (const path of paths) {
    for (const name of spokenNames(path.split('>').at(-1)!.trim())) {
      const words = normalWords(name, locale);
      if (words.length > 0 && words.length <= 8) names.set(words.join(' '), words.join(' '));
    }
  }
  const target = join('lists', `${basename(file).split('.')[0]}.txt`);
  const packFile = join(packFolder, 'pack.yaml');
  const changed = withListFile(packFile, list, target);
  makeFolders(join(packFolder, 'lists'));
  replaceFile(
    join(packFolder, target),
    `# Imported from ${basename(file)}\n${[...names.keys()].sort().join('\n')}\n`,
  );
  if (changed !== undefined) replaceFile(packFile, changed);
  return { categories: paths.length, names: names.size, file: join(packFolder, target) };
}

function readTaxonomy(file: string): string[] {
  let text: string;
  try {
    const bytes = readFileSync(file);
    text = (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8');
  } catch (cause) {
    throw new EarshotError('invalid_pack', `Cannot read ${file}: ${whyUnreadable(cause)}.`, { cause });
  }
  const trimmed = text.replaceAll('\r\n', '\n').trimStart();
  try {
    if (trimmed.startsWith('[') || (trimmed.startsWith('{') && !trimmed.includes('}\n{')))
      return namesIn(JSON.parse(trimmed));
    if (trimmed.startsWith('{'))
      return trimmed
        .split('\n')
        .filter((line) => line.trim() !== '')
        .flatMap((line) => namesIn(JSON.parse(line)));
    return namesInLines(text);
  } catch (cause) {
    throw new EarshotError('invalid_pack', `Cannot read ${file}: ${(cause as Error).message}`, { cause });
  }
}

/** The names or paths of categories in what was JSON, those below others too. */
function namesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(namesIn);
  const {
    name,
    path,
    full_name: fullName,
    categories,
    children,
    verticals,
  } = value as Record<string, unknown>;
  const own = [fullName, path, name].find((item) => typeof item === 'string') as string | undefined;
  return [
    ...(own === undefined ? [] : [own]),
    ...[categories, verticals, children].flatMap((item) =>
      Array.isArray(item) ? item.filter((child) => typeof child === 'object').flatMap(namesIn) : [],
    ),
  ];
}

/** The same of plain text, one on each line, and of CSV with a header. */
function namesInLines(text: string): string[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const header = lines[0]?.toLowerCase().split(',') ?? [];
  const column = header.findIndex((name) => ['name', 'category', 'path', 'full_name'].includes(name.trim()));
  if (header.length > 1 && column >= 0) {
    const rows: string[][] = parse(lines.join('\n'), {
      relaxColumnCount: true,
      relaxQuotes: true,
      trim: true,
    });
    return rows.slice(1).map((row) => row[column] ?? '');
  }
  // Google's taxonomy puts a number in front of each line.
  return lines.map((line) => line.replace(/^\d+\s*-\s*/, '').replace(/^gid:\S+\s*:\s*/, ''));
}

/** "Pots & Pans" is also asked for as pots, and as pans; "Shoes (Women)" as shoes. */
function spokenNames(name: string): string[] {
  const plain = name
    .replace(/\([^()]*\)/g, ' ')
    .replaceAll('&', ' and ')
    .trim();
  const parts = plain
    .split(/,|\/|\band\b/)
    .map((part) => part.trim())
    .filter((part) => part.length > 2);
  return parts.length > 1 ? [plain, ...parts] : [plain];
}

/**
 * The pack with the file in `lists.<list>.files`, the rest of the YAML as it was written; undefined where it is there.
 */
function withListFile(packFile: string, list: string, file: string): string | undefined {
  let document: ReturnType<typeof parseDocument>;
  try {
    document = parseDocument(readFileSync(packFile, 'utf8'));
  } catch (cause) {
    throw new EarshotError('invalid_pack', `There is no ${packFile}; give the folder of a pack.`, { cause });
  }
  if (!isMap(document.getIn(['lists', list]))) {
    throw new EarshotError('invalid_pack', `${packFile} has no list "${list}"; choose another with --list.`);
  }
  const files = document.getIn(['lists', list, 'files']);
  if (!isSeq(files)) document.setIn(['lists', list, 'files'], [file]);
  else if (!files.items.some((item) => String(item) === file)) document.addIn(['lists', list, 'files'], file);
  else return undefined;
  return document.toString({ lineWidth: 0 });
}
