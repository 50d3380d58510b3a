import type { IncomingMessage } from 'node:http';

/**
 * The network from which a request comes, for limits by address: an IPv4 address, or the /64 of an IPv6 one, as each
 * household or host has at least as many addresses for itself (RFC 6177).
 *
 * @param trustProxy Take the address that the proxy in front has added to `X-Forwarded-For`: the last one, as those before
 * it are the client's own words.
 */
export function clientNetwork({ headers, socket }: IncomingMessage, trustProxy = false): string {
  const forwarded = trustProxy ? String(headers['x-forwarded-for'] ?? '').split(',') : [];
  const address = forwarded.at(-1)?.trim() || socket.remoteAddress || '';
  return networkOf(address.replace(/^\[(.*)\](?::\d+)?$/, '$1'));
}

function networkOf(address: string): string {
  const [, mapped] = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [head, tail = ''] = address.toLowerCase().split('%')[0].split('::');
  const [before, behind] = [head, tail].map((part) => (part === '' ? [] : part.split(':')));
  const zeros = new Array<string>(Math.max(0, 8 - before.length - behind.length)).fill('0');
  const groups = [...before, ...zeros, ...behind].map((group) => group.replace(/^0+(?=.)/, ''));
  return `${groups.slice(0, 4).join(':')}::/64`;
}
