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
