export interface MicroBatcherOptions<Item, Result> {
  /** Runs items together and answers one result for each, in their order. */
  run(items: Item[]): Promise<Result[]>;
  /** Most items in one run. @default 16 */
  maxBatchSize?: number;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Joins what is ready at the same moment into one run. Nothing waits for company: a run starts as soon as the events
 * at hand have been handled, and whatever comes while it runs is joined in the next one. Who has waited longest is first.
 * A run that fails, fails for all of its items: it may have taken audio from a stream or moved its state on, so that none
 * can be run again by itself.
 */
export class MicroBatcher<Item, Result> {
  readonly #run: (items: Item[]) => Promise<Result[]>;
  readonly #maxBatchSize: number;
  #waiting: Waiting<Item, Result>[] = [];
  #isScheduled = false;

  constructor(options: MicroBatcherOptions<Item, Result>) {
    this.#run = (items) => options.run(items);
    this.#maxBatchSize = options.maxBatchSize ?? 16;
  }

  /** Items that wait for a run. */
  get length(): number {
    return this.#waiting.length;
  }

  submit(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.length === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      void this.#runNext().finally(() => {
        this.#isScheduled = false;
        this.#schedule();
      });
    });
  }

  async #runNext(): Promise<void> {
    const batch = this.#waiting.splice(0, this.#maxBatchSize);
    try {
      const results = await this.#run(batch.map((entry) => entry.item));
      if (results.length !== batch.length) {
        throw new Error(`a run of ${batch.length} items gave ${results.length} results`);
      }
      for (const [i, entry] of batch.entries()) entry.resolve(results[i]);
    } catch (error) {
      for (const entry of batch) entry.reject(error);
    }
  }
}
