/** The highest mean that so many values in a row have had; values before the first count as 0. */
export class HighestMean {
  readonly #latest: Float32Array;
  #count = 0;
  #highest: number | undefined;

  /** @param length Values of a mean, at least 1. */
  constructor(length: number) {
    this.#latest = new Float32Array(length);
  }

  accept(value: number): void {
    this.#latest[this.#count++ % this.#latest.length] = value;
    const mean = this.#latest.reduce((sum, one) => sum + one, 0) / this.#latest.length;
    this.#highest = Math.max(mean, this.#highest ?? 0);
  }

  /** Undefined before the first value. */
  get value(): number | undefined {
    return this.#highest;
  }
}
