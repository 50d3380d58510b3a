import type { Entity } from '../pack/compile-entities.js';
import { startsWith } from '../tokenise.js';
import type { AnalysedSentence } from './sentence.js';

/** The most words from the start of a correction to the value that it is about: others tell something of their own. */
const mostWordsTo = 6;

/** The words before a value of a phrase that put right what was said before them: "no wait", "but not". */
export function correctionIn(
  { pack, tokens, resolved }: AnalysedSentence,
  start: number,
  end: number,
  { separatorWords }: Entity,
): readonly string[] | undefined {
  const { reserving = [] } = resolved.locale.corrections ?? {};
  for (let at = Math.max(start, end - mostWordsTo); at < end; at++) {
    if (reserving.includes(tokens[at - 1]?.norm)) continue;
    for (const words of pack.corrections.get(tokens[at].norm) ?? []) {
      const next = at + words.length;
      // "one with milk and one without, and a cake": what is joined to it is another thing
      if (next <= end && startsWith(tokens, at, words) && !separatorWords.has(tokens[next].norm))
        return words;
    }
  }
  return undefined;
}
