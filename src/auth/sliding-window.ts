export interface WindowPolicy {
  /** Calls in any window of this length. */
  limit: number;
  windowMs: number;
}

export interface WindowResult {
  allowed: boolean;
  limit: number;
  /** Calls that would be allowed now, after this one. */
  remaining: number;
  windowSeconds: number;
  /** Whole seconds until the next call becomes free again. */
  resetSeconds: number;
}

export interface SlidingWindowOptions {
  /** Milliseconds that never run backwards. @default performance.now */
  clock?: () => number;
  /**
   * Calls remembered at most, over all keys (8 bytes each). Beyond it the keys that were quiet longest are forgotten,
   * which only ever allows more. @default 2,000,000
   */
  maxCalls?: number;
}

/**
 * An exact sliding-window log: a call is allowed when fewer than `limit` calls of the same key were allowed in the
 * `windowMs` before it. Refused calls do not count. So in NO window of that length more than `limit` calls pass, which
 * cheaper counters (two weighted buckets, token bucket) do not promise. The state is in memory: a restart forgets it.
 */
export class SlidingWindow {
  readonly #clock: () => number;
  readonly #maxCalls: number;
  /** Keys in the order of their last allowed call. */
  readonly #calls = new Map<string, CallLog>();
  /** Keys that are still to be looked at in this round. */
  #round = this.#calls.entries();
  #total = 0;

  constructor({ clock = () => performance.now(), maxCalls = 2_000_000 }: SlidingWindowOptions = {}) {
    this.#clock = clock;
    this.#maxCalls = maxCalls;
  }

  /** Calls remembered now. */
  get size(): number {
    return this.#total;
  }

  /** Counts one call of `key`, if it is allowed. */
  take(key: string, { limit, windowMs }: WindowPolicy): WindowResult {
    const now = this.#clock();
    const log = this.#calls.get(key) ?? new CallLog();
    this.#total -= log.dropUntil(now - windowMs);
    const allowed = log.length < limit;
    if (allowed) {
      log.push(now);
      this.#total++;
      log.forgetAt = now + windowMs;
      this.#calls.delete(key);
      this.#calls.set(key, log);
      this.#forgetQuietKeys(now);
    }
    // With a limit that was lowered, more than one call must leave the window first.
    const blocking = log.at(Math.max(0, log.length - limit));
    return {
      allowed,
      limit,
      remaining: Math.max(0, limit - log.length),
      windowSeconds: Math.ceil(windowMs / 1000),
      // Age first: `blocking + windowMs - now` is rounded, and a call of now would be freed later than a window from now.
      resetSeconds: Math.max(1, Math.ceil((windowMs - (now - blocking)) / 1000)),
    };
  }

  forget(key: string): void {
    this.#total -= this.#calls.get(key)?.length ?? 0;
    this.#calls.delete(key);
  }

  #forgetQuietest(): void {
    for (const key of this.#calls.keys()) {
      if (this.#total <= this.#maxCalls || this.#calls.size === 1) break;
      this.forget(key);
    }
  }

  #forgetQuietKeys(now: number): void {
    if (this.#total > this.#maxCalls) this.#forgetQuietest();
    // Two a call keep pace with new keys without ever walking through all. In turn, as windows differ in length.
    for (let looked = 0; looked < 2; looked++) {
      const { value: next } = this.#round.next();
      if (next === undefined) {
        this.#round = this.#calls.entries();
        return;
      }
      const [key, { forgetAt }] = next;
      if (forgetAt <= now) this.forget(key);
    }
  }
}

/** Times in rising order: added at the end, dropped at the front. */
class CallLog {
  forgetAt = 0;
  #times: number[] = [];
  #start = 0;

  get length(): number {
    return this.#times.length - this.#start;
  }

  at(index: number): number {
    return this.#times[this.#start + index];
  }

  push(time: number): void {
    this.#times.push(time);
  }

  /** @returns how many were dropped */
  dropUntil(time: number): number {
    const before = this.length;
    while (this.#start < this.#times.length && this.#times[this.#start] <= time) this.#start++;
    if (this.#start > 32 && this.#start * 2 > this.#times.length) {
      this.#times = this.#times.slice(this.#start);
      this.#start = 0;
    }
    return before - this.length;
  }
}
