import type { AnalysedSentence } from '../matching/sentence.js';
import { startsWith } from '../tokenise.js';
import { isNamedAt } from './named-at.js';

/**
 * Where the first of several requests may end, the longest first; last come ends that part what rather belongs together:
 * "in the hall and also nursery | lights off", "is the garage | door open".
 *
 * @param start Where the request begins.
 * @param last Where the one behind it begins at the latest.
 */
export function requestEnds(sentence: AnalysedSentence, start: number, last: number): number[] {
  const { pack, tokens, resolved } = sentence;
  const { questions, statements } = resolved.locale;
  const joins = pack.joining?.words ?? [];
  const isBehind = (at: number) =>
    joins.some(
      (words) =>
        at > start && startsWith(tokens, at - words.length, words) && !statements.however.includes(words[0]),
    );
  const isJoin = (at: number) => joins.some((words) => startsWith(tokens, at, words));
  const likely: number[] = [];
  const others: number[] = [];
  for (let end = last; end > start; end--) {
    // of "and is the door locked" the "is" ends nothing
    if (isBehind(end - 1) && questions.verbs.includes(tokens[end - 1].norm)) continue;
    const isInName = isNamedAt(sentence, end - 1) && isNamedAt(sentence, end);
    const isParted = isInName || (isBehind(end - 1) && !isJoin(end));
    (isParted ? others : likely).push(end);
  }
  return [...likely, ...others];
}
