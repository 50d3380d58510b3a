import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';
import { EarshotError } from '../errors.js';
import { checkHost } from './link-base.js';

/**
 * Refuses what Node lets through although it can be read in two ways, or not at all.
 * @throws EarshotError `invalid_request`, `invalid_header`, `not_implemented`, `expectation_failed`
 */
export function checkRequestHead(request: IncomingMessage): void {
  if (request.httpVersionMajor !== 1) throw new EarshotError('invalid_request', 'Speak HTTP/1.1.');
  requireOneHost(request);
  refuseContradiction(request, 'Authorization');
  refuseContradiction(request, 'Content-Type');
  refuseRepeated(request);
  refuseTransferCodings(request);
  refuseExpectations(request);
}

/** {@link checkRequestHead} for everything that comes after it; its errors are problems. */
export const soundHead: Middleware = (ctx, next) => {
  checkRequestHead(ctx.req);
  return next();
};

/** RFC 9112 section 3.2. Node takes the first of several Host headers, where a proxy may take another. */
export function requireOneHost(request: IncomingMessage): void {
  const [host, ...others] = valuesOf(request, 'host');
  if (others.length > 0 || (host === undefined && request.httpVersion === '1.1')) {
    throw new EarshotError('invalid_header', 'Send one Host header.');
  }
  if (host !== undefined) checkHost(host);
}

/** Node takes the first here too: who is asking, and what the body is, must not depend on who reads it. */
function refuseContradiction(request: IncomingMessage, name: string): void {
  const [first, ...others] = valuesOf(request, name.toLowerCase());
  if (others.every((value) => value === first)) return;
  throw new EarshotError('invalid_header', `Send one ${name} header.`);
}

/** Node joins several of these with commas, and what comes of that is refused in words that do not help. */
function refuseRepeated({ rawHeaders }: IncomingMessage): void {
  let seen: Set<string> | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (!/^x-service-/i.test(rawHeaders[at])) continue;
    const name = rawHeaders[at].toLowerCase();
    if (seen?.has(name)) throw new EarshotError('invalid_header', `Send one ${name} header.`);
    seen ??= new Set();
    seen.add(name);
  }
}

/** Not `headersDistinct`, which makes lists of all headers. @param wanted in lower case */
function valuesOf({ rawHeaders }: IncomingMessage, wanted: string): string[] {
  const values: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name.length === wanted.length && name.toLowerCase() === wanted) values.push(rawHeaders[at + 1]);
  }
  return values;
}

/** RFC 9112 section 6.1. Node takes off the last coding, `chunked`, and hands out what is left as the body. */
function refuseTransferCodings({ headers }: IncomingMessage): void {
  const codings = headers['transfer-encoding'];
  if (codings === undefined || codings.trim().toLowerCase() === 'chunked') return;
  throw new EarshotError('not_implemented', 'Send the body with no other Transfer-Encoding than chunked.');
}

/** RFC 9110 section 10.1.1; in HTTP/1.0 an expectation has no meaning. */
function refuseExpectations({ headers, httpVersion }: IncomingMessage): void {
  if (headers.expect === undefined || httpVersion === '1.0') return;
  const expectations = headers.expect.split(',').map((each) => each.trim().toLowerCase());
  if (expectations.every((each) => each === '' || each === '100-continue')) return;
  throw new EarshotError('expectation_failed', 'The only expectation that is understood is 100-continue.');
}
