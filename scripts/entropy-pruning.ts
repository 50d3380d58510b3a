import type { NgramEstimate } from '../src/stt/lm/kneser-ney.js';

/** What a context leaves to shorter ones at least, as sums of many shares may come to a little more than one. */
const leastRest = 1e-12;

/**
 * Takes out the n-grams whose absence changes the model least: relative entropy pruning (Stolcke, "Entropy-based
 * Pruning of Backoff Language Models", 1998). The probability of a context is its share of the plain counts, because
 * Kneser-Ney's shorter distributions do not estimate it (Chelba et al., "Study on Interaction between Entropy Pruning
 * and Kneser-Ney Smoothing", 2010). Back-off weights are computed anew; the distribution still sums to one.
 *
 * @param threshold Relative change of perplexity below which an n-gram goes, e.g. 1e-8.
 * @returns The number of n-grams of each order that stay; index 0 is the root.
 */
export function pruneByEntropy(model: NgramEstimate, threshold: number): number[] {
  const { counts, suffix, probability, backoff, alive } = model;
  const { size, order, parent, level } = counts;
  const contextCount = contextCounts(model);
  const hasChildren = new Int32Array(size);
  for (let node = 1; node < size; node++) {
    if (probability[node] === 0 && level[node] > 1) alive[node] = 0;
    if (alive[node]) hasChildren[parent[node]]++;
  }
  for (let k = order; k >= 2; k--) {
    const kept = new Float64Array(size);
    const keptLower = new Float64Array(size);
    for (let node = 1; node < size; node++) {
      if (level[node] !== k || !alive[node]) continue;
      kept[parent[node]] += probability[node];
      keptLower[parent[node]] += probability[suffix[node]];
    }
    for (let node = 1; node < size; node++) {
      if (level[node] !== k || !alive[node] || hasChildren[node] > 0) continue;
      const context = parent[node];
      const lower = probability[suffix[node]];
      const rest = Math.max(leastRest, 1 - kept[context]);
      const restLower = Math.max(leastRest, 1 - keptLower[context]);
      const newWeight = Math.log((rest + probability[node]) / (restLower + lower));
      const change =
        probability[node] * (Math.log(lower) + newWeight - Math.log(probability[node])) +
        (newWeight - Math.log(rest / restLower)) * rest;
      if (Math.expm1(-contextCount[context] * change) < threshold) {
        alive[node] = 0;
        hasChildren[context]--;
      }
    }
  }
  const left = new Array<number>(order + 1).fill(0);
  for (let node = 0; node < size; node++) if (alive[node]) left[level[node]]++;
  for (let node = 0; node < size; node++) if (hasChildren[node] === 0) backoff[node] = 1;
  renewBackoff(model);
  return left;
}

/** Share of each context among all positions of the training text. */
function contextCounts({ counts, begin }: NgramEstimate): Float64Array {
  const { size, parent, level, word, count } = counts;
  const share = new Float64Array(size);
  let total = 0;
  for (let node = 1; node < size; node++) {
    share[parent[node]] += count[node];
    if (level[node] === 1 && word[node] !== begin) total += count[node];
  }
  for (let node = 0; node < size; node++) share[node] /= total;
  return share;
}

/** Back-off weights from what is left, shortest contexts first, as longer ones build on them. */
function renewBackoff({ counts, suffix, probability, backoff, alive }: NgramEstimate) {
  const { size, order, parent, level } = counts;
  const backedOff = Float64Array.from(probability);
  for (let k = 1; k < order; k++) {
    const kept = new Float64Array(size);
    const keptLower = new Float64Array(size);
    for (let node = 1; node < size; node++) {
      if (level[node] === k && !alive[node]) {
        backedOff[node] = backoff[parent[node]] * backedOff[suffix[node]];
      }
    }
    for (let node = 1; node < size; node++) {
      if (level[node] !== k + 1 || !alive[node]) continue;
      kept[parent[node]] += probability[node];
      keptLower[parent[node]] += backedOff[suffix[node]];
    }
    for (let node = 1; node < size; node++) {
      if (level[node] === k && kept[node] > 0) {
        backoff[node] = Math.max(leastRest, 1 - kept[node]) / Math.max(leastRest, 1 - keptLower[node]);
      }
    }
  }
}
