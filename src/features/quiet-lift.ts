import { melEnergyFloor } from './fbank.js';
import { QuietSpeech } from './quiet-speech.js';

/**
 * What {@link QuietLift} needs: a floor low enough that what a quiet microphone heard is still there to be lifted.
 * 16-bit samples end 20 dB above it.
 */
export const deepEnergyFloor = 2 ** -45;

/**
 * Speech up to here is lifted; ln of the median mel energy of its loudest 160 ms, samples nominally +-1. The recordings
 * that the default model was trained on reach 0.4 (-1.1 in the quietest fiftieth).
 */
const speechLevel = -1.6;
/** Of the median, and of a frame. */
const [windowMs, frameMs] = [160, 25];
/** What is longer over is in no frame that is made again. */
const forgottenMs = 10_000;
/** Filters below 120 Hz, of 80: what hum fills, too. */
const humBins = 4;
const logMelFloor = Math.log(melEnergyFloor);

/**
 * Automatic gain: lifts the log-mel features of a quiet recording, as if its microphone had been turned up.
 *
 * Word errors on `dev` (120 utterances of people, a second at a time) without and with it: 40 dB down 27.8 and 20.4 %, in
 * noise of 10 dB 52.5 and 41.8 %; at their own level 24.6 and 24.4 % in noise of 20 dB, 40.6 and 40.9 in noise of 10.
 */
export class QuietLift {
  #speech: QuietSpeech;
  /** How many frames were heard. */
  #heard = 0;
  /** What is no speech, in the order of time. */
  #noise: { startMs: number; endMs: number }[] = [];

  /**
   * @param featureDim Values of a frame.
   * @param shiftMs From the beginning of a frame to that of the next.
   * @param startMs Where the first frame begins.
   */
  constructor(
    readonly featureDim: number,
    readonly shiftMs = 10,
    readonly startMs = 0,
  ) {
    this.#speech = new QuietSpeech({ speechLevel, windowFrames: Math.round(windowMs / shiftMs) });
  }

  /**
   * Lifts a chunk in place, and puts {@link melEnergyFloor} under it.
   *
   * @param chunk Log-mel features [T, featureDim], floored at {@link deepEnergyFloor}.
   * @param newFrames How many of them, from the first on, no chunk before had and the next one has not.
   */
  apply(chunk: Float32Array, newFrames: number): void {
    const { featureDim } = this;
    const frames = Array.from({ length: chunk.length / featureDim }, (_, frame) =>
      chunk.subarray(frame * featureDim, (frame + 1) * featureDim),
    );
    const energies = frames.map(meanEnergy);
    for (const energy of energies.slice(0, newFrames)) {
      if (!this.#isNoise(this.#heard++)) this.#speech.hear(energy);
    }
    for (const [index, frame] of frames.entries()) {
      const lift = this.#speech.liftOf(energies[index]);
      for (let bin = 0; bin < featureDim; bin++) frame[bin] = Math.max(logMelFloor, frame[bin] + lift);
    }
  }

  /**
   * Tells that what is heard there is no speech, such as a beep: nothing is judged by its loudness. Frames that were
   * taken before stay as they are.
   */
  ignore(startMs: number, endMs: number): void {
    const last = this.#noise.at(-1);
    if (last && startMs <= last.endMs) last.endMs = endMs;
    else this.#noise.push({ startMs, endMs });
  }

  #isNoise(frame: number): boolean {
    const beginMs = this.startMs + frame * this.shiftMs;
    while (this.#noise.length > 0 && this.#noise[0].endMs < beginMs - forgottenMs) this.#noise.shift();
    return this.#noise.some(({ startMs, endMs }) => beginMs + frameMs > startMs && beginMs < endMs);
  }

  /** One that has heard nothing, and knows what is no speech, for frames with another shift. */
  again(shiftMs: number, startMs: number): QuietLift {
    const again = new QuietLift(this.featureDim, shiftMs, startMs);
    again.#noise = this.#noise.map((noise) => ({ ...noise }));
    return again;
  }

  copy(): QuietLift {
    const copy = this.again(this.shiftMs, this.startMs);
    copy.#heard = this.#heard;
    copy.#speech = this.#speech.copy();
    return copy;
  }
}

/** Without what hum fills. */
function meanEnergy(frame: Float32Array): number {
  let energy = 0;
  for (let bin = humBins; bin < frame.length; bin++) energy += Math.exp(frame[bin]);
  return energy / frame.length;
}
