import type { Mention } from '../mention.js';
import type { PhraseValues } from './phrase-values.js';

/**
 * The values of an order, each read with the "no" right before it where the two are a value: who says "no salsa" in
 * `no {item}`, or "nachos with no salsa", wants none, if that is what salsa is called that is left out.
 */
export function withNoBefore({ values, phrase, sentence }: PhraseValues): readonly Mention[] {
  if (phrase.into.length === 0) return values;
  const { pack, tokens } = sentence;
  const read: Mention[] = [];
  for (const value of values) {
    const from = read.at(-1)?.end ?? 0;
    if (value.start < from) continue;
    const before = value.start - 1;
    const refusal =
      before >= from && pack.isNo(tokens[before]?.norm)
        ? sentence
            .partsAt(phrase, before)
            .find(({ entity, end, cost }) => entity === value.entity && end >= value.end && cost === 0)
        : undefined;
    read.push(refusal ?? value);
  }
  return read;
}
