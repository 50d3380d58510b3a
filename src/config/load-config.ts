import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, resolve } from 'node:path';
import { parseDocument } from 'yaml';
import { EarshotError, type Fault } from '../errors.js';
import { whyUnreadable } from '../files/why-unreadable.js';
import { deepFreeze } from '../memory/deep-freeze.js';
import { checkTogether, type Origin, pointer } from './check-together.js';
import { didYouMeanHint } from './did-you-mean.js';
import { startsAtHome } from './option-types.js';
import { type Config, type Option, options } from './options.js';
import { packageRoot } from './package-root.js';

export interface LoadedConfig {
  config: Config;
  /** By dotted option name. */
  origins: Readonly<Record<string, Origin>>;
}

export interface LoadConfigOptions {
  /** Flags by their attribute names (`authSessionTokenLifetime`), as commander hands them over; `config` is the file. */
  flags?: Readonly<Record<string, unknown>>;
  /** @default process.env */
  env?: Readonly<Record<string, string | undefined>>;
  /** @default process.cwd() */
  cwd?: string;
  /** Cores to plan for. @default os.availableParallelism() */
  cores?: number;
}

/** Variables with our prefix that are no options: the file's place, and where the project's tests find recordings. */
const otherVariables = ['EARSHOT_CONFIG', 'EARSHOT_SHARED'];
/** What Kubernetes sets in every container beside a Service named `earshot`. */
const serviceLink = /^EARSHOT_(SERVICE_(HOST|PORT)(_\w+)?|PORT_\d+_(TCP|UDP)(_(PROTO|PORT|ADDR))?)$/;

interface Given {
  value: unknown;
  origin: Origin;
  /** Relative paths count from here. */
  folder: string;
}

/**
 * Puts the configuration together: defaults < file (YAML or JSON) < environment (`EARSHOT_*`, an empty variable
 * counts as absent) < flags.
 *
 * @throws EarshotError `invalid_config` naming ALL faults: each with the option, what is allowed and what came.
 */
export function loadConfig(source: LoadConfigOptions = {}): LoadedConfig {
  const { flags = {}, env = process.env, cwd = process.cwd(), cores = availableParallelism() } = source;
  const faults: Fault[] = [];
  const given = new Map<string, Given>();

  const fileName = (flags.config as string | undefined) ?? (env.EARSHOT_CONFIG || undefined);
  if (fileName !== undefined) readFile(resolve(cwd, fileName), given, faults);
  readEnvironment(env, cwd, given, faults);
  for (const option of options) {
    const value = flags[option.attribute];
    if (value === undefined) continue;
    given.set(option.name, { value, origin: { source: 'flag', detail: option.flag }, folder: cwd });
  }

  const root = packageRoot();
  const values: Record<string, unknown> = {};
  const origins: Record<string, Origin> = {};
  for (const option of options) {
    const found = given.get(option.name);
    const parsed = found && option.schema.safeParse(found.value);
    if (found && !parsed?.success) faults.push(fault(option, found));
    if (found && parsed?.success) {
      const { data } = parsed;
      values[option.name] = option.isPath && typeof data === 'string' ? resolve(found.folder, data) : data;
      origins[option.name] = found.origin;
    } else {
      values[option.name] = option.default({ cwd, cores, packageRoot: root, values });
      origins[option.name] = { source: 'default' };
    }
  }
  const config = nest(values) as unknown as Config;
  if (faults.length === 0) faults.push(...checkTogether({ config, origins, cores }));
  if (faults.length > 0) throw invalidConfig(faults);
  return { config: deepFreeze(config), origins };
}

function invalidConfig(faults: Fault[]): EarshotError {
  const lines = faults.map(({ detail }) => `  ${detail}`).join('\n');
  const count = faults.length === 1 ? 'One fault' : `${faults.length} faults`;
  return new EarshotError('invalid_config', `${count} in the configuration:\n${lines}`, { faults });
}

