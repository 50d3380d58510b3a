import { joinFloats } from '../join-floats.js';

/** Gathers samples of any count into blocks for a worker: one message for each, and none held back once one is whole. */
export class SampleBlocks {
  readonly #blockSamples: number;
  #pending: Float32Array[] = [];
  #pendingSamples = 0;
  /** Samples until the next block is whole. */
  #missing: number;

  constructor(blockSamples: number) {
    this.#blockSamples = blockSamples;
    this.#missing = blockSamples;
  }

  /** @returns All samples that were held back, on a buffer of their own, if a block became whole. */
  push(samples: Float32Array): Float32Array | undefined {
    if (samples.length > 0) this.#pending.push(samples);
    this.#pendingSamples += samples.length;
    return this.#pendingSamples >= this.#missing ? this.flush() : undefined;
  }

  /** @returns All samples that were held back, if there are any. */
  flush(): Float32Array | undefined {
    if (this.#pendingSamples === 0) return undefined;
    const block = this.#pending.length === 1 ? whole(this.#pending[0]) : joinFloats(this.#pending);
    const into = (block.length - this.#missing) % this.#blockSamples;
    this.#missing = into < 0 ? -into : this.#blockSamples - into;
    this.#pending = [];
    this.#pendingSamples = 0;
    return block;
  }
}

function whole(samples: Float32Array): Float32Array {
  return samples.buffer.byteLength === samples.byteLength ? samples : samples.slice();
}
