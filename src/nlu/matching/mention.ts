import type { AmountRange } from '../entities/amount-range.js';
import type { Entity } from '../pack/compile/compile-entities.js';
import { scores } from './scores.js';

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

/** Whether a value is a price, as the entities of that kind have it. */
export function isPrice(value: unknown): value is PriceValue {
  return typeof value === 'object' && value !== null && 'range' in value;
}

/** A value of an entity that is worth something by its words. */
export function mentionOf(entity: Entity, start: number, end: number, value: unknown, cost = 0): Mention {
  const words = end - start;
  const score = words * scores.value * (1 - cost * 0.5) + (words - 1) * scores.valueJoined + entity.weight;
  return { entity: entity.name, start, end, value, cost, score };
}
