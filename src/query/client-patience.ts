export interface ClientPatienceOptions {
  /** Milliseconds that may pass without anything. */
  gapMs: number;
  /** Milliseconds that may be waited in all. */
  totalMs: number;
  /** Called once at most. */
  onEnd(exceeded: 'gap' | 'total'): void;
}

/**
 * How long a client is waited for. Only time in which nothing is being worked on counts, so that a busy service never
 * blames the client. There is one timer, which is set anew only near the end: audio comes in many small pieces.
 */
export class ClientPatience {
  readonly #options: ClientPatienceOptions;
  #leftMs: number;
  /** Since when it is waited, if it is. */
  #sinceMs: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #timerMs = 0;

  constructor(options: ClientPatienceOptions) {
    this.#options = options;
    this.#leftMs = options.totalMs;
  }

  /** Nothing is left to do until more comes. */
  wait(): void {
    this.#sinceMs = performance.now();
    const limitMs = Math.min(this.#options.gapMs, this.#leftMs);
    if (limitMs === this.#timerMs) {
      this.#timer?.refresh();
      return;
    }
    clearTimeout(this.#timer);
    this.#timerMs = limitMs;
    this.#timer = setTimeout(() => this.#expire(), limitMs);
  }

  /** Something came, and is worked on. */
  hold(): void {
    if (this.#sinceMs !== undefined) this.#leftMs -= performance.now() - this.#sinceMs;
    this.#sinceMs = undefined;
  }

  /** Nobody is waited for any more. */
  end(): void {
    this.#sinceMs = undefined;
    clearTimeout(this.#timer);
  }

  #expire(): void {
    if (this.#sinceMs === undefined) return;
    this.end();
    this.#options.onEnd(this.#timerMs < this.#options.gapMs ? 'total' : 'gap');
  }
}
