import type { Mention } from './mention.js';
import type { PhraseValues } from './phrase-values.js';

/**
 * The values of an order, of which the first is read with the "no" that the template has before it, where the two are a
 * value: who says "no salsa" in `no {item}` wants none, if that is what salsa is called that is left out.
 */
export function withNoBefore({ values, phrase, sentence, start }: PhraseValues): readonly Mention[] {
  const [first, ...others] = values;
  const before = start - 1;
  if (
    phrase.into.length === 0 ||
    first?.start !== start ||
    !sentence.pack.isNo(sentence.tokens[before]?.norm)
  )
    return values;
  const refusal = sentence
    .partsAt(phrase, before)
    .find(({ entity, end, cost }) => entity === first.entity && end >= first.end && cost === 0);
  return refusal === undefined ? values : [refusal, ...others.filter((other) => other.start >= refusal.end)];
}
