import type { Sentence } from '../pack/compile-sentences.js';
import type { AnalysedSentence } from './sentence.js';
import { type Thread, traceThread } from './thread.js';

/** A template that a sentence ends in, with its score and the way that led there. */
type Final = readonly [Sentence, { thread: Thread; score: number }];

/**
 * Orders templates by their scores; at a tie by their priority, then as they stand in the pack, but for one in which
 * something would be added to an order of which nobody says what it is, "two" or "fifty dollars": it is rather what another
 * one says.
 */
export function bestFirst(sentence: AnalysedSentence): (one: Final, other: Final) => number {
  const ordersNothing = ([{ rules }, { thread }]: Final) =>
    Number(rules.includes('addItems') && namesNoThing(sentence, thread));
  return (one, other) =>
    other[1].score - one[1].score ||
    other[0].priority - one[0].priority ||
    ordersNothing(one) - ordersNothing(other) ||
    one[0].order - other[0].order;
}

/** Whether phrases are read that are about something, and it is not named in any of them. */
function namesNoThing(sentence: AnalysedSentence, thread: Thread): boolean {
  const phrases = traceThread(sentence, thread).captures.filter(({ parts }) => parts !== undefined);
  const headsOf = (entity: string) => sentence.pack.entities.get(entity)?.heads ?? [];
  return (
    phrases.some(({ entity }) => headsOf(entity).length > 0) &&
    phrases.every(({ entity, parts = [] }) => !parts.some((part) => headsOf(entity).includes(part.entity)))
  );
}
