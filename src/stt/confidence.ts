import type { Hypothesis, Word } from './hypothesis.js';
import type { TracedPath } from './search/word-history.js';

/** How scores become probabilities. */
export interface ConfidenceMap {
  /** Scores are multiplied by this before the softmax over the n-best list. @default 0.5 */
  scale: number;
  /** Of a word: calibrated = sigmoid(slope * logit(p) + offset). @default 1 */
  slope: number;
  /** @default 0 */
  offset: number;
  /** The same of a whole reading. @default 1 */
  querySlope: number;
  /** @default 0 */
  queryOffset: number;
  /**
   * An utterance whose words have a mean posterior below this is taken for noise: its best reading is the empty one.
   * @default 0.5
   */
  reject: number;
}

export const defaultConfidenceMap: Readonly<ConfidenceMap> = {
  scale: 0.5,
  slope: 1,
  offset: 0,
  querySlope: 1,
  queryOffset: 0,
  reject: 0.5,
};

/** Turns paths of the search into results; `paths` are best first and none of them is empty of meaning. */
export interface HypothesisOptions {
  /** Spelling of a word id; undefined for unknown speech, which is left out. */
  textOf(word: number): string | undefined;
  secondsPerFrame: number;
  map: ConfidenceMap;
  /** Most hypotheses to return. */
  count: number;
}

/**
 * N-best list with word times and posterior probabilities: a path's posterior is its softmax share of the list, a
 * word's the summed share of the paths that have it in the same place (as aligned by fewest edits).
 */
export function toHypotheses(paths: readonly TracedPath[], options: HypothesisOptions): Hypothesis[] {
  const { textOf, secondsPerFrame, map, count } = options;
  const merged = new Map<string, { words: Word[]; score: number; weight: number }>();
  const best = paths[0]?.score ?? 0;
  for (const path of paths) {
    const words: Word[] = [];
    for (const { word, firstFrame, lastFrame } of path.words) {
      const text = textOf(word);
      if (text === undefined) continue;
      const start = firstFrame * secondsPerFrame;
      const end = (lastFrame + 1) * secondsPerFrame;
      // A phrase that was searched as one word is several to the reader.
      const parts = text.split(' ');
      let letters = 0;
      for (const part of parts) {
        const from = start + ((end - start) * letters) / text.length;
        letters += part.length + 1;
        const to = start + ((end - start) * Math.min(letters, text.length)) / text.length;
        words.push({ text: part, start: round(from), end: round(to), confidence: 0 });
      }
    }
    const text = words.map((word) => word.text).join(' ');
    const weight = Math.exp((path.score - best) * map.scale);
    const entry = merged.get(text);
    if (entry) entry.weight += weight;
    else merged.set(text, { words, score: path.score, weight });
  }
  const entries = [...merged.entries()];
  const sum = entries.reduce((total, [, { weight }]) => total + weight, 0);
  const texts = entries.map(([, { words }]) => words.map((word) => word.text));
  const found = entries.slice(0, count).map(([text, { words, score, weight }], index) => {
    const support = new Float64Array(words.length);
    entries.forEach(([, other], at) => {
      if (other.weight < sum * 1e-4) return;
      for (const position of matches(texts[index], texts[at])) support[position] += other.weight / sum;
    });
    words.forEach((word, position) => {
      word.confidence = calibrated(support[position], map.slope, map.offset);
    });
    const mean = support.reduce((total, value) => total + value, 0) / Math.max(1, words.length);
    return {
      mean,
      hypothesis: {
        text,
        words,
        score,
        confidence: calibrated(weight / sum, map.querySlope, map.queryOffset),
      },
    };
  });
  const list = found.map(({ hypothesis }) => hypothesis);
  if (list.length === 0) return [{ text: '', words: [], score: 0, confidence: 1 }];
  if (list[0].words.length === 0 || found[0].mean >= map.reject) return list;
  const empty = {
    text: '',
    words: [],
    score: list[0].score,
    confidence: calibrated(1 - found[0].mean, 1, 0),
  };
  return [empty, ...list.filter(({ text }) => text !== '')].slice(0, count);
}

function calibrated(probability: number, slope: number, offset: number) {
  const p = Math.min(1 - 1e-4, Math.max(1e-4, probability));
  const value = 1 / (1 + Math.exp(-(slope * Math.log(p / (1 - p)) + offset)));
  return Math.round(value * 1e4) / 1e4;
}

function round(seconds: number) {
  return Math.round(seconds * 1000) / 1000;
}

/** Positions of `words` that stay the same in the alignment with `others` that takes fewest edits. */
function matches(words: readonly string[], others: readonly string[]): number[] {
  if (words === others) return words.map((_, index) => index);
  const width = others.length + 1;
  const cost = new Int32Array((words.length + 1) * width);
  for (let i = 0; i <= words.length; i++) {
    for (let j = 0; j <= others.length; j++) {
      if (i === 0 || j === 0) cost[i * width + j] = i + j;
      else {
        const same = words[i - 1] === others[j - 1] ? 0 : 1;
        cost[i * width + j] = Math.min(
          cost[(i - 1) * width + j - 1] + same,
          cost[(i - 1) * width + j] + 1,
          cost[i * width + j - 1] + 1,
        );
      }
    }
  }
  const found: number[] = [];
  let i = words.length;
  let j = others.length;
  while (i > 0 && j > 0) {
    const same = words[i - 1] === others[j - 1];
    if (cost[i * width + j] === cost[(i - 1) * width + j - 1] + (same ? 0 : 1)) {
      if (same) found.push(i - 1);
      i--;
      j--;
    } else if (cost[i * width + j] === cost[(i - 1) * width + j] + 1) i--;
    else j--;
  }
  return found;
}
