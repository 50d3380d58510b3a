import { constants, getPriority, setPriority } from 'node:os';

/**
 * Lets the process's other threads go before the calling one where there are more of them than cores. On Linux, where
 * setpriority(2) is about the calling thread; elsewhere it would be about the whole process, and nothing happens.
 *
 * @param niceness 0 (as before) to 19, added to what the thread has.
 */
export function lowerThreadPriority(niceness: number): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + niceness));
  } catch {
    // A sandbox that forbids it: all threads are alike then.
  }
}
