import { opensNoun } from './asides.js';
import type { AnalysedSentence } from './sentence.js';

/**
 * Where the word is with which a sentence asks something, behind words of talk and a preposition: "so is it spicy", "with
 * what milk"; -1 for one that asks nothing. A verb asks before whom or what it is said of.
 */
export function questionStart(sentence: AnalysedSentence): number {
  const { tokens, resolved, pack } = sentence;
  const { questions, statements, hesitations } = resolved.locale;
  const joining = pack.joining?.words.map(([word]) => word) ?? [];
  const opening = [...hesitations, ...joining, ...statements.therefore];
  let at = 0;
  for (;;) {
    const end = sentence.fillerEnds(at).at(-1);
    if (end !== undefined) at = end;
    else if (opening.includes(tokens[at]?.norm)) at++;
    else break;
  }
  const [first, next, third] = tokens.slice(at, at + 3).map(({ norm }) => norm);
  if (first === undefined) return -1;
  if (questions.words.includes(first)) return at;
  // "with what milk do you make it", but not "with what I had"
  const isBehind = resolved.locale.prepositions.includes(first) && questions.words.includes(next);
  if (isBehind && !statements.pronouns.includes(third)) return at + 1;
  const isOfSomething =
    next !== undefined &&
    (questions.subjects.includes(next) || statements.pronouns.includes(next) || opensNoun(next, resolved));
  // "is dune any good", of a name that has no article
  const isOfListed = statements.being.includes(first) && beginsListed(sentence, at + 1);
  return questions.verbs.includes(first) && (isOfListed || isOfSomething) ? at : -1;
}

/** Whether a value of any list begins at a word. */
function beginsListed(sentence: AnalysedSentence, at: number): boolean {
  return sentence.tokens.some((_, last) => last >= at && sentence.isListed(at, last + 1));
}
