/**
 * Peaks below, -66 dBFS, are no sound: an input that nothing is connected to has zeros there, or what encoders leave of
 * them (A-law -72 dBFS, Opus and MP3 up to -80).
 */
const soundPeak = 2 ** -11;
/** The first channel is waited for so long, 11 to 64 ms, lest the beginning of a sound comes from another one. */
const patienceSamples = 512;

/**
 * One channel of several: the first, and as long as no sound has been in it, the next that had some. Recorders with one
 * microphone often write it into one of two channels, and some 5.1 files have speech in the centre alone. Nothing is
 * mixed: two microphones would cancel each other out in part, and of inverted ones nothing would be left.
 */
export class SoundingChannel {
  #used: number | undefined;
  #samples = 0;

  /** Whether what {@link pick} gives is channel 0, whatever the other channels hold. */
  get isFirst(): boolean {
    return this.#used === 0;
  }

  /**
   * Chooses from sample to sample, so that it does not matter how the stream is cut.
   *
   * @param channels The next samples, equally many of each channel.
   * @returns One of the arrays, or a new one.
   */
  pick(channels: readonly Float32Array[]): Float32Array {
    const [first] = channels;
    if (this.isFirst || channels.length < 2) return first;
    const picked = new Float32Array(first.length);
    for (let i = 0; i < picked.length; i++) {
      const candidates = this.#samples < patienceSamples ? 1 : (this.#used ?? channels.length);
      this.#samples++;
      for (let channel = 0; channel < candidates; channel++) {
        if (Math.abs(channels[channel][i]) < soundPeak) continue;
        this.#used = channel;
        break;
      }
      picked[i] = channels[this.#used ?? 0][i];
    }
    return picked;
  }
}
