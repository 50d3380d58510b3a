import { createRequire } from 'node:module';
import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import type PinoPretty from 'pino-pretty';
import { tokenPattern } from './token-pattern.js';

type SonicBoom = ReturnType<typeof pino.destination>;
type SonicBoomOpts = Extract<Parameters<typeof pino.destination>[0], object>;

export type Logger = PinoLogger;
export const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof logLevels)[number];
export const logFormats = ['auto', 'json', 'pretty'] as const;
export type LogFormat = (typeof logFormats)[number];

const tokens = new RegExp(tokenPattern, 'g');

const gatherMs = 50;
const gatherBytes = 64 * 1024;
/** What waits at most while nothing can be written; further lines are lost. */
const mostBytes = 1024 * 1024;

/**
 * Leveled JSON lines on standard error (standard output belongs to command results); readable lines on a terminal.
 * What looks like a token of ours is replaced in the finished line, wherever in it a caller put it. Of other secrets only
 * those under a few names go, at the top or one level below: nobody logs headers.
 * Transcripts are logged at `trace` only.
 */
export function createLogger(options: { level: LogLevel; format: LogFormat }): Logger {
  const isPretty =
    options.format === 'pretty' || (options.format === 'auto' && process.stderr.isTTY === true);
  const stream = isPretty ? prettyStream() : gatheringStream();
  return pino(
    {
      level: options.level,
      base: undefined,
      timestamp: timeField(),
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: ['token', 'authorization', '*.token', '*.authorization', '*.value'], remove: true },
      hooks: { streamWrite: withoutTokens },
    },
    stream,
  );
}

/** Of a line of every request only the quick look is taken: it has no underscore. */
function withoutTokens(line: string): string {
  return line.includes('_') ? line.replace(tokens, '[token]') : line;
}

/** As pino's own `isoTime`; lines of the same millisecond share the text. */
function timeField(): () => string {
  let lastMs = Number.NaN;
  let text = '';
  return () => {
    const nowMs = Date.now();
    if (nowMs !== lastMs) text = `,"time":"${new Date(nowMs).toISOString()}"`;
    lastMs = nowMs;
    return text;
  };
}

/**
 * Standard error, written to when {@link gatherMs} have passed since a line, when there is much of it, and when the
 * process ends: a call of the system for each line would cost more than the line.
 */
function gatheringStream(): DestinationStream {
  // texts would be joined to one, and all of it copied and measured anew for every line
  const contentMode = 'buffer';
  const destination = standardError({
    sync: false,
    minLength: gatherBytes,
    // has to be more; the library's own would cut what was gathered into several calls
    maxWrite: 2 * gatherBytes,
    contentMode,
  });
  let isAwaited = false;
  const flush = () => {
    isAwaited = false;
    destination.flush();
  };
  return {
    write(line) {
      // @ts-expect-error its types only know texts
      destination.write(Buffer.from(line));
      if (!isAwaited) setTimeout(flush, gatherMs).unref();
      isAwaited = true;
    },
  };
}

/**
 * A log that cannot be written, as its disk is full or its reader has gone, is no reason to stop. What waits is written
 * when it can be; at the end of the process it is lost, as the library would try for ever.
 */
function standardError(options: SonicBoomOpts): SonicBoom {
  const destination = pino.destination({ ...options, dest: 2, maxLength: mostBytes });
  let isFailing = false;
  destination.on('error', () => {
    isFailing = true;
  });
  destination.on('write', () => {
    isFailing = false;
  });
  const { flushSync } = destination;
  destination.flushSync = () => {
    if (!isFailing) flushSync.call(destination);
  };
  return destination;
}

/**
 * Loaded when it is first asked for: a service under a supervisor writes JSON, and starts sooner without it. Each line is
 * formatted where it is logged: the library's own stream keeps, without bound, what comes before it is next at work.
 */
function prettyStream(): DestinationStream {
  const { prettyFactory }: typeof PinoPretty = createRequire(import.meta.url)('pino-pretty');
  const format = prettyFactory({
    singleLine: true,
    ignore: 'pid,hostname,url',
    translateTime: 'SYS:HH:MM:ss',
  });
  const destination = standardError({ sync: true });
  return { write: (line) => void destination.write(format(line)) };
}
