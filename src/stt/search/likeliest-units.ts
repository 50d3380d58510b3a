/**
 * Leaves the likeliest units of a frame, as the token beam of other decoders does (Collobert et al., flashlight;
 * `beamSizeToken`).
 */
export class LikeliestUnits {
  private row = new Float32Array(0);
  private sorted = new Float32Array(0);

  /** @param count Units to leave; of equals the first. */
  constructor(private readonly count: number) {}

  /**
   * @param logProbs Natural-log probabilities, `units` of them from `offset` on.
   * @returns The same from 0 on, -Infinity for the others; good until the next call.
   */
  only(logProbs: Float32Array, offset: number, units: number): Float32Array {
    if (this.row.length !== units) {
      this.row = new Float32Array(units);
      this.sorted = new Float32Array(units);
    }
    const { row, sorted } = this;
    for (let unit = 0; unit < units; unit++) row[unit] = sorted[unit] = logProbs[offset + unit];
    sorted.sort();
    const least = sorted[units - this.count];
    let ties = 1;
    while (ties < this.count && sorted[units - this.count + ties] === least) ties++;
    for (let unit = 0; unit < units; unit++) {
      if (row[unit] < least || (row[unit] === least && ties-- <= 0)) row[unit] = -Infinity;
    }
    return row;
  }
}
