/** Lifts by 35 dB at most. */
const mostLift = 8;
/** So far above the loudest moment a single frame of speech may be; what is louder still is not lifted: 9 dB. */
const headroom = 2;
/** How far the loudest must stand out of what is softer (0.3 of the time), or there is no speech to judge by: 6.5 dB. */
const leastRange = 1.5;
const softShare = 0.3;

/** Of the histogram of levels: from `lowestLevel` on, quarters of a nat. */
const lowestLevel = -32;
const binsPerNat = 4;
const bins = 40 * binsPerNat;

export interface QuietSpeechOptions {
  /** Speech whose loudest moment stays below this is lifted to it: ln of a mean energy. */
  speechLevel: number;
  /** Frames whose median is a level: what is over in half of them, such as a click or a knock, is not speech. */
  windowFrames: number;
}

/**
 * The gain for a recording that is quieter than what networks were trained on. It follows the loudest
 * moment so far and only ever falls, once there is one; normal speech, and what has shown nothing but an even noise,
 * stays as it is.
 */
export class QuietSpeech {
  #level = Number.NEGATIVE_INFINITY;
  #frames = 0;
  #levels = 0;
  readonly #latest: Float64Array;
  readonly #histogram = new Int32Array(bins);

  constructor(readonly options: QuietSpeechOptions) {
    this.#latest = new Float64Array(options.windowFrames);
  }

  /** Takes the mean energy of the next frame. */
  hear(energy: number): void {
    const { windowFrames } = this.options;
    this.#latest[this.#frames++ % windowFrames] = energy;
    if (this.#frames < windowFrames) return;
    const level = Math.log(this.#latest.toSorted()[(windowFrames - 1) >> 1]);
    this.#level = Math.max(this.#level, level);
    this.#levels++;
    const bin = Math.floor((level - lowestLevel) * binsPerNat);
    this.#histogram[Math.min(bins - 1, Math.max(0, bin))]++;
  }

  /**
   * What to add to ln energies of a frame of this mean energy; 0 or more. Clicks, and speech that has just begun, are loud
   * before any level is.
   */
  liftOf(energy: number): number {
    const level = Math.max(this.#level, Math.log(energy) - headroom);
    const lift = Math.min(mostLift, this.options.speechLevel - level);
    return lift > 0 && level - this.#softLevel() >= leastRange ? lift : 0;
  }

  copy(): QuietSpeech {
    const copy = new QuietSpeech(this.options);
    copy.#level = this.#level;
    copy.#frames = this.#frames;
    copy.#levels = this.#levels;
    copy.#latest.set(this.#latest);
    copy.#histogram.set(this.#histogram);
    return copy;
  }

  /** The level below which {@link softShare} of all levels are. */
  #softLevel(): number {
    let left = this.#levels * softShare;
    let bin = 0;
    while (bin < bins - 1 && left >= this.#histogram[bin]) left -= this.#histogram[bin++];
    return lowestLevel + bin / binsPerNat;
  }
}
