import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shareTexts } from '../memory/share-equal.js';
import { makeFolders } from './make-folders.js';
import { readShared } from './read-shared.js';
import { fromSerialised, toSerialised } from './serialised.js';

/** SHA-256 of the content, before it. */
const digestBytes = 32;
const extension = '.bin';
/** Names that are given here; whatever else lies in the folder is somebody else's. */
const ownName = /^(?:[a-z]+-(?:[\w.]+-)*[0-9a-f]{64}\.bin|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp)$/;
/** Folders of the program whose code decides what comes out of a compilation, with the files beside the folders. */
const compilers = ['nlu', 'stt'];

export interface CompiledFilesOptions {
  /** Where what is compiled is kept; made when something first is. @default nothing is kept */
  folder?: string;
  /** Where files lie that were compiled before; nothing is written there. @default nowhere */
  shipped?: string;
  /** Files of ours that are kept, the newest. @default 16 */
  most?: number;
}

/**
 * What was compiled from files and would come out the same again, kept for later starts. A file is named for all that
 * it follows from, so none is ever out of date; one that is damaged, or cannot be read, is as good as none.
 */
export class CompiledFiles {
  readonly #options: CompiledFilesOptions;
  #onUnkept: ((error: Error) => void) | undefined;
  #program: string | undefined;

  /** @param onUnkept Told why something could not be kept, the first time. */
  constructor(options: CompiledFilesOptions, onUnkept?: (error: Error) => void) {
    this.#options = options;
    this.#onUnkept = onUnkept;
  }

  /** For a thread to open the same. */
  get options(): CompiledFilesOptions {
    return this.#options;
  }

  /** The name for what follows from `inputs`, in this order, by this version of the program. */
  nameOf(kind: string, inputs: Iterable<string | Uint8Array>): string {
    this.#program ??= programDigest();
    const hash = createHash('sha256').update(this.#program);
    // Each by its length, so that no two lists of inputs look alike.
    for (const input of inputs) hash.update(`${Buffer.byteLength(input)}:`).update(input);
    return `${kind}-${hash.digest('hex')}`;
  }

  /** @returns The bytes kept under a name, in memory that threads can share; undefined where there are none. */
  readBytes(name: string): Uint8Array | undefined {
    const { folder, shipped } = this.#options;
    return readWhole(shipped, name) ?? readWhole(folder, name);
  }

  /** Keeps bytes under a name. That they cannot be kept is no fault: they are made anew at the next start. */
  writeBytes(name: string, content: Uint8Array): void {
    const { folder } = this.#options;
    if (folder === undefined) return;
    const temporary = join(folder, `${randomUUID()}.tmp`);
    try {
      makeFolders(folder, 0o700);
      writeFileSync(temporary, Buffer.concat([digestOf(content), content]), { mode: 0o600 });
      renameSync(temporary, join(folder, name + extension));
      this.#removeOld(folder, name + extension);
    } catch (error) {
      this.#onUnkept?.(error as Error);
      this.#onUnkept = undefined;
      try {
        rmSync(temporary, { force: true });
      } catch {
        // There is no such folder, or it is not ours to write to.
      }
    }
  }

  /** What was kept by {@link write}; undefined where there is none. */
  read(name: string): unknown {
    const bytes = this.readBytes(name);
    try {
      return bytes && shareTexts(fromSerialised(bytes, { copies: true }));
    } catch {
      return undefined;
    }
  }

  /** Keeps data: numbers, texts, arrays, maps and sets, without classes of ours. */
  write(name: string, value: unknown): void {
    this.writeBytes(name, toSerialised(value));
  }

  /** @param latest Stays, whatever the clock was when the others were written. */
  #removeOld(folder: string, latest: string): void {
    const files = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && ownName.test(entry.name) && entry.name !== latest)
      .map(({ name }) => join(folder, name))
      .map((path) => ({ path, changedMs: statSync(path).mtimeMs }))
      .sort((a, b) => b.changedMs - a.changedMs);
    for (const { path } of files.slice((this.#options.most ?? 16) - 1)) rmSync(path, { force: true });
  }
}

/** The content of an undamaged file, in memory that threads can share. */
function readWhole(folder: string | undefined, name: string): Uint8Array | undefined {
  if (folder === undefined) return undefined;
  try {
    const file = readShared(join(folder, name + extension));
    const content = file.subarray(digestBytes);
    return digestOf(content).equals(file.subarray(0, digestBytes)) ? content : undefined;
  } catch {
    return undefined;
  }
}

function digestOf(content: Uint8Array): Buffer {
  return createHash('sha256').update(content).digest();
}

/** Of the code that compiles and keeps, and of the runtime that knows what a letter is. */
function programDigest(): string {
  const hash = createHash('sha256').update(process.version);
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  const scriptsIn = (folder: string, recursive: boolean) =>
    readdirSync(join(root, folder), { recursive, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js'))
      .sort()
      .map((name) => join(folder, name));
  const files = [
    'engine/pack-context.js',
    'files/serialised.js',
    'files/align.js',
    'query/context-worker.js',
    ...scriptsIn('', false),
    ...compilers.flatMap((folder) => scriptsIn(folder, true)),
  ];
  for (const file of files) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}
