import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Context } from 'koa';
import { EarshotError } from '../errors.js';

const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

/** Names that carry a version never change their content. */
const versioned = /-\d+\.\d+\.\d+\./;

/** A file of a folder by its bare name. The folder is read each time, so that a page can be edited while it is served. */
export async function serveFile(ctx: Context, folder: string, name: string): Promise<void> {
  const type = mediaTypes[extname(name)];
  // Bare names only: nothing outside of the folder, no hidden file, nothing of a kind that is not meant to be served.
  const content =
    type && /^[A-Za-z0-9][\w.-]*$/.test(name)
      ? await readFile(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT' || error.code === 'EISDIR') return undefined;
          throw error;
        })
      : undefined;
  if (content === undefined) throw new EarshotError('not_found', 'There is no such file.');
  ctx.set('Cache-Control', versioned.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache');
  sendText(ctx, type, content);
}

/** An answer with an entity tag; 304 to a client that has it already. */
export function sendText(ctx: Context, type: string, content: string | Buffer): void {
  ctx.status = 200;
  ctx.set('Content-Type', type);
  ctx.etag = createHash('sha256').update(content).digest('base64url').slice(0, 22);
  if (ctx.fresh) ctx.status = 304;
  else ctx.body = content;
}
