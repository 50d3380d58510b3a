const [holderAt, countAt] = [0, 1];
const free = 0;

/** No run takes so long; who does has ended without giving its turn back. */
const longestTurnMs = 10_000;

/**
 * Lets one thread at a time do what no two may do together. While it waits a thread does other work.
 *
 * WebGPU needs it: in onnxruntime 1.30 all sessions of a process record into one command encoder, which nothing guards,
 * and the process crashes when two threads run at once (issue 32561 of microsoft/onnxruntime).
 */
export class Turns {
  readonly #cells: Int32Array<SharedArrayBuffer>;
  readonly #patienceMs: number;

  /**
   * @param memory That of another thread's, to take turns with it.
   * @param patienceMs After which a turn that was not given back is taken.
   */
  constructor(
    readonly memory = new SharedArrayBuffer(8),
    patienceMs = longestTurnMs,
  ) {
    this.#cells = new Int32Array(memory);
    this.#patienceMs = patienceMs;
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    const turn = await this.#enter();
    try {
      return await work();
    } finally {
      // Unless it took too long, and another has it.
      if (Atomics.compareExchange(this.#cells, holderAt, turn, free) === turn)
        Atomics.notify(this.#cells, holderAt, 1);
    }
  }

  async #enter(): Promise<number> {
    const turn = (Atomics.add(this.#cells, countAt, 1) & 0x3fffffff) + 1;
    if (Atomics.compareExchange(this.#cells, holderAt, free, turn) === free) return turn;
    // A thread that has nothing else to do ends, and such a wait is nothing to it.
    const alive = setInterval(() => {}, this.#patienceMs);
    try {
      for (;;) {
        const holder = Atomics.compareExchange(this.#cells, holderAt, free, turn);
        if (holder === free) return turn;
        const outcome = await Atomics.waitAsync(this.#cells, holderAt, holder, this.#patienceMs).value;
        if (outcome !== 'timed-out') continue;
        if (Atomics.compareExchange(this.#cells, holderAt, holder, turn) === holder) return turn;
      }
    } finally {
      clearInterval(alive);
    }
  }
}
