import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import { didYouMean } from '../../../config/did-you-mean.js';
import { EarshotError } from '../../../errors.js';
import { noSuch } from '../no-such.js';
import { type PackDefinition, type PackFile, packFileSchema, type Welcome } from '../schema/pack-schema.js';
import { packsFolder, shippedPacks } from './packs-folder.js';
import { readUtf8 } from './read-utf8.js';
import { writeReplyParts } from './reply-parts.js';
import { schemaFaults } from './schema-faults.js';
import { yamlFault } from './yaml-fault.js';

/** Keys and indices from the top of a pack's files down to a part. */
export type SourcePath = readonly (string | number)[];

interface SourceFile {
  path: string;
  document: Document;
  lines: LineCounter;
  content: PackFile;
}

/** Sections that are maps and may be spread over several files. */
const maps = [
  'rules',
  'lists',
  'entities',
  'fields',
  'intents',
  'hotwords',
  'pronunciations',
  'replyParts',
] as const;
const lists = ['fillers', 'tests', 'locales'] as const;
const single = [
  'name',
  'version',
  'description',
  'welcome',
  'retrieval',
  'sentenceScale',
  'leastConfidence',
  'conversation',
  'clauses',
  'fallback',
  'testCatalogue',
] as const;

/** Where a part of a pack, by its keys and indices with dots between, was written. */
type Origins = Map<string, { file: SourceFile; path: SourcePath }>;

/** Keys and indices of the smallest part that has an origin of its own: `intents.change.data.7`. */
const mostOriginKeys = 4;

const noWelcome: Welcome = { examples: [] };

/** In it a pack of many test sentences keeps them. */
const testsFolder = 'tests';

/** The YAML files of a pack as they were when they were read. */
export interface PackFiles {
  folder: string;
  files: readonly { path: string; text: string }[];
}

/**
 * @param pathOrName A YAML file, a folder whose `*.yaml` files are put together with those of its folder `tests`, or the
 *   name of a pack that ships.
 * @throws EarshotError `invalid_pack`
 */
export function readPackFiles(pathOrName: string): PackFiles {
  const shipped = join(packsFolder(), pathOrName);
  const isName = /^[\w-]+$/.test(pathOrName) && !existsSync(pathOrName) && existsSync(shipped);
  const { folder, paths } = sourcePaths(isName ? shipped : resolve(pathOrName));
  return { folder, files: paths.map((file) => ({ path: file, text: readText(file) })) };
}

/** A pack as it lies on disk: its files, put together, and the place that each part came from. */
export class PackSource {
  readonly folder: string;
  readonly definition: PackDefinition;
  readonly files: readonly string[];
  /** Parts of `replyParts` that replies use. */
  readonly usedReplyParts: ReadonlySet<string>;
  readonly #origins: Origins;

  /** @throws EarshotError `invalid_pack`, with file and line of every fault. */
  constructor({ folder, files }: PackFiles) {
    this.folder = folder;
    const paths = files.map(({ path }) => path);
    const sources = files.map(({ path, text }) => readSource(path, text));
    const { merged, origins, problems } = new SourceMerge(sources);
    for (const source of sources)
      problems.push(...addMore(source, merged.intents as PackDefinition['intents'], origins));
    if (merged.name === undefined) problems.push(`${paths[0]}: "name" is missing; give the pack a name`);
    if ((merged.locales as string[]).length === 0) {
      problems.push(`${paths[0]}: "locales" is missing; say which languages the pack is in, such as [en]`);
    }
    if (Object.keys(merged.intents as object).length === 0)
      problems.push(`${paths[0]}: the pack has no intents`);
    if (problems.length > 0) throw invalidPack(problems);
    this.definition = {
      version: '0',
      description: '',
      welcome: noWelcome,
      conversation: { expireAfterSeconds: 1800, undo: 10 },
      fallback: {
        silence: ["I didn't hear anything."],
        none: ["Sorry, I didn't understand that."],
      },
      ...merged,
    } as PackDefinition;
    this.files = paths;
    this.#origins = origins;
    this.usedReplyParts = writeReplyParts(this.definition, (path, message) =>
      problems.push(`${this.locate(path)}: ${message}`),
    );
    if (problems.length > 0) throw invalidPack(problems);
  }

  /** `file:line` of a part, such as `['intents', 'order', 'sentences', 2]`; as near as there is one. */
  locate(path: SourcePath): string {
    for (let length = Math.min(mostOriginKeys, path.length); length > 0; length--) {
      const origin = this.#origins.get(path.slice(0, length).join('.'));
      if (origin !== undefined) return place(origin.file, [...origin.path, ...path.slice(length)]);
    }
    return this.files[0];
  }
}

/** The parts of several files put together; what is there twice is a fault, and the first of it counts. */
class SourceMerge {
  readonly merged: Record<string, unknown> = {};
  readonly origins: Origins = new Map();
  readonly problems: string[] = [];

  constructor(sources: readonly SourceFile[]) {
    for (const section of maps) this.merged[section] = {};
    for (const section of lists) this.merged[section] = [];
    for (const source of sources) {
      const content = source.content as Record<string, unknown>;
      for (const section of maps) this.#addEntries(source, section, content[section] ?? {});
      for (const section of lists) this.#addValues(source, section, (content[section] ?? []) as unknown[]);
      for (const section of single) {
        if (content[section] === undefined || !this.#isNew(source, [section], 'is already given')) continue;
        this.merged[section] = content[section];
      }
    }
  }

  #addEntries(source: SourceFile, section: string, entries: object): void {
    const into = this.merged[section] as Record<string, unknown>;
    for (const [key, value] of Object.entries(entries))
      if (this.#isNew(source, [section, key], 'is already defined')) into[key] = value;
  }

  #addValues(source: SourceFile, section: string, values: readonly unknown[]): void {
    const into = this.merged[section] as unknown[];
    for (const [index, value] of values.entries()) {
      this.origins.set(`${section}.${into.length}`, { file: source, path: [section, index] });
      into.push(value);
    }
  }

