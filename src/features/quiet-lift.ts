import { melEnergyFloor } from './fbank.js';

/**
 * What {@link QuietLift} needs: a floor low enough that what a quiet microphone heard is still there to be lifted.
 * 16-bit samples end 20 dB above it.
 */
export const deepEnergyFloor = 2 ** -45;

/**
 * Speech up to here is lifted; ln of the mean mel energy of its loudest 80 ms, samples nominally +-1. The recordings
 * that the default model was trained on reach 0.7 (-0.0 in the quietest fiftieth).
 */
const speechLevel = -1;
/** Lifts by 35 dB at most. */
const mostLift = 8;
/** How far the loudest must stand out of what is softer (0.3 of the time), or there is no speech to judge by: 6.5 dB. */
const leastRange = 1.5;
const softShare = 0.3;

/** Frames of 10 ms over which loudness is averaged, so that a click is not taken for speech. */
const smoothedFrames = 8;
/** Of the histogram of levels: from `lowestLevel` on, quarters of a nat. */
const lowestLevel = -32;
const binsPerNat = 4;
const bins = 40 * binsPerNat;

/**
 * Lifts the log-mel features of a recording that is quieter than what networks were trained on, as if its microphone had
 * been turned up. A lift follows the loudest moment so far and only ever falls; normal speech, and what has shown
 * nothing but an even noise, stays as it is.
 *
 * Word errors on `dev` (120 utterances of people, a second at a time) without and with it: 40 dB down 27.8 and 20.4 %, in
 * noise of 10 dB 52.5 and 41.8 %; at their own level 24.6 and 24.4 %.
 */
export class QuietLift {
  #level = Number.NEGATIVE_INFINITY;
  #frames = 0;
  readonly #latest = new Float64Array(smoothedFrames);
  readonly #histogram = new Int32Array(bins);

  /** @param featureDim Values of a frame. */
  constructor(readonly featureDim: number) {}

  /**
   * Lifts a chunk in place, and puts {@link melEnergyFloor} under it.
   *
   * @param chunk Log-mel features [T, featureDim], floored at {@link deepEnergyFloor}.
   * @param newFrames How many of them, from the first on, no chunk before had and the next one has not.
   */
  apply(chunk: Float32Array, newFrames: number): void {
    for (let frame = 0; frame < newFrames; frame++) this.#hear(chunk, frame * this.featureDim);
    const lift = this.#lift();
    for (let index = 0; index < chunk.length; index++)
      chunk[index] = Math.max(logMelFloor, chunk[index] + lift);
  }

  copy(): QuietLift {
    const copy = new QuietLift(this.featureDim);
    copy.#level = this.#level;
    copy.#frames = this.#frames;
    copy.#latest.set(this.#latest);
    copy.#histogram.set(this.#histogram);
    return copy;
  }

  #hear(chunk: Float32Array, offset: number): void {
    let energy = 0;
    for (let index = 0; index < this.featureDim; index++) energy += Math.exp(chunk[offset + index]);
    this.#latest[this.#frames++ % smoothedFrames] = energy / this.featureDim;
    const count = Math.min(this.#frames, smoothedFrames);
    const level = Math.log(this.#latest.reduce((sum, value) => sum + value, 0) / count);
    this.#level = Math.max(this.#level, level);
    const bin = Math.floor((level - lowestLevel) * binsPerNat);
    this.#histogram[Math.min(bins - 1, Math.max(0, bin))]++;
  }

  #lift(): number {
    const lift = Math.min(mostLift, speechLevel - this.#level);
    return lift > 0 && this.#level - this.#softLevel() >= leastRange ? lift : 0;
  }

  /** The level below which {@link softShare} of the frames are. */
  #softLevel(): number {
    let left = this.#frames * softShare;
    let bin = 0;
    while (bin < bins - 1 && left >= this.#histogram[bin]) left -= this.#histogram[bin++];
    return lowestLevel + bin / binsPerNat;
  }
}

const logMelFloor = Math.log(melEnergyFloor);
