import { EarshotError, tooManyOpen } from '../errors.js';

/**
 * One clear line (with `--json` a JSON object) on standard error; a stack only for what is our own fault. The process
 * will end with 1.
 *
 * @param about the one of several files that it is about
 */
export function reportError(error: unknown, about?: string): void {
  process.exitCode = 1;
  const known = error instanceof EarshotError && error.code !== 'internal_error' ? error : undefined;
  const unusable = known ? undefined : whatIsUnusable(error);
  const message = known?.message ?? unusable ?? withCauses(error);
  if (process.argv.includes('--json')) {
    const { code, faults } = known ?? {
      code: unusable ? 'file_failed' : 'internal_error',
      faults: undefined,
    };
    process.stderr.write(`${JSON.stringify({ error: { file: about, code, message, faults } })}\n`);
  } else {
    // Those that could not be opened name the file already.
    const isNamed = about === undefined || message.includes(about);
    process.stderr.write(`earshot: ${isNamed ? '' : `${about}: `}${message}\n`);
  }
}

/** Of a disk that is full, a quota, and the size that files may have. */
const noRoom = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** What the system says of a file or folder: a full disk, one that is only read, a path through a file, one that is gone. */
function whatIsUnusable(error: unknown): string | undefined {
  const { path, syscall, message, code = '' } = (error ?? {}) as NodeJS.ErrnoException;
  if (syscall === 'uv_cwd')
    return 'The working folder is not there any more. Change to one that is (cd), and run the command again.';
  if (code === 'ERR_MODULE_NOT_FOUND')
    return `The program is not whole: ${message}. Run npm run build, or install the package again.`;
  if (path === undefined || syscall === undefined) return undefined;
  // "EROFS: read-only file system, mkdir 'there'"
  const reason = /^\w+: (.*?), \w+/.exec(message)?.[1] ?? message;
  return `${path} cannot be used: ${reason}. ${adviceOn(code)}`;
}

function adviceOn(code: string): string {
  if (noRoom.includes(code)) return 'Make room there, or choose another place.';
  if (tooManyOpen.includes(code))
    return 'Allow more of them (ulimit -n, or LimitNOFILE= of systemd); a start needs about 200.';
  return 'Check the path, and that this user may read and write there.';
}

/** What an `internal_error` wraps is what tells the operator what is wrong: a library of the system that is missing, say. */
function withCauses(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = error.stack ?? error.message;
  return error.cause === undefined ? text : `${text}\nbecause of ${withCauses(error.cause)}`;
}
