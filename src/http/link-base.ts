import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { EarshotError } from '../errors.js';
import { withoutTrailing } from '../without-trailing.js';
import { forwardedValue } from './forwarded-value.js';

export interface LinkBaseOptions {
  /** Address under which clients reach the service, whatever a request says. */
  publicUrl?: string;
  /** Path under which a reverse proxy publishes the service, such as `/voice`. @default '' */
  basePath?: string;
  /** Believe `X-Forwarded-Proto`, `-Host` and `-Prefix`. Only behind a proxy that sets them. @default false */
  trustProxy?: boolean;
}

/** `uri-host [ ":" port ]`, RFC 3986 section 3.2.2 */
const hostPattern = /^(\[[0-9a-f:.]+\]|([\w.~!$&'()*+,;=-]|%[0-9a-f]{2})*)(:\d*)?$/i;
const prefixPattern = /^(\/[\w.~%-]+)*$/;

/** Longer than any name of a host, and than any prefix: each link of an answer repeats them. */
const maxCharacters = 1_000;

/**
 * What the links of an answer start with: scheme, host and prefix as the client sees them.
 * @throws EarshotError `invalid_header` for a host that cannot be part of an address.
 */
export function linkBaseOf(request: IncomingMessage, options: LinkBaseOptions): string {
  if (options.publicUrl !== undefined) return withoutTrailing(options.publicUrl, '/');
  const forwarded = (name: string): string | undefined =>
    options.trustProxy ? forwardedValue(request.headers, name) : undefined;
  const isTls = 'encrypted' in request.socket;
  const scheme = (forwarded('x-forwarded-proto') ?? (isTls ? 'https' : 'http')).toLowerCase();
  const forwardedHost = forwarded('x-forwarded-host');
  const named = forwardedHost ?? requestHost(request) ?? '';
  // `Host` may be empty
  const host = /^(:\d*)?$/.test(named) ? localHost(request.socket) : named;
  const prefix = withoutTrailing(forwarded('x-forwarded-prefix') ?? options.basePath ?? '', '/');
  if (!/^https?$/.test(scheme))
    throw new EarshotError('invalid_header', 'X-Forwarded-Proto must be http or https.');
  checkHost(host, forwardedHost === undefined ? 'Host' : 'X-Forwarded-Host');
  if (prefix.length > maxCharacters || !prefixPattern.test(prefix)) {
    const detail = `X-Forwarded-Prefix must be a path of at most ${maxCharacters} characters.`;
    throw new EarshotError('invalid_header', detail);
  }
  return `${scheme}://${host}${prefix}`;
}

/** @param header where it comes from @throws EarshotError `invalid_header` */
export function checkHost(host: string, header = 'Host'): void {
  if (host.length <= maxCharacters && hostPattern.test(host)) return;
  throw new EarshotError('invalid_header', `${header} must be a host name or address with an optional port.`);
}

/** The host that a request is for. Where the target names one, `Host` does not count (RFC 9112 section 3.2.2). */
function requestHost({ url = '', headers }: IncomingMessage): string | undefined {
  return authority.exec(url)?.[1] ?? headers.host;
}

function localHost({ localAddress = '127.0.0.1', localPort }: Socket): string {
  return `${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
}

const authority = /^https?:\/\/([^/?#]*)/i;

/**
 * A request target in origin form; clients of a proxy send the absolute one, which RFC 9112 section 3.2.2 has us take.
 */
export function withoutAuthority(target: string): string {
  return target.replace(authority, '') || '/';
}

/**
 * The path without the configured prefix; one that does not carry it is taken as it is (a proxy that strips it). Where
 * the client's base address ended in a slash, two stand before the path.
 */
export function withoutBasePath(path: string, basePath = ''): string {
  const prefix = withoutTrailing(basePath, '/');
  const plain = path.includes('%') ? withoutNeedlessEscapes(path) : path;
  const hasPrefix = plain === prefix || plain.startsWith(`${prefix}/`);
  return (hasPrefix ? plain.slice(prefix.length) : plain).replace(/^\/{2,}/, '/') || '/';
}

/** An address means the same with them: RFC 3986 section 6.2.2.2. */
function withoutNeedlessEscapes(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : escaped;
  });
}
