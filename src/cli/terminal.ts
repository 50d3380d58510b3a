import { EarshotError } from '../errors.js';
import { createLogger, type Logger } from '../log.js';
import { reportError } from './report-error.js';

/** What a command reads and writes; the process's own unless a caller embeds the command line. */
export interface Terminal {
  stdout: {
    write(text: string, written?: (error?: Error | null) => void): unknown;
    isTTY?: boolean;
  };
  stdin: AsyncIterable<string | Buffer>;
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
}

/** That of this process. */
export function processTerminal(): Terminal {
  const { stdout, stdin, env } = process;
  return { stdout, stdin, env, cwd: process.cwd() };
}

/** Prints a line of a result. */
export function printLine(terminal: Terminal, line: string): void {
  terminal.stdout.write(`${line}\n`);
}

/** Prints a result as JSON. */
export function printJson(terminal: Terminal, value: unknown): void {
  printLine(terminal, asJson(value));
}

/**
 * Prints what cannot be printed again.
 * @param orElse what to do should it not arrive
 */
export function printOnce(terminal: Terminal, value: string | object, { orElse }: { orElse: string }): void {
  const text = typeof value === 'string' ? value : asJson(value);
  terminal.stdout.write(`${text}\n`, (error) => {
    if (!error) return;
    reportError(outputFailed(error, orElse));
    process.exit();
  });
}

/** That standard output takes nothing. */
export function outputFailed({ message }: Error, advice?: string): EarshotError {
  const what = `The output cannot be written: ${message}.`;
  return new EarshotError('output_failed', advice === undefined ? what : `${what} ${advice}`);
}

function asJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}

/** The log of a command that ends with a result: what only says how things go would stand in between. */
export function commandLogger(options: Parameters<typeof createLogger>[0]): Logger {
  return createLogger({ ...options, level: options.level === 'info' ? 'warn' : options.level });
}
