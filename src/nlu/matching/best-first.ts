import type { Sentence } from '../pack/compile-sentences.js';
import { addsCountOnly } from './counts-only.js';
import type { AnalysedSentence } from './sentence.js';
import { type Thread, traceThread } from './thread.js';

/** A template that a sentence ends in, with its score and the way that led there. */
type Final = readonly [Sentence, { thread: Thread; score: number }];

/**
 * Orders templates by their scores; at a tie by their priority, then as they stand in the pack, but for one in which a
 * number alone would be added to an order, which makes none: it is rather what another one says.
 */
export function bestFirst(sentence: AnalysedSentence): (one: Final, other: Final) => number {
  const ordersNothing = ([{ rules }, { thread }]: Final) =>
    Number(addsCountOnly(rules, traceThread(sentence, thread).captures));
  return (one, other) =>
    other[1].score - one[1].score ||
    other[0].priority - one[0].priority ||
    ordersNothing(one) - ordersNothing(other) ||
    one[0].order - other[0].order;
}
