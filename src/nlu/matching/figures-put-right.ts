import { smallNumber } from '../entities/small-number.js';
import type { Entity } from '../pack/compile-entities.js';
import type { Mention } from './mention.js';
import { scores } from './scores.js';
import type { SentenceView } from './sentence-view.js';

/**
 * A code of which only the figures were said anew: "a b four seven, no, four eight" is AB48, and "b four, no, five" B5.
 *
 * @param found What is spelled from a word on.
 */
export function figuresPutRight(
  sentence: SentenceView,
  entity: Entity,
  at: number,
  found: readonly Mention[],
): Mention | undefined {
  const anew = found.find(({ value }) => /^\d+$/.test(String(value))) ?? figureAt(sentence, entity, at);
  if (anew === undefined) return undefined;
  for (let start = 0; start < at - 1; start++) {
    const isOld = ({ end }: Mention) => sentence.correctedAt(end).includes(at);
    const old = sentence.mentions(entity, start).find(isOld);
    const [, letters] = /^(.*\p{L})\d+$/u.exec(String(old?.value)) ?? [];
    if (letters !== undefined) return { ...anew, value: `${letters}${anew.value}` };
  }
  return undefined;
}

/** A single figure, which by itself is no code. */
function figureAt(
  { tokens, resolved }: SentenceView,
  { name, weight }: Entity,
  at: number,
): Mention | undefined {
  const figure = smallNumber(tokens, at, resolved.locale.numbers, 9);
  return (
    figure && {
      entity: name,
      start: at,
      end: figure.end,
      value: String(figure.value),
      cost: 0,
      score: scores.value + weight,
    }
  );
}
