import type { SentenceView } from '../sentence-view.js';

/** Whether a sentence puts right what was said before it: "no", "I meant". */
export function beginsAnew(sentence: SentenceView): boolean {
  return [0, ...sentence.fillerEnds(0)].some((start) => sentence.correctedAt(start).length > 0);
}
