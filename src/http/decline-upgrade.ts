import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Answers a request over HTTP/1.1 although it offers to go on with another protocol, as RFC 9110 section 7.8 allows: Java's
 * HttpClient and `curl --http2` offer h2c with every first request of a connection.
 *
 * Node hands over each such request once somebody listens for `upgrade`, before its body was read. It is put back on the
 * wire without the offer, and the server reads it anew.
 */
export function declineUpgrade(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  if (socket.destroyed) return;
  // Answers to earlier requests of a pipeline leave first; Node keeps the one that is being written here.
  const { _httpMessage: earlier } = socket as { _httpMessage?: ServerResponse | null };
  if (earlier) {
    // Nobody else listens meanwhile, and an error that nobody hears ends the process.
    socket.on('error', () => {});
    earlier.once('close', () => declineUpgrade(server, request, socket, head));
    return;
  }
  const { method, url, httpVersion, rawHeaders } = request;
  let text = `${method} ${url} HTTP/${httpVersion}\r\n`;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name, value] = [rawHeaders[index], rawHeaders[index + 1]];
    const kept = /^connection$/i.test(name) ? withoutUpgrade(value) : value;
    if (!/^(upgrade|http2-settings)$/i.test(name) && kept !== '') text += `${name}: ${kept}\r\n`;
  }
  if (head.length > 0) socket.unshift(head);
  socket.unshift(Buffer.from(`${text}\r\n`, 'latin1'));
  server.emit('encrypted' in socket ? 'secureConnection' : 'connection', socket);
}

function withoutUpgrade(connection: string): string {
  const options = connection.split(',').map((option) => option.trim());
  return options.filter((option) => !/^(upgrade|http2-settings)?$/i.test(option)).join(', ');
}
