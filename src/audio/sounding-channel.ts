/** What a channel is judged by: 11 to 64 ms. */
const blockSamples = 512;
/**
 * Blocks below -66 dBFS are no sound: an input that nothing is connected to has zeros there, or what encoders leave of
 * them (A-law -72 dBFS; Opus -95, with single peaks of -52).
 */
const soundEnergy = blockSamples * 2 ** -22;
/** Blocks whose median is a level, 0.1 to 0.7 s: what is over in half of them, such as a click, is none. */
const windowBlocks = 11;
/** A channel that is so far below another, 20 dB, has only noise or hum. */
const mostRatio = 100;

/** One channel, as it was heard so far. */
interface Loudness {
  /** Energies of the latest blocks, in a ring. */
  latest: Float64Array;
  /** Of the block so far. */
  energy: number;
  /** The highest level so far. */
  level: number;
}

/**
 * One channel of several: the first that has been about as loud as any. Recorders with one microphone often write it
 * into one of two channels and noise of their own into the other, and some 5.1 files have speech in the centre alone.
 * Nothing is mixed: two microphones would cancel each other out in part, and of inverted ones nothing would be left.
 */
export class SoundingChannel {
  #used = 0;
  #channels: Loudness[] = [];
  #blocks = 0;
  #blockFilled = 0;

  /**
   * The channel changes only between blocks counted from the start, so that it does not matter how the stream is cut.
   *
   * @param channels The next samples, equally many of each channel.
   * @returns One of the arrays, or a new one.
   */
  pick(channels: readonly Float32Array[]): Float32Array {
    const [first] = channels;
    if (channels.length < 2) return first;
    const picked = new Float32Array(first.length);
    for (let start = 0, end = 0; start < first.length; start = end) {
      end = Math.min(first.length, start + blockSamples - this.#blockFilled);
      picked.set((channels[this.#used] ?? first).subarray(start, end), start);
      this.#judge(channels.map((channel) => channel.subarray(start, end)));
    }
    return picked;
  }

  #judge(channels: Float32Array[]): void {
    for (const [index, samples] of channels.entries()) {
      this.#channels[index] ??= { latest: new Float64Array(windowBlocks), energy: 0, level: 0 };
      const channel = this.#channels[index];
      for (const sample of samples) channel.energy += sample * sample;
    }
    this.#blockFilled += channels[0].length;
    if (this.#blockFilled < blockSamples) return;
    this.#blockFilled = 0;
    const place = this.#blocks++ % windowBlocks;
    // A sound that has just begun counts at once, but only as long as it lasts.
    const presences = this.#channels.map((channel) => presenceOf(channel, place));
    const loudest = Math.max(...presences);
    this.#used = presences.findIndex((presence) => presence * mostRatio >= loudest);
  }
}

/** Ends a block: how loud the channel is in it, or has been for long. */
function presenceOf(channel: Loudness, place: number): number {
  const energy = channel.energy >= soundEnergy ? channel.energy : 0;
  channel.latest[place] = energy;
  channel.energy = 0;
  channel.level = Math.max(channel.level, channel.latest.toSorted()[(windowBlocks - 1) >> 1]);
  return Math.max(channel.level, energy);
}
