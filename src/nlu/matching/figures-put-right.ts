import { smallNumber } from '../entities/small-number.js';
import type { Entity } from '../pack/compile-entities.js';
import { type Mention, mentionOf } from './mention.js';
import type { SentenceView } from './sentence-view.js';

/**
 * A code of which only the figures were said anew: "a b four seven, no, four eight" is AB48, and "b four, no, five" B5. Of
 * figures alone the last are put right by fewer of them: "five five one two, no, one three" is 5513.
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
    const [, kept = '', figures = ''] = /^(.*\p{L})?(\d+)$/u.exec(String(old?.value)) ?? [];
    const said = String(anew.value);
    if (kept !== '') return { ...anew, value: `${kept}${said}` };
    if (said.length < figures.length) return { ...anew, value: figures.slice(0, -said.length) + said };
  }
  return undefined;
}

/** A single figure, which by itself is no code. */
function figureAt({ tokens, resolved }: SentenceView, entity: Entity, at: number): Mention | undefined {
  const figure = smallNumber(tokens, at, resolved.locale.numbers, 9);
  return figure && mentionOf(entity, at, figure.end, String(figure.value));
}
