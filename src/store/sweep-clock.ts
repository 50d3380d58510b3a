/**
 * A machine that is on for an hour a day still keeps up, and a clock that is a year ahead for a minute brings forward what
 * would have been removed in the next 24 minutes.
 */
const mostSpeed = 24;

/** When this was written. No store that lacks what {@link SweepClock} had come to has a row from before. */
const earliest = Date.UTC(2026, 10, 28);

export interface SweepClockOptions {
  /** Milliseconds since 1970, by the clock of the machine. */
  clock: () => number;
  /** Milliseconds since whenever, by a clock that nobody sets. */
  steadyClock: () => number;
  /** What it had come to when something was last removed. @default what `clock` says */
  reached?: number;
}

/**
 * The time by which expired rows are removed for good. It follows the clock of the machine, but at most
 * {@link mostSpeed} times as fast as time passes: a clock that was set wrong makes tokens invisible for as long as it is,
 * and must not cost them.
 */
export class SweepClock {
  readonly #options: SweepClockOptions;
  #reached: number;
  #askedAt: number;

  constructor(options: SweepClockOptions) {
    this.#options = options;
    this.#reached = options.reached ?? Math.max(options.clock(), earliest);
    this.#askedAt = options.steadyClock();
  }

  /** Milliseconds since 1970; never more than the clock of the machine says. */
  now(): number {
    const { clock, steadyClock } = this.#options;
    const [now, steady] = [clock(), steadyClock()];
    const most = this.#reached + (steady - this.#askedAt) * mostSpeed;
    this.#askedAt = steady;
    // not back with the clock: from 1970 on it would take years to catch up
    this.#reached = Math.max(this.#reached, Math.min(now, most));
    return Math.min(now, this.#reached);
  }
}
