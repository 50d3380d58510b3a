import type { Mention } from '../mention.js';
import type { AnalysedSentence } from '../sentence.js';
import type { PhraseValues } from './phrase-values.js';

/**
 * Whether "no" stands before a value. Who begins with it often answers; behind other words it refuses: "under two
 * hundred, no nylon". So it does where it is said again of the next one of a list: "no cough, no fever".
 */
export function isRefused(said: PhraseValues, at: number): boolean {
  const { values, sentence, start } = said;
  if (at > 0) return isNegated(sentence, values[at], values[at - 1].end);
  const isListed = isOfList(said) && values.length > 1 && isNegated(sentence, values[1], values[0].end);
  return isNegated(sentence, values[0], start === 0 && !isListed ? 1 : start);
}

/** Whether a phrase holds several of a list, and no things that are ordered or looked for. */
function isOfList({ phrase }: PhraseValues): boolean {
  return phrase.rest === undefined && phrase.into.length === 0;
}

/**
 * Whether a "no" stands before several of a list, or before all that is named of an order: of "a headache, no fever, no
 * rash" none takes the place of another, and neither does one of "no buns, no cups".
 */
export function isOneOfListed(said: PhraseValues, at: number): boolean {
  return isOfList(said) ? isOneOfMany(said, at) : refusesOnly(said);
}

/** Whether an order names only things, each with a "no" before it. */
function refusesOnly({ values, phrase, sentence, start }: PhraseValues): boolean {
  return (
    phrase.rest === undefined &&
    values.every(
      (value, index) =>
        phrase.heads.includes(value.entity) &&
        isNegated(sentence, value, values[index - 1]?.end ?? Math.max(0, start - 1)),
    )
  );
}

/** Whether a "no" stands before the value next to one. */
export function isOneOfMany(said: PhraseValues, at: number): boolean {
  return [at - 1, at + 1].some((other) => said.values[other] !== undefined && isRefused(said, other));
}

/**
 * Whether a "no" stands right before a value, behind a place.
 *
 * @param joined How many joining words may stand between the two.
 */
export function isNegated(
  { tokens, resolved, pack }: AnalysedSentence,
  value: Mention,
  start: number,
  joined = 0,
): boolean {
  const at = value.start - 1 - joined;
  const { openWords } = resolved.locale;
  return (
    at + 1 > start &&
    pack.isNo(tokens[at].norm) &&
    tokens.slice(at + 1, value.start).every(({ norm }) => openWords.includes(norm))
  );
}
