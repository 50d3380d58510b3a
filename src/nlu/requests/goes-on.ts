import type { Interpretation } from '../answer/setting.js';
import { isNumberWord } from '../entities/number.js';
import { articlesOf } from '../locales/articles.js';
import { isStatement } from '../matching/asides.js';
import type { AnalysedSentence } from '../matching/sentence.js';
import { startsWith } from '../tokenise.js';
import { textsIn } from './texts-in.js';

/**
 * Whether what a part ends on was free text in the whole, a value ("remind me to call mum at six", "and close the
 * garage") or words of the template ("leave the heating as it is", "and turn off the fan").
 */
export function endsText(part: Interpretation, whole: Interpretation): boolean {
  if (!holdsAnother(whole)) return false;
  const own = textsIn(part);
  const { length } = part.sentence.tokens;
  const value = part.parses[0].captures.findLast((capture) => !own.includes(capture));
  // but a deed is no part of what is told: "tell mom we are late and", "turn on the fan"
  const endsInOwn = own.some(({ start, end }) => end === length && !isStatement(part.sentence, start, end));
  const ends = [
    ...(value === undefined ? [] : [value]),
    ...(endsInOwn ? [] : [{ start: length - 1, end: length }]),
  ];
  return textsIn(whole).some((text) => ends.some(({ start, end }) => text.start <= start && text.end > end));
}

/** Whether free text goes on over where another request may begin: "remind me to call mum at six and turn", "off the tv". */
export function holdsAnother(read: Interpretation): boolean {
  return textsIn(read).some(({ start, end }) => goesOn(read, start, end) || endsInTalk(read, start));
}

/** Whether words end in talk behind a word that joins requests: "call mum at six and good night". */
export function endsInTalk({ sentence }: Interpretation, start = 0): boolean {
  const { tokens } = sentence;
  return tokens.some(
    (_, at) => at > start && sentence.fillerEnds(at).includes(tokens.length) && isBehindJoin(sentence, at),
  );
}

/**
 * Whether another request may begin behind a word that joins requests, with a verb, "turn it off and add milk", or with a
 * noun and its article: "a taxi to the airport at six and a wake up call at five".
 */
export function goesOn({ sentence }: Interpretation, start = 0, end = sentence.tokens.length): boolean {
  return sentence.tokens
    .slice(0, end)
    .some(
      (_, at) => (isVerbAt(sentence, at) || isNounAt(sentence, at)) && isBehindJoin(sentence, at, start + 1),
    );
}

/** Whether a request may begin with an article and the word behind it: "a wake up call at five". */
function isNounAt({ pack, tokens, resolved }: AnalysedSentence, at: number): boolean {
  const [{ norm }, next] = tokens.slice(at, at + 2);
  return next !== undefined && articlesOf(resolved.locale).has(norm) && pack.beginsWithBoth(norm, next.norm);
}

/**
 * Whether a word that joins requests stands right before a place.
 *
 * @param first It does not begin before this word.
 */
export function isBehindJoin({ pack, tokens }: AnalysedSentence, at: number, first = 0): boolean {
  const isBefore = (words: readonly string[]) =>
    at - words.length >= first && startsWith(tokens, at - words.length, words);
  return pack.joining?.words.some(isBefore) ?? false;
}

/** Whether a request may begin with a word, which is no small one: "and now the lamp off" is one request. */
export function isVerbAt({ pack, tokens, resolved }: AnalysedSentence, at: number): boolean {
  const { norm } = tokens[at];
  const { openWords, numbers } = resolved.locale;
  const isFiller = pack.fillers.get(norm)?.some(({ length }) => length === 1);
  return pack.begins(norm) && !openWords.includes(norm) && !isNumberWord(norm, numbers) && !isFiller;
}
