import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * After so long a quiet a second collection gives back more: V8 keeps all the room for young objects where much was
 * allocated in the last five seconds, some 30 MB in the main thread.
 */
export const quietMs = 6_000;

/**
 * Gives back what starting and warming up left behind, in this thread. V8 collects when memory is asked for again, so a
 * service that then waits for its first visitor would keep it: some 70 MB. Without a flag at the start of the process
 * this is the only way to ask for it.
 */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  await collect({ type: 'major', execution: 'async', flavor: 'last-resort' });
}
