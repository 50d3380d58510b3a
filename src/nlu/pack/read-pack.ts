import { join, relative } from 'node:path';
import type { CompiledFiles } from '../../files/compiled-files.js';
import type { LanguageData } from '../locales/index.js';
import { compilePack, type PackData } from './compile/compile-pack.js';
import { type PackFiles, readPackFiles } from './source/pack-source.js';
import { readUtf8 } from './source/read-utf8.js';

/** How a pack is loaded. */
export interface LoadOptions {
  /** Languages besides the built-in ones, each as far as it has words. */
  locales?: readonly LanguageData[];
  /** Whether what is expected of the test sentences is kept; a running service does not need it. @default false */
  tests?: boolean;
  /** Where compiled packs are kept; not those with {@link locales} of their own. @default none are */
  compiled?: CompiledFiles;
}

/** A pack as it was compiled, or found compiled before. */
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
  const { folder } = files;
  const name = compiled.nameOf(
    'pack',
    files.files.flatMap(({ path, text }) => [relative(folder, path), text]),
  );
  const keptAs = (name: string) => movedTo(folder, compiled.read(name) as PackData | undefined);
  let as = name;
  let data = keptAs(as);
  const texts = data && listTexts(data);
  if (data !== undefined && !isUnchanged(data, texts)) {
    // Beside the other, which may be one that ships, and would be found again at every start.
    as = compiled.nameOf('pack', [name, ...(texts ?? [])]);
    data = keptAs(as);
  }
  if (data === undefined) {
    data = compiledOf(files, options);
    compiled.write(as, data);
  }
  return { data, digest: compiled.nameOf('', [name, ...data.listFiles.values()]) };
}

function compiledOf(files: PackFiles, { locales, tests }: LoadOptions): PackData {
  const data = compilePack(files, locales);
  return tests ? data : { ...data, definition: { ...data.definition, tests: [] } };
}

/** A pack that was compiled in another folder, as those are that ship with an installation that is copied elsewhere. */
function movedTo(folder: string, data: PackData | undefined): PackData | undefined {
  if (data === undefined || data.folder === folder) return data;
  const moved = (path: string) => join(folder, relative(data.folder, path));
  return {
    ...data,
    folder,
    files: data.files.map(moved),
    listFiles: new Map([...data.listFiles].map(([path, text]) => [moved(path), text])),
    sentences: data.sentences.map((sentence) => ({ ...sentence, where: moved(sentence.where) })),
  };
}

/** Which files the lists are in is known only from the pack itself. */
function listTexts({ listFiles }: PackData): string[] | undefined {
  try {
    return [...listFiles.keys()].map((path) => readUtf8(path));
  } catch {
    return undefined;
  }
}

function isUnchanged({ listFiles }: PackData, texts: readonly string[] | undefined): boolean {
  return texts !== undefined && [...listFiles.values()].every((text, index) => text === texts[index]);
}
