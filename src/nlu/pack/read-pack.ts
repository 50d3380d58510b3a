import { readFileSync } from 'node:fs';
import type { CompiledFiles } from '../../compiled-files.js';
import type { Locale } from '../locales/index.js';
import { compilePack, type PackData } from './compile-pack.js';
import { type PackFiles, readPackFiles } from './pack-source.js';

export interface LoadOptions {
  /** Languages besides the built-in ones. */
  locales?: readonly Locale[];
  /** Whether what is expected of the test sentences is kept; a running service does not need it. @default false */
  tests?: boolean;
  /** Where compiled packs are kept; not those with {@link locales} of their own. @default none are */
  compiled?: CompiledFiles;
}

export interface CompiledPack {
  data: PackData;
  /** Equal for packs that are equal in all that they say; absent where compiled packs are not kept. */
  digest?: string;
}

/**
 * Reads the files of a domain pack, and compiles them unless that was done before.
 *
 * @param pathOrName The name of a pack that ships (`product-search`), or the path of a folder or YAML file.
 * @throws EarshotError `invalid_pack`, with file and line of every fault.
 */
export function readPack(pathOrName: string, options: LoadOptions): CompiledPack {
  const files = readPackFiles(pathOrName);
  const { locales, compiled, tests } = options;
  if (compiled === undefined || locales !== undefined || tests) return { data: compiledOf(files, options) };
  const name = compiled.nameOf('pack', [
    files.folder,
    ...files.files.flatMap(({ path, text }) => [path, text]),
  ]);
  let data = compiled.read(name) as PackData | undefined;
  if (data === undefined || !isUnchanged(data)) {
    data = compiledOf(files, options);
    compiled.write(name, data);
  }
  return { data, digest: compiled.nameOf('', [name, ...data.listFiles.values()]) };
}

function compiledOf(files: PackFiles, { locales, tests }: LoadOptions): PackData {
  const data = compilePack(files, locales);
  return tests ? data : { ...data, definition: { ...data.definition, tests: [] } };
}

/** Which files the lists are in is known only from the pack itself. */
function isUnchanged({ listFiles }: PackData): boolean {
  try {
    return [...listFiles].every(([path, text]) => readFileSync(path, 'utf8') === text);
  } catch {
    return false;
  }
}