  /** Notes where a part comes from, or that it is there already. */
  #isNew(source: SourceFile, path: readonly string[], fault: string): boolean {
    const key = path.join('.');
    const known = this.origins.get(key);
    if (known === undefined) this.origins.set(key, { file: source, path });
    else
      this.problems.push(
        `${place(source, path)}: "${path.at(-1)}" ${fault} in ${place(known.file, known.path)}`,
      );
    return known === undefined;
  }
}

/** Puts the further groups of a file behind those that intents have. @returns The faults. */
function addMore(source: SourceFile, intents: PackDefinition['intents'], origins: Origins): string[] {
  const problems: string[] = [];
  for (const [name, groups] of Object.entries(source.content.more ?? {})) {
    const intent = intents[name];
    if (intent === undefined) {
      problems.push(`${place(source, ['more', name])}: ${noSuch('intent', name, Object.keys(intents))}`);
      continue;
    }
    intent.data ??= [];
    for (const [index, group] of groups.entries()) {
      origins.set(`intents.${name}.data.${intent.data.length}`, {
        file: source,
        path: ['more', name, index],
      });
      intent.data.push(group);
    }
  }
  return problems;
}

/** An error that lists every fault of a pack, one a line, each with its file and line. */
export function invalidPack(problems: readonly string[]): EarshotError {
  const shown = problems.slice(0, 20);
  const more = problems.length > shown.length ? [`... and ${problems.length - shown.length} more`] : [];
  return new EarshotError('invalid_pack', ['The domain pack is not valid:', ...shown, ...more].join('\n  '));
}

function sourcePaths(path: string): { folder: string; paths: string[] } {
  let isFolder: boolean;
  try {
    isFolder = statSync(path).isDirectory();
  } catch (cause) {
    const near = didYouMean(basename(path), shippedPacks());
    throw new EarshotError(
      'invalid_pack',
      `There is no domain pack at ${path}; give a folder, a YAML file, or the name of one that ships: ${shippedPacks().join(', ')}.` +
        (near === undefined ? '' : ` Did you mean ${near}?`),
      { cause },
    );
  }
  if (!isFolder) return { folder: dirname(path), paths: [path] };
  const names = yamlIn(path);
  if (names.length === 0) throw new EarshotError('invalid_pack', `The folder ${path} contains no YAML file.`);
  const tests = join(path, testsFolder);
  const paths = [
    ...names.map((file) => join(path, file)),
    ...(statSync(tests, { throwIfNoEntry: false })?.isDirectory()
      ? yamlIn(tests).map((file) => join(tests, file))
      : []),
  ];
  return { folder: path, paths };
}

/** Names of the YAML files in a folder, the one that says whose pack it is first. */
function yamlIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => /^[^.].*\.ya?ml$/.test(file))
    .sort((a, b) => Number(b.startsWith('pack.')) - Number(a.startsWith('pack.')) || (a < b ? -1 : 1));
}

function readText(path: string): string {
  try {
    return readUtf8(path);
  } catch (cause) {
    throw new EarshotError(
      'invalid_pack',
      `The domain pack's file ${path} cannot be read: ${(cause as Error).message}`,
      { cause },
    );
  }
}

function readSource(path: string, text: string): SourceFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, strict: true });
  const fault = yamlFault(document, text);
  if (fault !== undefined) throw invalidPack([`${path}:${fault.line}: ${fault.message}`]);
  let raw: unknown;
  try {
    // Aliases are bounded: a file of a few lines must not unfold into gigabytes.
    raw = document.toJS({ maxAliasCount: 100 }) ?? {};
  } catch (error) {
    throw invalidPack([`${path}: ${(error as Error).message}`]);
  }
  const parsed = packFileSchema.safeParse(raw, { reportInput: true });
  const source = { path, document, lines, content: {} as PackFile };
  if (!parsed.success) {
    const problems = schemaFaults(packFileSchema, parsed.error.issues).map(({ path: where, message }) => {
      const label = where.length > 0 ? `${where.join('.')}: ` : '';
      const help = where.length > 0 ? '' : '; begin with a key such as "tests:" or "lists:"';
      return { line: lineOf(source, where) ?? 0, text: `${place(source, where)}: ${label}${message}${help}` };
    });
    throw invalidPack(problems.sort((a, b) => a.line - b.line).map(({ text }) => text));
  }
  return { ...source, content: parsed.data };
}

/** Line of a part, or of the nearest one around it. */
function lineOf(file: SourceFile, path: SourcePath): number | undefined {
  for (let length = path.length; length >= 0; length--) {
    const node = length === 0 ? file.document.contents : file.document.getIn(path.slice(0, length), true);
    const offset = isNode(node) ? node.range?.[0] : undefined;
    if (offset !== undefined) return file.lines.linePos(offset).line;
  }
  return undefined;
}

function place(file: SourceFile, path: SourcePath): string {
  const line = lineOf(file, path);
  return line === undefined ? file.path : `${file.path}:${line}`;
}
