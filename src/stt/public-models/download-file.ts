import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { EarshotError } from '../../errors.js';

export interface DownloadOptions {
  url: string;
  /** Path of the file; until it is whole it lies at the same path with `.part` behind. */
  target: string;
  /** What the file must have, where known. */
  bytes?: number;
  /** SHA-256 that the file must have, in hexadecimal, where known. */
  sha256?: string;
  /** Longest wait for the next bytes, in milliseconds. @default 30000 */
  idleMs?: number;
  /** Told how many bytes of the file are here, and of how many, where known. */
  onProgress?(bytes: number, total: number | undefined): void;
}

/** A whole file on this machine. */
export interface DownloadedFile {
  bytes: number;
  sha256: string;
  /** False where it was here already. */
  isFetched: boolean;
}

/** What came: how much of the file is here with it, and whether it began in the middle. */
interface Received {
  bytes: number;
  sha256: string;
  isContinued: boolean;
}

/** Whether a file may be fetched from an address: by https, or from this machine itself. */
export function isDownloadUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isHere);
}

/**
 * Fetches a file. What a try before has left is gone on with, where the checksum will tell whether the halves belong
 * together and the server can begin in the middle; a whole file of the right checksum is not fetched again. Where the
 * checksum is not known, the one computed is written to `<target>.sha256`, for the next time.
 *
 * @throws EarshotError `download_failed`, `model_missing` (404), `model_corrupt` (size, checksum), `invalid_request`
 * (address); the message says what to do.
 */
export async function downloadFile(options: DownloadOptions): Promise<DownloadedFile> {
  const { url, target, bytes, sha256 } = options;
  if (!isDownloadUrl(url))
    throw new EarshotError(
      'invalid_request',
      `${url} is not fetched: only https is, and http from localhost.`,
    );
  const part = `${target}.part`;
  try {
    const here = await wholeFile(options);
    if (here) return here;
    let received = await receive(options, sha256 === undefined ? 0 : await sizeOf(part));
    // The first half may be of another version of the file.
    if (received.isContinued && received.sha256 !== sha256) received = await receive(options, 0);
    const wrong =
      bytes !== undefined && received.bytes !== bytes
        ? `it has ${received.bytes} bytes instead of ${bytes}`
        : sha256 !== undefined &&
          received.sha256 !== sha256 &&
          `its SHA-256 is ${received.sha256} instead of ${sha256}`;
    if (wrong) {
      await rm(part);
      throw notTheFile(url, `${wrong}; it was deleted`);
    }
    if (sha256 === undefined) await writeFile(`${target}.sha256`, `${received.sha256}\n`);
    await rename(part, target);
    return { bytes: received.bytes, sha256: received.sha256, isFetched: true };
  } catch (cause) {
    throw explained(cause, options);
  }
}

/** The file of a try before, if it is whole. */
async function wholeFile({ target, bytes, sha256, onProgress }: DownloadOptions) {
  const size = await sizeOf(target);
  const expected = sha256 ?? (await readFile(`${target}.sha256`, 'utf8').catch(() => '')).trim();
  if (size === 0 || expected === '' || (bytes !== undefined && size !== bytes)) return undefined;
  const hash = createHash('sha256');
  await hashFile(target, hash);
  if (hash.digest('hex') !== expected) return undefined;
  onProgress?.(size, size);
  return { bytes: size, sha256: expected, isFetched: false } satisfies DownloadedFile;
}

