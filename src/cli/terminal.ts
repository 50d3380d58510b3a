import { createLogger, type Logger } from '../log.js';

/** What a command reads and writes; the process's own unless a caller embeds the command line. */
export interface Terminal {
  stdout: { write(text: string): unknown; isTTY?: boolean };
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
  terminal.stdout.write(`${JSON.stringify(value, undefined, 2)}\n`);
}

/** The log of a command that ends with a result: what only says how things go would stand in between. */
export function commandLogger(options: Parameters<typeof createLogger>[0]): Logger {
  return createLogger({ ...options, level: options.level === 'info' ? 'warn' : options.level });
}
