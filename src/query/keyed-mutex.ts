/** Runs tasks of the same key one after another, in the order they came; tasks of other keys are not held up. */
export class KeyedMutex {
  #tails = new Map<string, Promise<void>>();

  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key);
    let release!: () => void;
    const tail = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.#tails.set(key, tail);
    try {
      await before;
      return await task();
    } finally {
      release();
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    }
  }

  /** Keys that are busy now. */
  get size(): number {
    return this.#tails.size;
  }
}