function fault(option: Option, { value, origin }: Given): Fault {
  const came = option.secret ? 'a value that is not shown' : JSON.stringify(value);
  const hint = typeof value === 'string' ? hintFor(option, value) : '';
  return {
    pointer: pointer(option.name),
    detail: `${option.name} (${origin.source} ${origin.detail}) must be ${option.allowed}; got ${came}${hint}`,
  };
}

function hintFor({ name, isPath }: Option, value: string): string {
  if (name === 'port' && value.startsWith('tcp://'))
    return ' (Kubernetes sets this for a Service named earshot: rename it or set enableServiceLinks: false)';
  if (isPath && startsAtHome.test(value)) return ' (only a shell reads ~ as the home folder: write it out)';
  return '';
}

function readFile(file: string, given: Map<string, Given>, faults: Fault[]): void {
  let content: unknown;
  try {
    content = readYaml(readText(file));
  } catch (error) {
    const why = whyUnreadable(error).split('\n')[0].replace(/:$/, '');
    faults.push({ pointer: '', detail: `the file ${file} cannot be read: ${why}` });
    return;
  }
  if (content === null || content === undefined) return;
  const names = options.map((option) => option.name);
  const walk = (section: unknown, prefix: string) => {
    if (typeof section !== 'object' || section === null || Array.isArray(section)) {
      const what = prefix ? `${prefix} (file ${file})` : `the file ${file}`;
      faults.push({ pointer: prefix ? pointer(prefix) : '', detail: `${what} must be a mapping of options` });
      return;
    }
    for (const [key, value] of Object.entries(section)) {
      const name = prefix ? `${prefix}.${key}` : key;
      if (names.includes(name)) {
        given.set(name, { value, origin: { source: 'file', detail: file }, folder: dirname(file) });
      } else if (names.some((known) => known.startsWith(`${name}.`))) {
        if (value !== null) walk(value, name);
      } else {
        faults.push(unknownName(name, `option in ${file}`, names, pointer(name)));
      }
    }
  };
  walk(content, '');
}

/** Without the mark that editors of Windows put before it. Others write UTF-16, and a power cut may leave zeros. */
function readText(file: string): string {
  const bytes = readFileSync(file);
  if (!isUtf8(bytes) || bytes.includes(0)) throw new Error('it is no text in UTF-8');
  return new TextDecoder().decode(bytes);
}

/**
 * JSON is YAML. A tag that stands for nothing here, such as `!env`, is a fault: without it, what follows would be taken as it
 * stands.
 */
function readYaml(text: string): unknown {
  const document = parseDocument(text);
  const [fault] = [...document.errors, ...document.warnings];
  if (fault !== undefined) throw fault;
  return document.toJS();
}

function readEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
  given: Map<string, Given>,
  faults: Fault[],
): void {
  const known = new Map(options.map((option) => [option.env, option]));
  for (const [variable, value] of Object.entries(env)) {
    if (!variable.startsWith('EARSHOT_') || !value) continue;
    const option = known.get(variable);
    if (option) {
      given.set(option.name, { value, origin: { source: 'environment', detail: variable }, folder: cwd });
    } else if (!otherVariables.includes(variable) && !serviceLink.test(variable)) {
      faults.push(unknownName(variable, 'environment variable', [...known.keys(), 'EARSHOT_CONFIG'], ''));
    }
  }
}

function unknownName(name: string, what: string, candidates: readonly string[], at: string): Fault {
  const hint = didYouMeanHint(name, candidates);
  return { pointer: at, detail: `${name} is no known ${what}${hint ? `; ${hint}` : ''}` };
}

function nest(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const parts = name.split('.');
    let section = root;
    for (const part of parts.slice(0, -1)) {
      section[part] ??= {};
      section = section[part] as Record<string, unknown>;
    }
    section[parts.at(-1)!] = value;
  }
  return root;
}
