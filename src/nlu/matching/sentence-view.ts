import type { ResolvedLocale } from '../locales/index.js';
import type { Entity } from '../pack/compile/compile-entities.js';
import type { Pack } from '../pack/pack.js';
import type { WordReading } from '../pack/word-trie.js';
import type { Token } from '../tokenise.js';
import type { Mention } from './mention.js';

/** What reading values needs of the sentence that they stand in. */
export interface SentenceView {
  pack: Pack;
  tokens: readonly Token[];
  readings: readonly (readonly WordReading[])[];
  resolved: ResolvedLocale;
  /** Of each word: whether something has to follow it. */
  isOpen: readonly boolean[];
  /** Whether days are asked for in its pack. */
  hasDays: boolean;
  text(start: number, end: number): string;
  textWith(text: string, start: number, at: number): string;
  mentions(entity: Entity, at: number): readonly Mention[];
  fillerEnds(at: number): readonly number[];
  /** Where it begins anew behind what takes back the words before a place. */
  correctedAt(at: number): readonly number[];
  isBehindCorrection(at: number): boolean;
  /** Where what is refused in favour of a value before a place begins: behind "not". */
  exceptedAt(at: number): readonly number[];
  isDeterminer(at: number): boolean;
  isListed(start: number, end: number): boolean;
}

/** Whether a value of a list begins at a word. */
export function namesThing(sentence: SentenceView, at: number): boolean {
  return [1, 2, 3].some((words) => sentence.isListed(at, at + words));
}

/** Whether a sentence puts right what was said before it: "no", "I meant". */
export function beginsAnew(sentence: SentenceView): boolean {
  return [0, ...sentence.fillerEnds(0)].some((start) => sentence.correctedAt(start).length > 0);
}
