import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { CannotRun } from './cannot-run.js';

/**
 * The arguments of a script, as `parseArgs` reads them. `--help` prints what stands at the script's head and ends the
 * process; an unknown option does so, too, with exit status 2, and anything but a number for an option whose default is
 * one. From then on a {@link CannotRun} ends the process with its message and the same status.
 *
 * @param script `import.meta.url` of the script.
 */
export function commandLine<Config extends ParseArgsConfig>(
  script: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  const end = (status: number, message = ''): never => {
    (status === 0 ? process.stdout : process.stderr).write(`${message}${headOf(script)}\n`);
    process.exit(status);
  };
  process.on('uncaughtException', (error) => {
    console.error(error instanceof CannotRun ? error.message : error);
    process.exit(error instanceof CannotRun ? 2 : 1);
  });
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) end(0);
  try {
    const parsed = parseArgs(config);
    for (const [name, { default: usual }] of Object.entries(config.options ?? {})) {
      const value = (parsed.values as Record<string, unknown>)[name];
      if (!isNumber(usual) || isNumber(value)) continue;
      const example = usual === 'Infinity' ? '10' : usual;
      throw new Error(`--${name} takes a number, such as ${example}; got ${value}.`);
    }
    return parsed;
  } catch (error) {
    return end(2, `${(error as Error).message}\n\n`);
  }
}

/** `Infinity`, which stands for all that there is, is one. */
function isNumber(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value));
}

/**
 * The numbers of an option that takes several, with commas between them.
 *
 * @throws CannotRun that names the option.
 */
export function numberList(option: string, list: string): number[] {
  const words = list.split(',').filter(Boolean);
  const other = words.find((word) => !isNumber(word));
  if (other !== undefined)
    throw new CannotRun(`${option} takes numbers with commas between them, such as 4,16; got ${other}.`);
  return words.map(Number);
}

/** The comment that the script begins with. */
function headOf(script: string): string {
  const [, comment] = /^\s*\/\*\*(.*?)\*\//s.exec(readFileSync(fileURLToPath(script), 'utf8')) ?? ['', ''];
  return comment.replace(/^ *\* ?/gm, '').trim();
}
