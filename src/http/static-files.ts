import { createHash } from 'node:crypto';
import { open, realpath, stat } from 'node:fs/promises';
import { basename, extname, isAbsolute, join, relative, sep } from 'node:path';
import type { Context } from 'koa';
import { contentType, lookup } from 'mime-types';
import parseRange from 'range-parser';
import { EarshotError } from '../errors.js';

/** What pages are made of; whatever else lies in a folder is not for browsers. */
const webTypes =
  /^(?:(?:text|image|font|audio|video)\/.+|application\/(?:json|ld\+json|manifest\+json|javascript|wasm|pdf|xml|ogg))$/;

/** Names that carry a version never change their content. */
const versioned = /-\d+\.\d+\.\d+\./;

/** What a path names that leads to no file. */
const noFile = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'];

/**
 * A file of a folder, by the parts of its path as they came. The folder is read each time, so that a page can be edited
 * while it is served. Nothing outside of the folder is, nor what is hidden by a dot, whatever links lead there. A part of
 * it is sent where one is asked for, as players do that go forward in a film.
 *
 * @throws EarshotError `not_found`, `unsupported_media_type`, `range_not_satisfiable`
 */
export async function serveFile(ctx: Context, folder: string, parts: readonly string[]): Promise<void> {
  const path = await findFile(folder, parts);
  if (path === undefined)
    throw new EarshotError('not_found', `There is no file ${parts.join('/')} in the folder of this page.`);
  const type = lookup(path);
  if (!type || !webTypes.test(type)) {
    const kind = extname(path) || 'no extension';
    throw new EarshotError(
      'unsupported_media_type',
      `The file ${parts.join('/')} is there, but files with ${kind} are not served: they are no part of a web page.`,
    );
  }
  ctx.set(
    'Cache-Control',
    versioned.test(basename(path)) ? 'public, max-age=31536000, immutable' : 'no-cache',
  );
  await sendFile(ctx, contentType(type) || type, path);
}

/** Where the file lies; undefined where there is none that may be served. */
async function findFile(folder: string, parts: readonly string[]): Promise<string | undefined> {
  const names = parts.map(decode);
  if (!names.every((name) => name !== undefined)) return undefined;
  try {
    const [root, path] = await Promise.all([realpath(folder), realpath(join(folder, ...names))]);
    const way = relative(root, path);
    const isWithin = !isAbsolute(way) && way.split(sep).every((part) => !part.startsWith('.'));
    return isWithin && (await stat(path)).isFile() ? path : undefined;
  } catch (error) {
    if (noFile.includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/** A film is not held in memory. Its tag is that of the state of the file: a part fits only what came before of it. */
async function sendFile(ctx: Context, type: string, path: string): Promise<void> {
  const file = await open(path);
  try {
    const { size, mtimeMs } = await file.stat();
    ctx.status = 200;
    ctx.set('Content-Type', type);
    ctx.set('Accept-Ranges', 'bytes');
    ctx.etag = `${size.toString(36)}-${mtimeMs.toString(36)}`;
    if (ctx.fresh) {
      ctx.status = 304;
      return file.close();
    }
    const part = askedPart(ctx, size);
    if (part) {
      ctx.status = 206;
      ctx.set('Content-Range', `bytes ${part.start}-${part.end}/${size}`);
    }
    ctx.body = file.createReadStream(part);
    ctx.length = part ? part.end - part.start + 1 : size;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * The first and last byte of the part that is asked for; undefined where that is no single one of this very file.
 * @throws EarshotError `range_not_satisfiable` where it lies behind the end
 */
function askedPart(ctx: Context, size: number): { start: number; end: number } | undefined {
  const condition = ctx.get('If-Range');
  if (ctx.method !== 'GET' || !ctx.get('Range') || (condition && condition !== ctx.response.get('ETag')))
    return undefined;
  const ranges = parseRange(size, ctx.get('Range'));
  if (ranges === -1 && size > 0 && liesBehind(ctx.get('Range'), size)) {
    throw new EarshotError('range_not_satisfiable', `The file has ${size} bytes.`, {
      extra: { contentRange: `bytes */${size}` },
    });
  }
  return typeof ranges === 'object' && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined;
}

/**
 * Whether a part begins behind the end. What ends before it begins is no range (RFC 9110 section 14.1.1), and of a longer
 * end than the file has all of it is meant.
 */
function liesBehind(range: string, size: number): boolean {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  if (first === undefined) return false;
  if (first === '') return Number(last) === 0;
  return Number(first) >= size && (last === '' || Number(last) >= Number(first));
}

/** One name; undefined for what is none: a way up, a hidden one, one with a separator, a drive or a zero in it. */
function decode(part: string): string | undefined {
  try {
    const name = decodeURIComponent(part);
    return /^[^./\\:\0][^/\\:\0]*$/.test(name) ? name : undefined;
  } catch {
    return undefined;
  }
}

/** An answer with an entity tag; 304 to a client that has it already. */
export function sendText(ctx: Context, type: string, content: string | Buffer): void {
  ctx.status = 200;
  ctx.set('Content-Type', type);
  ctx.etag = createHash('sha256').update(content).digest('base64url').slice(0, 22);
  if (ctx.fresh) ctx.status = 304;
  else ctx.body = content;
}
