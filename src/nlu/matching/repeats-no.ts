import type { PhraseValues } from './phrase-values.js';

/**
 * Whether a "no" within a phrase only says again what was said before its first value: "no nuts, no eggs". So it does where
 * the phrase has the word among those that mean nothing in it. Of an order "no latte, no mocha" puts the latte right.
 */
export function repeatsNo({ values, phrase, sentence, start }: PhraseValues): boolean {
  // what a search does not want is no value of its phrase
  if (phrase.rest !== undefined) return false;
  const { between = [] } = sentence.resolved.locale.corrections ?? {};
  const isGlue = (word: string) => phrase.glueWords.get(word)?.some(({ length }) => length === 1);
  if (between.some(isGlue)) return true;
  const isOfOrder = phrase.into.length > 0;
  const isBehindNo = between.includes(sentence.tokens[start - 1]?.norm ?? '');
  return !isOfOrder && isBehindNo && values[0]?.start === start;
}
