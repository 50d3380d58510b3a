import { percentile, rounded } from './statistics.js';

/** How long what comes to an event loop waits, in milliseconds. */
export interface Lateness {
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
}

/**
 * How long a request that comes at any moment waits until the event loop takes it up: for every due time, which are
 * {@link stepMs} apart whatever the loop does, from then to the first tick after it. So a loop that was held up for
 * 60 ms counts 60 times, with 60, 59, 58 ... ms. A timer that is set anew by each tick would count that once, however
 * many requests waited meanwhile (Gil Tene's "coordinated omission").
 */
export class LoopLateness {
  readonly stepMs = 1;
  private readonly waitsMs: number[] = [];
  private dueMs: number;

  /** @param nowMs by a clock that never goes back, as in {@link tick} */
  constructor(nowMs: number) {
    this.dueMs = nowMs + this.stepMs;
  }

  /** The loop has come round. @returns milliseconds to the next due time */
  tick(nowMs: number): number {
    for (; this.dueMs <= nowMs; this.dueMs += this.stepMs) this.waitsMs.push(nowMs - this.dueMs);
    return this.dueMs - nowMs;
  }

  /** Of all due times so far; zeros where there was none. */
  summary(): Lateness {
    const at = (share: number) => rounded(percentile(this.waitsMs, share) || 0);
    return { p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) };
  }
}
