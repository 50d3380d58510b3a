import { EarshotError } from '../errors.js';

/** The `code` of an error and of its causes. */
export function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  for (let e = error as { code?: string; cause?: unknown } | undefined; e; e = e.cause as typeof e) {
    if (typeof e.code === 'string') codes.push(e.code);
  }
  return codes;
}

/** Whether LevelDB threw it, rather than whoever was called while it was written or read. */
export function isLevelError(error: unknown): boolean {
  return codesOf(error).some((code) => code.startsWith('LEVEL_'));
}

/** What an operator is told while nothing can be stored. */
export const whyNotWritten = 'The data folder cannot be written; is the disk full, or read-only?';

/**
 * What LevelDB threw while it wrote, as `store_failed`.
 * @param retryAfterSeconds when it is tried again
 */
export function writeFailed(cause: unknown, retryAfterSeconds: number): EarshotError {
  return new EarshotError('store_failed', whyNotWritten, { cause, retryAfterSeconds });
}

/** What LevelDB threw while rows were read, as `store_failed` with advice. */
export function readFailed(cause: unknown): EarshotError {
  if (codesOf(cause).some((code) => code.endsWith('_NOT_OPEN'))) {
    const detail = 'The data folder is being opened anew. Try again in a moment.';
    return new EarshotError('store_failed', detail, { cause, retryAfterSeconds: 1 });
  }
  const detail = isDamage(cause, reasonOf(cause))
    ? 'The data folder is damaged; restore it from a backup.'
    : 'The data folder cannot be read; see the log.';
  return new EarshotError('store_failed', detail, { cause });
}

/** What was thrown while the store was opened, as `store_failed` with advice; an EarshotError as it is. */
export function openFailed(directory: string, error: unknown): EarshotError {
  // What was thrown while a row was read lacks the folder, and is not in the log.
  if (error instanceof EarshotError) return error.cause ? openFailed(directory, error.cause) : error;
  const reason = reasonOf(error);
  const advice = isDamage(error, reason)
    ? 'It is damaged: restore it from a backup, or move it away to start with an empty one.'
    : 'Check that it is a folder this user may write to, and that the disk is not full.';
  return new EarshotError(
    'store_failed',
    `The data folder ${directory} cannot be used: ${reason}. ${advice}`,
    {
      cause: error,
    },
  );
}

function reasonOf(error: unknown): string {
  return ((error as { cause?: Error }).cause ?? (error as Error)).message;
}

/** Files of its own that are missing or too short LevelDB reports as the system's errors, from `getSync` without a code. */
function isDamage(error: unknown, reason: string): boolean {
  if (codesOf(error).includes('LEVEL_CORRUPTION')) return true;
  return /^IO error: .*: (No such file or directory|Invalid argument)$/.test(reason);
}
