import { type FieldValue, heldAt, pathOf } from '../context/fields.js';
import type { AnalysedSentence } from '../matching/sentence.js';
import type { Context } from '../understanding.js';

/**
 * What pronouns stand for: whom the same sentence names ("my daughter has a party, a dress for her"), else of whom was
 * spoken before, with all that was said of them. Where there is nobody such, they say no more than they are.
 */
export function referBack(
  values: readonly FieldValue[],
  before: Context,
  sentence: AnalysedSentence,
): FieldValue[] {
  return values.flatMap((value) => {
    const { key, refersTo } = value;
    if (refersTo === undefined || key === undefined) return [value];
    const path = pathOf(value);
    const isNamed = values.some((other) => pathOf(other) === path && other.refersTo === undefined);
    if (isNamed) return [];
    const told = toldOf(sentence, path).find((one) => refersTo.includes(one));
    if (told !== undefined) return [{ ...value, value: told }];
    const held = (heldAt(before, path) ?? []) as string[];
    return held.some((one) => refersTo.includes(one))
      ? held.map((one) => ({ ...value, value: one }))
      : [value];
  });
}

/** Values of a key that a sentence names anywhere, also where it only tells something. */
function toldOf(sentence: AnalysedSentence, path: string): string[] {
  const { pack, tokens } = sentence;
  const entities = [...pack.entities.values()].filter(
    ({ kind, into, refersTo }) => kind === 'list' && into.includes(path) && refersTo === undefined,
  );
  return tokens.flatMap((_, at) =>
    entities.flatMap((entity) => sentence.mentions(entity, at).map(({ value }) => String(value))),
  );
}
