import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { latestResponse } from './latest-response.js';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** Requests of one connection that may wait for the answers to those before. */
const mostWaiting = 100;

/**
 * Handles the requests of a connection one after another, in the order in which their answers have to leave (RFC 9112
 * section 9.3.2). Node begins all at once, however many a client sends ahead without reading an answer, and where the
 * connection closes tells only the one whose turn it is: the files that the others send would stay open for ever.
 *
 * @param onExcess told of a connection that is cut, as more of its requests would wait than may
 */
export function oneAtATime(handle: Handle, onExcess: (socket: Socket) => void): Handle {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    const before = latestResponse.get(socket);
    latestResponse.set(socket, response);
    // It has the connection from the moment on that it is its turn.
    if (before === undefined || response.socket !== null) {
      handle(request, response);
      return;
    }
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    if (count === mostWaiting + 1) {
      onExcess(socket);
      socket.destroy();
    }
    before.once('close', () => {
      waiting.set(socket, waiting.get(socket)! - 1);
      // Behind an answer that ends the connection there is no turn.
      if (response.socket !== null && !socket.destroyed) handle(request, response);
    });
  };
}
