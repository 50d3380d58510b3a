/**
 * The best unit of each frame, repeats and blanks taken out: what the network alone hears, for tests and comparison.
 *
 * @param logProbs [frames, units], unit 0 being the blank.
 */
export function greedySearch(logProbs: Float32Array, units: number): number[] {
  const found: number[] = [];
  let previous = 0;
  for (let row = 0; row + units <= logProbs.length; row += units) {
    let best = 0;
    for (let unit = 1; unit < units; unit++) if (logProbs[row + unit] > logProbs[row + best]) best = unit;
    if (best !== 0 && best !== previous) found.push(best);
    previous = best;
  }
  return found;
}
