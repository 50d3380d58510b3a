import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Milliseconds that a client gets to send on, and to take the answer. */
const lingerMs = 1_000;

/**
 * Ends a connection with an answer, reads over what the client still sends, and closes it when the client does or the time
 * is up. One that was closed at once would be reset, and the answer lost (RFC 9112 section 9.6); of one that is not read
 * nobody would hear that the client has gone.
 */
export function endConnection(socket: Duplex, answer = ''): void {
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.on('error', () => socket.destroy());
  socket.once('close', () => clearTimeout(timer));
  socket.end(answer);
  socket.resume();
}

/** Has the connection end with an answer that was not begun yet, beside what its `Connection` header says already. */
export function closeAfter(response: ServerResponse): void {
  const options = String(response.getHeader('Connection') ?? '');
  if (/(^|,) *close *(,|$)/i.test(options)) return;
  response.setHeader('Connection', options === '' ? 'close' : `${options}, close`);
}
