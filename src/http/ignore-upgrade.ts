import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { takeOver } from './latest-response.js';

const offer = /^(upgrade|http2-settings)$/i;

/**
 * Whether a request offers to change to WebSocket, among other protocols perhaps. That is a GET of HTTP/1.1: an older
 * version has no offers (RFC 9110 section 7.8), and with another method there is something to answer.
 */
export function asksForWebSocket({ method, httpVersion, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' && httpVersion === '1.1' && /(^|,)\s*websocket\s*(,|$)/i.test(headers.upgrade ?? '')
  );
}

/** Whether a body follows the head (RFC 9112 section 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/**
 * Has a request answered as if it had not offered another protocol, which a server may do (RFC 9110 section 7.8). Some
 * clients offer HTTP/2 with every request (`Upgrade: h2c`; Java's HttpClient is one), and Node hands all of these to
 * whoever listens to `upgrade`: the request is put back on its connection without the offer. Newer versions can be told not
 * to, see `shouldUpgradeCallback`, but lose what came in one piece with such a request behind it. They are told so for
 * requests with a body, of which the latest have begun to read the body when they tell.
 *
 * @param head what came after the headers
 */
export function ignoreUpgrade(server: Server, request: IncomingMessage, socket: Socket, head: Buffer): void {
  takeOver(socket, () => {
    socket.setTimeout(0);
    socket.unshift(Buffer.concat([headWithoutOffer(request), head]));
    server.emit('encrypted' in socket ? 'secureConnection' : 'connection', socket);
  });
}

function headWithoutOffer({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    let value = rawHeaders[index + 1];
    if (offer.test(name)) continue;
    if (/^connection$/i.test(name)) {
      value = value
        .split(',')
        .filter((option) => !offer.test(option.trim()))
        .join(',');
      if (value === '') continue;
    }
    lines.push(`${name}: ${value}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}
