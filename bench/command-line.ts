import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ParseArgsConfig, parseArgs } from 'node:util';

/**
 * The arguments of a script, as `parseArgs` reads them. `--help` prints what stands at the script's head and ends the
 * process; an unknown option does so, too, with exit status 2, and anything but a number for an option whose default is
 * one.
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
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) end(0);
  try {
    const parsed = parseArgs(config);
    for (const [name, { default: usual }] of Object.entries(config.options ?? {})) {
      const value = (parsed.values as Record<string, unknown>)[name];
      if (!isNumber(usual) || isNumber(value)) continue;
      throw new Error(`--${name} takes a number, such as ${usual}; got ${value}.`);
    }
    return parsed;
  } catch (error) {
    return end(2, `${(error as Error).message}\n\n`);
  }
}

function isNumber(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
}

/** The comment that the script begins with. */
function headOf(script: string): string {
  const [, comment] = /^\s*\/\*\*(.*?)\*\//s.exec(readFileSync(fileURLToPath(script), 'utf8')) ?? ['', ''];
  return comment.replace(/^ *\* ?/gm, '').trim();
}
