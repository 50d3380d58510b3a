import { isNumberOrFigure, readNumber } from '../../entities/number.js';
import { unitsBehind } from '../../entities/units.js';
import type { SentenceView } from '../sentence-view.js';

/**
 * Where measures may start whose unit is left out of a number: behind the same preposition, and with an "and" between
 * them, or counted anew. Of "dune for two weeks and emma for three" the three are weeks, too; of "for two weeks and for
 * three people" not.
 */
export function measuresAlike({ tokens, resolved }: SentenceView, at: number): number[] {
  const { numbers, prepositions } = resolved.locale;
  const before = tokens[at - 1]?.norm;
  if (!prepositions.includes(before)) return [];
  const end = readNumber(tokens, at, numbers)?.end;
  const isAlone = end === tokens.length || (end !== undefined && numbers.and.includes(tokens[end].norm));
  if (!isAlone) return [];
  // "three of fifteen", which are others
  const isCounted = isNumberOrFigure(tokens[at - 2]?.norm ?? '', numbers);
  const joint = isCounted
    ? at - 2
    : tokens.findLastIndex(({ norm }, place) => place < at && numbers.and.includes(norm));
  return tokens
    .slice(0, Math.max(0, joint))
    .flatMap(({ norm }, place) => (norm === before ? [place + 1] : []));
}

/** Whether a number alone may be a measure, as one was said alike before it with its unit. */
export function mayBeMeasure(sentence: SentenceView, at: number): boolean {
  const { tokens, resolved } = sentence;
  const { locale } = resolved;
  return measuresAlike(sentence, at).some((start) => {
    const end = readNumber(tokens, start, locale.numbers)?.end;
    return end !== undefined && unitsBehind(tokens, end, locale).length > 0;
  });
}
