import type { Parse } from './matcher.js';
import type { AnalysedSentence } from './sentence.js';

/**
 * Whether what stands behind "not" in a phrase is all that it is for, with nothing that takes its place: "not the coke",
 * while "not a coke, a hot dog" is for a hot dog.
 */
export function takesRefused({ captures }: Parse, sentence: AnalysedSentence): boolean {
  return captures.some(({ start, parts: [first] = [], entity }) => {
    if (first === undefined || sentence.pack.entities.get(entity)?.rest !== undefined) return false;
    for (let at = start; at < first.start; at++) {
      const ends = sentence.exceptedAt(at);
      if (ends.some((end) => end === first.start || (end + 1 === first.start && sentence.isDeterminer(end))))
        return true;
    }
    return false;
  });
}
