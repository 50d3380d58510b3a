import { setTimeout as pause } from 'node:timers/promises';

/** How often it is looked whether the work is done. */
const lookMs = 500;

/**
 * Waits for `ms`, and then until nothing is busy: for work that must not hold up anybody.
 *
 * @throws AbortError when the signal says so
 */
export async function whenQuiet(ms: number, isBusy: () => boolean, signal?: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal });
  while (isBusy()) await pause(lookMs, undefined, { signal });
}
