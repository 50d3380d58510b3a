import type { AmountRange } from '../entities/amount-range.js';
import type { AnalysedSentence } from './sentence.js';

/** A value found in a sentence. Positions are word indices. */
export interface Mention {
  entity: string;
  start: number;
  end: number;
  value: unknown;
  /** 0 when it was said exactly so. */
  cost: number;
  score: number;
}

/** The value of a `price` entity. */
export interface PriceValue {
  range: AmountRange;
  /** ISO 4217, where it was said. */
  currency?: string;
}

export function isPrice(value: unknown): value is PriceValue {
  return typeof value === 'object' && value !== null && 'range' in value;
}

/** The words of a value as a part of a longer name: as they were said, or put right where they are near misses. */
export function wordsOf({ start, end, value, cost }: Mention, sentence: AnalysedSentence): string {
  return cost > 0 ? String(value) : sentence.text(start, end);
}
