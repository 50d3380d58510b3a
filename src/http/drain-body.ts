import type { IncomingMessage, ServerResponse } from 'node:http';

export interface DrainLimits {
  /** Bytes still read after an answer was given early, before the connection is cut. @default 67108864 */
  drainBytes: number;
  /** Milliseconds that go on for. @default 10000 */
  drainMs: number;
}

/**
 * Reads over what is left of a body whose answer is known, so that the client gets to see the answer and the next request
 * on the connection is heard. Beyond the limits it cuts the connection, once the answer has left.
 */
export function drainBody(
  request: IncomingMessage,
  response: ServerResponse,
  { drainBytes, drainMs }: DrainLimits,
): void {
  const { socket } = request;
  // Where the connection is to end with the answer, Node would end it at once, and the answer be lost to a client that
  // still sends (RFC 9112 section 9.6).
  let isEnding = false;
  socket.destroySoon = () => {
    isEnding = true;
    socket.end();
  };
  const cut = (): void => {
    stop();
    if (response.writableFinished) socket.destroy();
    else response.once('finish', () => socket.destroy());
  };
  let left = drainBytes;
  const onData = (chunk: Buffer): void => {
    left -= chunk.length;
    if (left < 0) cut();
  };
  const timer = setTimeout(cut, drainMs);
  const stop = (): void => {
    clearTimeout(timer);
    request.off('data', onData).off('end', stop);
    socket.off('close', stop);
    Reflect.deleteProperty(socket, 'destroySoon');
    if (isEnding) socket.destroySoon();
  };
  request.on('error', () => {});
  request.on('data', onData).on('end', stop);
  // once its answer has left, a request is not told any more that its connection has closed
  socket.on('close', stop);
  request.resume();
}