/** Writes `.part`, from byte `start` on if the server can. */
async function receive(options: DownloadOptions, start: number): Promise<Received> {
  const { url, target, bytes, idleMs = 30_000, onProgress } = options;
  const part = `${target}.part`;
  const before = createHash('sha256');
  if (start > 0) await hashFile(part, before);
  // All of it had come, and was not checked any more.
  if (start > 0 && start === bytes) return { bytes, sha256: before.digest('hex'), isContinued: true };

  const again = `Run the command again${options.sha256 === undefined ? '' : ': it goes on where it stopped'}`;
  const wait = new AbortController();
  const timer = setTimeout(
    () => wait.abort(failed(url, `nothing was received for ${idleMs / 1000} s. ${again}`)),
    idleMs,
  );
  let file: FileHandle | undefined;
  try {
    const headers = { 'accept-encoding': 'identity', ...(start > 0 && { range: `bytes=${start}-` }) };
    const response = await fetch(url, { headers, signal: wait.signal });
    const isContinued = response.status === 206 && startOf(response) === start;
    // Another range than was asked for; or the file has become shorter there than what is here of it.
    if (start > 0 && !isContinued && [206, 416].includes(response.status)) return await receive(options, 0);
    checkResponse(response, url);
    const at = isContinued ? start : 0;
    // Packed on the way although it was asked not to be, it has the length of the packed one.
    const length = response.headers.has('content-encoding') ? null : response.headers.get('content-length');
    const total = length === null ? bytes : at + Number(length);
    // Told before hundreds of megabytes have come.
    if (bytes !== undefined && total !== bytes)
      throw notTheFile(url, `it has ${total} bytes instead of ${bytes}`);
    const hash = isContinued ? before : createHash('sha256');
    file = await open(part, isContinued ? 'a' : 'w');
    const here = await writeBody(response, { file, hash, at, total }, (written) => {
      timer.refresh();
      onProgress?.(written, total);
    });
    if (total !== undefined && here > total) {
      await rm(part);
      throw notTheFile(url, `it has more than ${total} bytes; it was deleted`);
    }
    if (total !== undefined && here < total)
      throw failed(url, `it ended after ${here} of ${total} bytes. ${again}`);
    await file.sync();
    return { bytes: here, sha256: hash.digest('hex'), isContinued };
  } finally {
    clearTimeout(timer);
    // What is not read any more would keep the connection open, and the process with it.
    wait.abort();
    await file?.close();
  }
}

/** A file that is being written. */
interface Writing {
  file: FileHandle;
  /** Of what is in the file. */
  hash: Hash;
  /** Bytes that are in it already. */
  at: number;
  /** Bytes that it is to have, where known. */
  total: number | undefined;
}

/**
 * Writes what comes, up to the first bytes that are too many.
 * @param onWritten told how many bytes of the file are here
 * @returns Bytes that have come, those before included.
 */
async function writeBody(
  { body }: Response,
  { file, hash, at, total = Number.POSITIVE_INFINITY }: Writing,
  onWritten: (bytes: number) => void,
): Promise<number> {
  let here = at;
  for await (const chunk of body ?? []) {
    here += chunk.length;
    if (here > total) return here;
    hash.update(chunk);
    await file.writeFile(chunk);
    onWritten(here);
  }
  return here;
}

/** @throws EarshotError for what is no file. */
function checkResponse(response: Response, asked: string): void {
  const { status, url } = response;
  if (!isDownloadUrl(url))
    throw failed(
      asked,
      `it leads on to ${new URL(url).origin}, which is not https. Try --mirror with another server`,
    );
  if (response.ok) return;
  if (status === 404 || status === 410)
    throw new EarshotError(
      'model_missing',
      `There is no file at ${asked} (HTTP ${status}): it was moved or removed. Look for it on its makers' page, download it yourself and use earshot model adopt, or name a server that has a copy with --mirror.`,
    );
  const advice =
    status === 401 || status === 403
      ? 'the server does not give it to everyone. Look at the page of its makers, fetch it by hand and use earshot model adopt'
      : `the server cannot give it now. Run the command again later`;
  throw failed(asked, `HTTP ${status}: ${advice}`);
}

/** First byte of a partial answer. */
function startOf(response: Response): number {
  return Number(/^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1] ?? Number.NaN);
}

/** Every failure in words. */
function explained(cause: unknown, { url, target }: DownloadOptions): EarshotError {
  if (cause instanceof EarshotError) return cause;
  // What fetch throws says no more than "fetch failed" or "terminated"; the reason is behind it.
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const code = inner instanceof Error && 'code' in inner ? String(inner.code) : '';
  const reason = inner instanceof Error ? inner.message || code : String(inner);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return failed(
      url,
      `the disk of ${target} is full. Make room, or name a folder elsewhere with --out`,
      cause,
    );
  if (cause instanceof Error && 'path' in cause)
    return failed(url, `${reason}. Name a folder that can be written to with --out`, cause);
  return failed(
    url,
    `${reason}. Is there a network? Run the command again: what has come is kept. Where the server cannot be reached, name one that has a copy with --mirror`,
    cause,
  );
}

function failed(url: string, reason: string, cause?: unknown): EarshotError {
  return new EarshotError('download_failed', `${url} could not be fetched: ${reason}.`, { cause });
}

function notTheFile(url: string, reason: string): EarshotError {
  return new EarshotError(
    'model_corrupt',
    `What ${url} sent is not the expected file: ${reason}. Run the command again; if this happens again, the file has changed there, or something in between (a proxy, a sign-in page, the mirror) answers instead.`,
  );
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

async function hashFile(path: string, hash: Hash): Promise<void> {
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk);
}
