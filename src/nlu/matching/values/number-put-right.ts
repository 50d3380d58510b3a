import { isInsideNumber, readNumber } from '../../entities/number.js';
import type { Entity } from '../../pack/compile/compile-entities.js';
import type { Token } from '../../tokenise.js';
import type { Mention } from '../mention.js';
import { scores } from '../scores.js';
import { namesThing, type SentenceView } from '../sentence-view.js';

/** Kinds of values that can be a number with words behind it; `money` and `duration` take a number alone themselves. */
const measured: ReadonlySet<Entity['kind']> = new Set(['quantity', 'pattern']);

/**
 * The value that a number alone puts right: behind "seventy kilos, no" seventy two are kilos, behind "eight reps, sorry"
 * nine are reps. A number of something else that is named puts nothing right: "two sugars, no, three lattes".
 *
 * @param reread The values of the entity at the start of other words.
 */
export function numberPutRight(
  sentence: SentenceView,
  entity: Entity,
  at: number,
  reread: (entity: Entity, words: readonly Token[]) => readonly Mention[],
): Mention | undefined {
  const { tokens, resolved } = sentence;
  const { numbers } = resolved.locale;
  if (at < 3 || !measured.has(entity.kind) || !sentence.isBehindCorrection(at)) return undefined;
  const number = readNumber(tokens, at, numbers);
  if (number === undefined || isInsideNumber(tokens, at, numbers) || namesThing(sentence, number.end))
    return undefined;
  for (let start = at - 2; start >= 0; start--) {
    const before = readNumber(tokens, start, numbers);
    if (before === undefined) continue;
    const isOld = ({ end, cost }: Mention) =>
      cost === 0 && end > before.end && sentence.correctedAt(measuredUpTo(sentence, end, at)).includes(at);
    const old = sentence.mentions(entity, start).find(isOld);
    if (old === undefined) continue;
    const words = [...tokens.slice(at, number.end), ...tokens.slice(before.end, old.end)];
    const meant = reread(entity, words).find(({ end, cost }) => end === words.length && cost === 0);
    if (meant === undefined) return undefined;
    const { end } = number;
    const score = (end - at) * scores.value + scores.valueJoined + entity.weight;
    return { ...meant, start: at, end, score };
  }
  return undefined;
}

/** Where what a measure is of ends, before a place: "a liter of oil, no" */
function measuredUpTo(sentence: SentenceView, end: number, at: number): number {
  const { tokens, resolved } = sentence;
  const isOf = resolved.locale.numbers.of.includes(tokens[end]?.norm);
  const ends = isOf ? [end + 2, end + 3].filter((behind) => behind < at) : [];
  return ends.find((behind) => sentence.correctedAt(behind).includes(at)) ?? end;
}
