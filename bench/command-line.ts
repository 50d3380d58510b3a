import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { didYouMeanHint } from '../src/config/did-you-mean.js';
import { EarshotError } from '../src/errors.js';
import { isRecord } from '../src/is-record.js';
import { CannotRun } from './cannot-run.js';

/** What a number may be: any, at least 0, or above 0. */
type NumberKind = 'any' | 'from-0' | 'above-0';

/**
 * The arguments of a script, as `parseArgs` reads them. `--help` prints what stands at the script's head and ends the
 * process; an unknown option does so, too, with exit status 2, and anything but a number for an option that takes one.
 * From then on a {@link CannotRun} ends the process with its message and the same status, and a fault of a model or a pack
 * with its message and status 1.
 *
 * @param script `import.meta.url` of the script.
 * @param numbers Options that take a number although they have no default, with an example; and what those with one may
 * be. Of others a default above 0 says that the number has to be so, too.
 */
export function commandLine<Config extends ParseArgsConfig>(
  script: string,
  config: Config,
  numbers: Readonly<Record<string, { kind: NumberKind; example?: string }>> = {},
): ReturnType<typeof parseArgs<Config>> {
  const end = (status: number, message = ''): never => {
    (status === 0 ? process.stdout : process.stderr).write(`${message}${headOf(script)}\n`);
    process.exit(status);
  };
  process.on('uncaughtException', (error) => {
    console.error(error instanceof CannotRun || error instanceof EarshotError ? error.message : error);
    process.exit(error instanceof CannotRun && !error.options.isFailure ? 2 : 1);
  });
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) end(0);
  try {
    const parsed = parseArgs(config);
    for (const [name, { default: usual }] of Object.entries(config.options ?? {})) {
      const { kind = Number(usual) > 0 ? 'above-0' : 'any', example = usual } = numbers[name] ?? {};
      const value = (parsed.values as Record<string, unknown>)[name];
      if (value === undefined || !isNumber(example) || isNumber(value, kind)) continue;
      const shown = example === 'Infinity' ? '10' : example;
      const what = isNumber(value)
        ? { 'from-0': ' of at least 0', 'above-0': ' above 0', any: '' }[kind]
        : '';
      throw new Error(`--${name} takes a number${what}, such as ${shown}; got ${value}.`);
    }
    return parsed;
  } catch (error) {
    return end(2, `${(error as Error).message}\n\n`);
  }
}

/** `Infinity`, which stands for all that there is, is one. */
function isNumber(value: unknown, kind: NumberKind = 'any'): boolean {
  if (typeof value !== 'string' || value.trim() === '' || Number.isNaN(Number(value))) return false;
  return kind === 'any' || Number(value) > 0 || (kind === 'from-0' && Number(value) === 0);
}

/**
 * The numbers of an option that takes several, with commas between them.
 *
 * @throws CannotRun that names the option.
 */
export function numberList(option: string, list: string, least = Number.NEGATIVE_INFINITY): number[] {
  const words = list.split(',').filter(Boolean);
  const other = words.find((word) => !isNumber(word) || Number(word) < least);
  const bound = least === Number.NEGATIVE_INFINITY ? '' : ` of at least ${least}`;
  if (other !== undefined)
    throw new CannotRun(
      `${option} takes numbers${bound} with commas between them, such as 4,16; got ${other}.`,
    );
  return words.map(Number);
}

/**
 * The object of an option that takes JSON.
 *
 * @param known Names that it may have.
 * @throws CannotRun that names the option.
 */
export function jsonObject<T>(option: string, json: string, known: readonly string[]): Record<string, T> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    value = undefined;
  }
  if (!isRecord(value)) throw new CannotRun(`${option} takes JSON, such as {"${known[0]}":1}; got ${json}.`);
  checkKnown(option, Object.keys(value), known);
  return value as Record<string, T>;
}

/** @throws CannotRun that names the option and what it knows. */
export function checkKnown(option: string, given: readonly string[], known: readonly string[]): void {
  const other = given.find((name) => !known.includes(name));
  if (other === undefined) return;
  const hint = didYouMeanHint(other, known);
  throw new CannotRun(
    `${option} knows no "${other}"${hint ? `; ${hint}` : '.'} There are: ${known.join(', ')}.`,
  );
}

/** The comment that the script begins with. */
function headOf(script: string): string {
  const [, comment] = /^\s*\/\*\*(.*?)\*\//s.exec(readFileSync(fileURLToPath(script), 'utf8')) ?? ['', ''];
  return comment.replace(/^ *\* ?/gm, '').trim();
}
