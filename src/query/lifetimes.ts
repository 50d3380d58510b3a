import type { ConversationRecord, QueryRecord } from './query-record.js';

export interface LifetimesOptions {
  /** How long a query waits for its audio. */
  unfinishedMs: number;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Milliseconds since whenever, by a clock that nobody sets. */
  steadyClock: () => number;
}

/**
 * What lives on by a clock that nobody sets, while queries wait for their audio: a machine whose clock is set after its
 * boot, perhaps by days, must not lose the query that somebody is about to speak. What is longer ago, or was asked of
 * another process, has expired when the clock of the machine says so.
 */
export class Lifetimes {
  readonly #options: LifetimesOptions;
  /** By the id of a query or conversation. */
  readonly #untilMs = new Map<string, number>();

  constructor(options: LifetimesOptions) {
    this.#options = options;
  }

  /** Notes a query that was just made, and its conversation, neither for longer than it would have lived. */
  keep(...records: readonly (QueryRecord | ConversationRecord)[]): void {
    const { unfinishedMs, now, steadyClock } = this.#options;
    const steadyMs = steadyClock();
    for (const [id, untilMs] of this.#untilMs) {
      if (untilMs > steadyMs) break;
      this.#untilMs.delete(id);
    }
    for (const { id, expiresAt } of records) {
      const leftMs = Math.min(Date.parse(expiresAt) - now(), unfinishedMs);
      // the latest stand last, so that those that are over stand first
      this.#untilMs.delete(id);
      this.#untilMs.set(id, steadyMs + leftMs);
    }
  }

  /** Whether a query or conversation that was noted is still to be there, whatever the clock of the machine says. */
  has(id: string): boolean {
    return (this.#untilMs.get(id) ?? Number.NEGATIVE_INFINITY) > this.#options.steadyClock();
  }
}
