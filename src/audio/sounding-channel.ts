/** What a channel is judged by: 11 to 64 ms. */
const blockSamples = 512;
/**
 * Blocks below -66 dBFS are no sound: an input that nothing is connected to has zeros there, or what encoders leave of
 * them (A-law -72 dBFS; Opus -95, with single peaks of -52).
 */
const soundEnergy = blockSamples * 2 ** -22;

/**
 * One channel of several: the first, and as long as no sound has been in it, the next that had some. Recorders with one
 * microphone often write it into one of two channels, and some 5.1 files have speech in the centre alone. Nothing is
 * mixed: two microphones would cancel each other out in part, and of inverted ones nothing would be left.
 */
export class SoundingChannel {
  #used: number | undefined;
  /** Of the block so far, by channel. */
  #energies: number[] = [];
  #blockFilled = 0;

  /** Whether what {@link pick} gives is channel 0 from now on, whatever the other channels hold. */
  get isFirst(): boolean {
    return this.#used === 0;
  }

  /**
   * The channel changes only between blocks counted from the start, so that it does not matter how the stream is cut.
   *
   * @param channels The next samples, equally many of each channel.
   * @returns One of the arrays, or a new one.
   */
  pick(channels: readonly Float32Array[]): Float32Array {
    const [first] = channels;
    if (this.isFirst || channels.length < 2) return first;
    const picked = new Float32Array(first.length);
    for (let start = 0, end = 0; start < first.length; start = end) {
      end = Math.min(first.length, start + blockSamples - this.#blockFilled);
      picked.set(channels[this.#used ?? 0].subarray(start, end), start);
      this.#judge(channels.map((channel) => channel.subarray(start, end)));
    }
    return picked;
  }

  #judge(channels: Float32Array[]): void {
    for (const [index, samples] of channels.entries()) {
      let energy = this.#blockFilled === 0 ? 0 : this.#energies[index];
      for (const sample of samples) energy += sample * sample;
      this.#energies[index] = energy;
    }
    this.#blockFilled += channels[0].length;
    if (this.#blockFilled < blockSamples) return;
    this.#blockFilled = 0;
    const sounding = this.#energies.findIndex((energy) => energy >= soundEnergy);
    if (sounding >= 0 && sounding < (this.#used ?? channels.length)) this.#used = sounding;
  }
}
