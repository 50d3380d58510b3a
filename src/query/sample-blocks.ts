import { joinFloats } from '../audio/join-floats.js';

/**
 * Gathers samples of any count into blocks for a worker: one message for each, and none held back once one is whole.
 * Blocks end a multiple of their length after the first sample, or after the first `offset` samples.
 */
export class SampleBlocks {
  #blockSamples: number;
  #pending: Float32Array[] = [];
  #pendingSamples = 0;
  #handedSamples = 0;
  readonly #offset: number;

  constructor(blockSamples: number, offset = 0) {
    this.#blockSamples = blockSamples;
    this.#offset = offset;
  }

  /** @returns All samples that were held back, on a buffer of their own, if a block became whole. */
  push(samples: Float32Array): Float32Array | undefined {
    if (samples.length > 0) this.#pending.push(samples);
    this.#pendingSamples += samples.length;
    return this.#flushWhole();
  }

  /** From now on blocks are so long. @returns The samples that were held back, if they hold the end of such a one. */
  resize(blockSamples: number): Float32Array | undefined {
    this.#blockSamples = blockSamples;
    return this.#flushWhole();
  }

  /** @returns All samples that were held back, if there are any. */
  flush(): Float32Array | undefined {
    if (this.#pendingSamples === 0) return undefined;
    const block = this.#pending.length === 1 ? whole(this.#pending[0]) : joinFloats(this.#pending);
    this.#handedSamples += block.length;
    this.#pending = [];
    this.#pendingSamples = 0;
    return block;
  }

  #flushWhole(): Float32Array | undefined {
    const block = this.#blockSamples;
    const into = (this.#handedSamples - (this.#offset % block) + block) % block;
    return into + this.#pendingSamples >= block ? this.flush() : undefined;
  }
}

function whole(samples: Float32Array): Float32Array {
  return samples.buffer.byteLength === samples.byteLength ? samples : samples.slice();
}
