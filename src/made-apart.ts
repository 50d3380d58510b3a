import { Worker } from 'node:worker_threads';

/**
 * What a thread of its own makes, so that neither requests nor streams wait for it. The thread ends when its first
 * message is sent, and gives back all memory that it took.
 *
 * @param script Module that the thread runs, which sends one message.
 * @param what Names what is made, for the message of an error: `the compilation of a domain pack`.
 * @param signal Ends the thread; the promise is then rejected.
 * @throws Error whatever the thread does not catch, or that it ended before it had sent its message
 */
export function madeApart<Made>(
  script: URL,
  workerData: unknown,
  what: string,
  signal: AbortSignal,
): Promise<Made> {
  const worker = new Worker(script, { workerData, execArgv: [] });
  const stop = () => void worker.terminate();
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  return new Promise<Made>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('messageerror', reject);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error(`${what} was interrupted`)));
  }).finally(() => signal.removeEventListener('abort', stop));
}
