import type { SentenceView } from '../sentence-view.js';

/** Whether a value of a list begins at a word. */
export function namesThing(sentence: SentenceView, at: number): boolean {
  return [1, 2, 3].some((words) => sentence.isListed(at, at + words));
}
