import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, extname, isAbsolute, join, relative, sep } from 'node:path';
import type { Context } from 'koa';
import { contentType, lookup } from 'mime-types';
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
 * while it is served. Nothing outside of the folder is, nor what is hidden by a dot, whatever links lead there.
 *
 * @throws EarshotError `not_found`, `unsupported_media_type`
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
  sendText(ctx, contentType(type) || type, await readFile(path));
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
