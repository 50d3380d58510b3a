import type { Locale } from '../locales/locale.js';
import { lookup, startsWith, type Token } from '../tokenise.js';
import type { Mention } from './mention.js';
import { scores, skipScore } from './scores.js';
import type { AnalysedSentence } from './sentence.js';

const isExact = ({ cost }: Mention) => cost === 0;

/** Whether a word begins the name of a thing that can be ordered. */
export function beginsThing(sentence: AnalysedSentence, at: number): boolean {
  return sentence.pack.itemHeads.some((head) => sentence.mentions(head, at).some(isExact));
}

/** Whether the name of such a thing goes on with a word: the "brew" of "cold brew". */
export function isInThing(sentence: AnalysedSentence, at: number): boolean {
  const isBefore = (start: number) =>
    sentence.pack.itemHeads.some((head) => sentence.mentions(head, start).some(({ end }) => end > at));
  return at > 0 && isBefore(at - 1);
}

/** Whether a word says how many things are ordered: without "zero" one would be. "One" may as well be a pronoun. */
function isAmount({ pack, tokens, resolved }: AnalysedSentence, at: number): boolean {
  if (pack.itemHeads.length === 0) return false;
  if (/^\d/.test(tokens[at].norm)) return tokens[at].norm !== '1';
  const { units, tens, scales, fractions } = resolved.locale.numbers;
  const values = [units, tens, scales, fractions].map((words) => lookup(words, tokens[at]));
  return values.some((value) => value !== undefined && value !== 1);
}

/** What it costs to leave out a word: more where it is of the name of a thing that is ordered, or says "not". */
export function leftOutScore(sentence: AnalysedSentence, at: number): number {
  if (beginsThing(sentence, at) || isInThing(sentence, at)) return scores.skippedThing;
  if (isAmount(sentence, at))
    return beginsThing(sentence, at + 1) ? scores.skippedCount : scores.skippedAmount;
  return skipScore(sentence.tokens[at].norm, sentence.pack.negations);
}

/** The same before or behind all that a sentence says, where a color or a brand is lost like a thing. */
export function leftOutsideScore(sentence: AnalysedSentence, at: number): number {
  const { filters } = sentence.pack;
  const isFilter = filters.some((filter) => sentence.mentions(filter, at).some(isExact));
  return isFilter ? scores.skippedThing : leftOutScore(sentence, at);
}

/** Whether the words right before a place say of a request there that it is none: "there is no need to". */
export function isRefusedBy({ tokens, resolved }: AnalysedSentence, at: number): boolean {
  const { refusals } = resolved.locale;
  return refusals.some((words) => at >= words.length && startsWith(tokens, at - words.length, words));
}

/** Whether a thing may be named by a word without its article: "turn on kitchen light", but hardly "turn on in". */
export function mayLackArticle(token: Token, { openWords, numbers }: Locale): boolean {
  return !openWords.includes(token.norm) && lookup(numbers.units, token) === undefined;
}
