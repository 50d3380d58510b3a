import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The response to the last request of each connection. */
export const latestResponse = new WeakMap<Duplex, ServerResponse>();

/** Runs a task when all requests that came before on the connection have been answered. */
export function afterAnswers(socket: Duplex, task: () => void): void {
  const latest = latestResponse.get(socket);
  if (latest === undefined || latest.writableFinished) task();
  else latest.once('close', task);
}

/**
 * {@link afterAnswers} for a connection that Node has handed over and does not listen to any more; without it, where it was
 * closed meanwhile.
 */
export function takeOver(socket: Duplex, task: () => void): void {
  const onError = (): void => {};
  // an answer that is written piece by piece waits for it
  const onDrain = (): void => void latestResponse.get(socket)?.emit('drain');
  socket.on('error', onError).on('drain', onDrain);
  afterAnswers(socket, () => {
    socket.off('error', onError).off('drain', onDrain);
    if (!socket.destroyed) task();
  });
}
