import type { Sentence } from '../pack/compile/compile-sentences.js';
import { ordersNothing } from './orders-nothing.js';
import type { AnalysedSentence } from './sentence.js';
import { type Thread, traceThread } from './thread.js';

/** A template that a sentence ends in, with its score and the way that led there. */
type Final = readonly [Sentence, { thread: Thread; score: number }];

/**
 * Orders templates by their scores; at a tie by their priority, then as they stand in the pack, but for one that would
 * order nothing: that is rather what another one says.
 */
export function bestFirst(sentence: AnalysedSentence): (one: Final, other: Final) => number {
  const makesNone = ([{ rules }, { thread }]: Final) =>
    Number(ordersNothing(sentence.pack, rules, traceThread(sentence, thread).captures));
  return (one, other) =>
    other[1].score - one[1].score ||
    other[0].priority - one[0].priority ||
    makesNone(one) - makesNone(other) ||
    one[0].order - other[0].order;
}
