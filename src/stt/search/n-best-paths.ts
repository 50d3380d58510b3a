import { PathHeap } from './path-heap.js';
import type { TracedPath, TracedWord } from './traced-path.js';
import { extendHash, type WordHistory } from './word-history.js';

/** A complete hypothesis: the record of its last word. */
export interface PathEnd extends Pick<TracedPath, 'score' | 'isExpected'> {
  record: number;
}

/** A hypothesis that is read backwards as far as its record. */
interface OpenPath extends PathEnd {
  /** The words after the record. */
  suffix: { word: TracedWord; after: OpenPath['suffix'] } | undefined;
  hash: number;
}

/** Paths that are read on at most: many may say the same words, and those count once. */
const mostSteps = 20_000;

/**
 * The best word sequences, best first and each once, read backwards from the ends with the alternatives put in.
 *
 * @param ends Records of complete hypotheses with their scores.
 * @param silent Words by which paths do not differ, as nobody gets to see them.
 */
export function nBestPaths(
  history: WordHistory,
  ends: readonly PathEnd[],
  count: number,
  silent: ReadonlySet<number> = new Set(),
): TracedPath[] {
  const open = new PathHeap<OpenPath>();
  for (const end of ends) open.push({ ...end, suffix: undefined, hash: 0 });
  const seen = new Set<string>();
  const found: TracedPath[] = [];
  for (let step = 0; step < mostSteps && found.length < count; step++) {
    const path = open.pop();
    if (!path) break;
    const key = `${path.record} ${path.hash}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (path.record === 0) {
      const words: TracedWord[] = [];
      for (let at = path.suffix; at; at = at.after) words.push(at.word);
      const text = words.flatMap(({ word }) => (silent.has(word) ? [] : [word])).join(' ');
      if (!seen.has(text)) found.push({ words, score: path.score, isExpected: path.isExpected });
      seen.add(text);
      continue;
    }
    history.eachAlternative(path.record, path.suffix?.word, (record, delta) =>
      open.push({ ...path, record, score: path.score + delta }),
    );
    const word = history.traced(path.record);
    open.push({
      ...path,
      record: history.previous(path.record),
      suffix: { word, after: path.suffix },
      hash: silent.has(word.word) ? path.hash : extendHash(path.hash, word.word),
    });
  }
  return found;
}
