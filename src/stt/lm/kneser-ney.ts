import type { NgramCounts } from './ngram-counts.js';

/** A back-off n-gram model over the nodes of its counts, as it comes from estimation (before pruning and packing). */
export interface NgramEstimate {
  counts: NgramCounts;
  /** Node of the n-gram without its first word. */
  suffix: Int32Array;
  /** P(last word | the words before it), full (interpolated) probability. */
  probability: Float64Array;
  /** Weight of the shorter context for words that do not follow this n-gram; 1 where nothing follows it. */
  backoff: Float64Array;
  /** 0 where pruning took the n-gram out. */
  alive: Uint8Array;
  /** Number of words that the single-word distribution ranges over, `<s>` excluded. */
  vocabularySize: number;
  begin: number;
}

/**
 * Interpolated modified Kneser-Ney smoothing (Chen and Goodman, "An Empirical Study of Smoothing Techniques for
 * Language Modeling", 1998, section 3): shorter n-grams are weighted by the number of different words before them, the
 * three discounts of each order come from the counts of counts, and the single-word distribution is interpolated with
 * the uniform one, so that every word of the vocabulary has a probability.
 *
 * @param vocabularySize Number of predictable words: all but `<s>`.
 * @param begin Id of `<s>`; n-grams that start with it keep their plain counts, as nothing can precede them.
 */
export function estimateKneserNey(counts: NgramCounts, vocabularySize: number, begin: number): NgramEstimate {
  const { size, order, parent, word, level } = counts;
  const suffix = counts.suffixes();
  const adjusted = new Float64Array(size);
  const startsSentence = new Uint8Array(size);
  for (let node = 1; node < size; node++) {
    startsSentence[node] = level[node] === 1 ? Number(word[node] === begin) : startsSentence[parent[node]];
    if (level[node] === order || startsSentence[node]) adjusted[node] += counts.count[node];
    if (level[node] > 1) adjusted[suffix[node]]++;
  }
  for (let node = 1; node < size; node++) if (level[node] === 1 && word[node] === begin) adjusted[node] = 0;

  const discounts = Array.from({ length: order + 1 }, (_, k) =>
    k === 0 ? [] : discountsOf(adjusted, level, k),
  );
  const total = new Float64Array(size);
  const discounted = new Float64Array(size);
  for (let node = 1; node < size; node++) {
    if (adjusted[node] === 0) continue;
    total[parent[node]] += adjusted[node];
    discounted[parent[node]] += discountOf(discounts[level[node]], adjusted[node]);
  }
  const probability = new Float64Array(size);
  const backoff = new Float64Array(size).fill(1);
  for (let node = 0; node < size; node++) if (total[node] > 0) backoff[node] = discounted[node] / total[node];
  // Nodes are numbered parents first, but a suffix may come later than its node: go level by level.
  for (let k = 1; k <= order; k++) {
    for (let node = 1; node < size; node++) {
      if (level[node] !== k || total[parent[node]] === 0) continue;
      const lower = k === 1 ? 1 / vocabularySize : probability[suffix[node]];
      const own = Math.max(0, adjusted[node] - discountOf(discounts[k], adjusted[node]));
      probability[node] = own / total[parent[node]] + backoff[parent[node]] * lower;
    }
  }
  const alive = new Uint8Array(size).fill(1);
  return { counts, suffix, probability, backoff, alive, vocabularySize, begin };
}

/** D1, D2 and D3+ of one order; counts too regular for the formula get the usual constants. */
function discountsOf(adjusted: Float64Array, level: Uint8Array, order: number): number[] {
  const n = [0, 0, 0, 0, 0];
  for (let node = 1; node < adjusted.length; node++) {
    if (level[node] === order && adjusted[node] >= 1 && adjusted[node] <= 4) n[adjusted[node]]++;
  }
  const y = n[1] / (n[1] + 2 * n[2]);
  const formula = [1, 2, 3].map((k) => k - (k + 1) * y * (n[k + 1] / n[k]));
  return formula.map((value, index) => (value > 0 && value < index + 1 ? value : [0.5, 0.9, 1.2][index]));
}

function discountOf([one, two, more]: readonly number[], count: number): number {
  if (count >= 3) return more;
  if (count >= 2) return two;
  return count > 0 ? one : 0;
}
