import { setTimeout as pause } from 'node:timers/promises';

export interface RestartBudgetOptions {
  /** Restarts that are allowed within the window. */
  maxRestarts: number;
  windowMs: number;
}

/**
 * How often what stops may be started again: a fault that lasts shall not take the processor, nor one that passes end the
 * service.
 */
export class RestartBudget {
  readonly #options: RestartBudgetOptions;
  readonly #restartsAtMs: number[] = [];

  constructor(options: RestartBudgetOptions) {
    this.#options = options;
  }

  /**
   * Waits until another restart is allowed, and counts it.
   * @param onPause Called once if it has to wait.
   * @returns Whether to restart: not when `signal` was aborted.
   */
  async take(signal: AbortSignal, onPause: () => void): Promise<boolean> {
    const { maxRestarts, windowMs } = this.#options;
    const restarts = this.#restartsAtMs;
    for (let isPaused = false; !signal.aborted; isPaused = true) {
      const nowMs = performance.now();
      while (restarts.length > 0 && restarts[0] <= nowMs - windowMs) restarts.shift();
      if (restarts.length < maxRestarts) {
        restarts.push(nowMs);
        return true;
      }
      if (!isPaused) onPause();
      const waitMs = windowMs - (nowMs - (restarts[0] ?? nowMs));
      await pause(waitMs, undefined, { signal, ref: false }).catch(() => {});
    }
    return false;
  }
}
