import type { Mention } from './mention.js';
import type { AnalysedSentence } from './sentence.js';

/** The words of a value as a part of a longer name: as they were said, or put right where they are near misses. */
export function wordsOf({ start, end, value, cost }: Mention, sentence: AnalysedSentence): string {
  return cost > 0 ? String(value) : sentence.text(start, end);
}
