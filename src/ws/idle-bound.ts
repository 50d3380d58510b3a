export interface IdleBoundOptions {
  idleMs: number;
  /** Whether the client waits for an answer; then it is not idle. */
  isBusy(): boolean;
  onIdle(): void;
}

/**
 * How long a connection is kept without a sign of its client. One that has not shown a token yet is kept no longer,
 * whatever it sends: places are few, and anybody may take one.
 */
export class IdleBound {
  readonly #options: IdleBoundOptions;
  #timer: NodeJS.Timeout | undefined;
  #isKnown = false;

  constructor(options: IdleBoundOptions) {
    this.#options = options;
    this.#start();
  }

  /** A message or ping came. */
  touch(): void {
    if (this.#isKnown) this.#timer?.refresh();
  }

  /** A request of the client was authenticated. */
  letIn(): void {
    this.#isKnown = true;
    this.touch();
  }

  /** The client has gone. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #start(): void {
    const { idleMs, isBusy, onIdle } = this.#options;
    this.#timer = setTimeout(() => {
      if (isBusy()) this.#start();
      else onIdle();
    }, idleMs);
  }
}
