import { startsWith } from '../tokenise.js';
import { isRefusedBy } from './left-out.js';
import type { Parse } from './matcher.js';
import type { AnalysedSentence } from './sentence.js';

/**
 * Whether something was taken for what is wanted without the words right before it that say that it is not: "not the front
 * row", "never open the window", "no need to call the doctor".
 */
export function leavesOutNot({ unmatched }: Parse, sentence: AnalysedSentence): boolean {
  const { tokens, pack, resolved } = sentence;
  const { definiteArticles, questions, statements } = resolved.locale;
  return unmatched.some(({ start, end }) => {
    // "i do not | need a latte", where "do not" joins values; "i do not want to wait" is another matter
    const isWish = start > 0 && statements.wishes.includes(tokens[start].norm);
    const isOfDeed = statements.infinitive.includes(tokens[start + 1]?.norm);
    if (isWish && !isOfDeed && pack.negations.has(tokens[start - 1].norm)) return true;
    const last = definiteArticles.includes(tokens[end - 1].norm) ? end - 2 : end - 1;
    if (last < start || isAllSaid(sentence, end)) return false;
    if (isRefusedBy(sentence, last + 1)) return true;
    // "why not open the window" proposes it
    return pack.negations.has(tokens[last].norm) && !questions.words.includes(tokens[last - 1]?.norm);
  });
}

/**
 * Whether "no" was left out right before a noun, and the request names nothing else: "no doctor", where a template says
 * "the doctor". Before other words it answers, or puts right what was said before: "no, cancel".
 */
export function leavesOutNoOfNoun(
  { unmatched, captures }: Parse,
  { tokens, pack }: AnalysedSentence,
): boolean {
  const [first, ...others] = unmatched;
  if (captures.length > 0 || first === undefined || others.length > 0) return false;
  const noun = tokens[first.end]?.norm;
  return noun !== undefined && pack.isNo(tokens[first.end - 1].norm) && pack.isNoun(noun);
}

/**
 * Whether a request was understood without the word before what it is not for, which would then be all that it is for:
 * "renew all except Dune".
 */
export function leavesOutExcept({ unmatched }: Parse, { tokens, resolved }: AnalysedSentence): boolean {
  const sparing = resolved.locale.corrections.sparing.map((words) => words.split(' '));
  const isLeftOut = (at: number) => unmatched.some(({ start, end }) => at >= start && at < end);
  return tokens.some((_, at) => isLeftOut(at) && sparing.some((words) => startsWith(tokens, at, words)));
}

/** Whether nothing but fillers stands from a word on. */
export function isAllSaid(sentence: AnalysedSentence, at: number): boolean {
  if (at >= sentence.tokens.length) return true;
  return sentence.fillerEnds(at).some((end) => isAllSaid(sentence, end));
}
