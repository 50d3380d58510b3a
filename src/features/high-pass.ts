/** Quality of a single section that is flat up to its cutoff (Butterworth). */
const flat = Math.SQRT1_2;

/**
 * Streaming high-pass, 12 dB an octave: keeps what is no sound (a microphone's offset) and the hum of the mains out of
 * what loudness is judged by. Coefficients as in R. Bristow-Johnson's "Audio EQ Cookbook".
 */
export class HighPass {
  readonly #b: readonly [number, number, number];
  readonly #a: readonly [number, number];
  #x1 = 0;
  #x2 = 0;
  #y1 = 0;
  #y2 = 0;
  #isFirst = true;

  /** @param cutoffHz Where it is 3 dB down. */
  constructor(cutoffHz: number, sampleRateHz: number) {
    const angle = (2 * Math.PI * cutoffHz) / sampleRateHz;
    const cosine = Math.cos(angle);
    const alpha = Math.sin(angle) / (2 * flat);
    const scale = 1 / (1 + alpha);
    const edge = ((1 + cosine) / 2) * scale;
    this.#b = [edge, -2 * edge, edge];
    this.#a = [-2 * cosine * scale, (1 - alpha) * scale];
  }

  /** Filters the next samples in place. An offset from the start on is no step. */
  apply(samples: Float32Array): void {
    const [b0, b1, b2] = this.#b;
    const [a1, a2] = this.#a;
    if (this.#isFirst && samples.length > 0) {
      this.#x1 = samples[0];
      this.#x2 = samples[0];
      this.#isFirst = false;
    }
    let [x1, x2, y1, y2] = [this.#x1, this.#x2, this.#y1, this.#y2];
    for (let index = 0; index < samples.length; index++) {
      const x = samples[index];
      const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
      x2 = x1;
      x1 = x;
      y2 = y1;
      y1 = y;
      samples[index] = y;
    }
    this.#x1 = x1;
    this.#x2 = x2;
    this.#y1 = y1;
    this.#y2 = y2;
  }
}
