import type { Entity } from '../../pack/compile/compile-entities.js';
import type { Mention } from '../mention.js';
import type { AnalysedSentence } from '../sentence.js';

/** The values of a phrase, in the sentence that they were said in. */
export interface PhraseValues {
  /** In the order they were said. */
  values: readonly Mention[];
  phrase: Entity;
  sentence: AnalysedSentence;
  /** Word index at which the phrase begins. */
  start: number;
}

/** What is left of a phrase's values when those that were taken back are gone. */
export interface CorrectedValues {
  parts: Mention[];
  /** Values named as not wanted: "but not Nike". */
  excluded: Mention[];
}

/** The words of a value as a part of a longer name: as they were said, or put right where they are near misses. */
export function wordsOf({ start, end, value, cost }: Mention, sentence: AnalysedSentence): string {
  return cost > 0 ? String(value) : sentence.text(start, end);
}
