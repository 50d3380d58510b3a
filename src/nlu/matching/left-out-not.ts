import type { Parse } from './matcher.js';
import type { AnalysedSentence } from './sentence.js';

/** Whether a value was taken for what is wanted, without the word before it that says that it is not. */
export function leavesOutNot(
  { unmatched, captures }: Parse,
  { tokens, pack, resolved }: AnalysedSentence,
): boolean {
  const { definiteArticles = [] } = resolved.locale;
  return unmatched.some(({ start, end }) => {
    const last = definiteArticles.includes(tokens[end - 1].norm) ? end - 2 : end - 1;
    return (
      last >= start &&
      pack.negations.has(tokens[last].norm) &&
      captures.some((capture) => capture.start === end)
    );
  });
}

/** Whether a request was understood without the "do not" that stands before it. */
export function leavesOutDoNot({ unmatched, captures }: Parse, sentence: AnalysedSentence): boolean {
  const { tokens, pack, resolved } = sentence;
  const { questions, statements } = resolved.locale;
  const asked = [...(questions?.subjects ?? []), ...(statements?.pronouns ?? [])];
  return unmatched.some(
    ({ start, end }) =>
      end < tokens.length &&
      end - start === 2 &&
      pack.negations.has(tokens[end - 1].norm) &&
      questions?.verbs.includes(tokens[end - 2].norm) === true &&
      // "don't you have soup" asks, and behind what was said before it is another matter
      !asked.includes(tokens[end].norm) &&
      captures.every((capture) => capture.start >= end),
  );
}
