/** Renders unit sequences to CTC posteriors, as an acoustic model would give them. */
export interface RenderOptions {
  units: number;
  /** Probability of the right unit at its peak. @default 0.9 */
  peak?: number;
  /** Frames of blank between units. @default 2 */
  gap?: number;
  /** Frames that each unit stays. @default 1 */
  hold?: number;
  /** Log-normal noise on the probabilities. @default 0 */
  noise?: number;
  seed?: number;
}

/** @returns Log-probabilities [frames, units]. */
export function renderPosteriors(sequence: readonly number[], options: RenderOptions): Float32Array {
  const { units, peak = 0.9, gap = 2, hold = 1, noise = 0, seed = 1 } = options;
  const random = generator(seed);
  const rows: number[] = [];
  const frame = (unit: number) => {
    const weights = Array.from({ length: units }, (_, other) => {
      const share = other === unit ? peak : (1 - peak) / (units - 1);
      return share * Math.exp(noise * gaussian(random));
    });
    const sum = weights.reduce((a, b) => a + b, 0);
    rows.push(...weights.map((weight) => Math.log(weight / sum)));
  };
  for (let index = 0; index < gap; index++) frame(0);
  for (const unit of sequence) {
    for (let index = 0; index < hold; index++) frame(unit);
    for (let index = 0; index < gap; index++) frame(0);
  }
  return Float32Array.from(rows);
}

/** Mulberry32. */
export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

function gaussian(random: () => number) {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
