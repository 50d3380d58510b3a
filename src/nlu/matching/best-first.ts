import type { Sentence } from '../pack/compile/compile-sentences.js';
import type { Allowed } from './allowed.js';
import { ordersNothing } from './orders-nothing.js';
import type { AnalysedSentence } from './sentence.js';
import { beginsAnew } from './sentence-view.js';
import { type Capture, type Thread, traceThread } from './thread.js';

/** A template that a sentence ends in, with its score and the way that led there. */
type Final = readonly [Sentence, { thread: Thread; score: number }];

/**
 * Orders templates by their scores; at a tie by their priority, then as they stand in the pack, but for one that would
 * order nothing: that is rather what another one says. Of what puts something right one comes first that fills what the
 * turn before changed: "no, nine" behind "at eight" is a time, and behind "two adults" a number of them.
 */
export function bestFirst(
  sentence: AnalysedSentence,
  { changed }: Allowed,
): (one: Final, other: Final) => number {
  const { entities } = sentence.pack;
  const putsRight = beginsAnew(sentence);
  const fieldsOf = ({ entity }: Capture) =>
    entities.get(entity)?.into.map((path) => path.split('.')[0]) ?? [];
  const leavesChanged = ([, { thread }]: Final) => {
    const fields = traceThread(sentence, thread).captures.flatMap(fieldsOf);
    return Number(fields.length > 0 && !fields.some((field) => changed.has(field)));
  };
  const makesNone = ([{ rules }, { thread }]: Final) =>
    Number(ordersNothing(sentence.pack, rules, traceThread(sentence, thread).captures));
  return (one, other) =>
    other[1].score - one[1].score ||
    other[0].priority - one[0].priority ||
    makesNone(one) - makesNone(other) ||
    (putsRight ? leavesChanged(one) - leavesChanged(other) : 0) ||
    one[0].order - other[0].order;
}
