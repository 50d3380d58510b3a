import type { Entity } from '../../pack/compile/compile-entities.js';

/** A value that was read from a word on. */
export interface Figure {
  /** Index behind the last word. */
  end: number;
  value: unknown;
  /** What it costs that another word was heard. */
  cost?: number;
  /** Its last word says something besides, which may be a value itself: the part of the day in "friday morning". */
  isLoose?: boolean;
}

/**
 * When a request is made, and what was spoken of before, which "make it half past", "make it twenty" and "raise it to six"
 * need.
 */
export interface FigureTimes {
  today: Date;
  /** `HH:MM` */
  lastTime?: string;
  /** In ISO 8601. */
  lastDuration?: string;
  /** The price that is there, or the upper end of it, in whole units. */
  lastPrice?: number;
  /** By field the days that are there, which "no, the fourth" puts right in part. */
  lastDays?: Readonly<Record<string, string>>;
  /** By field the amounts of money that are there, "30 EUR": behind €30, "no, forty" is €40, and "no, dollars" $30. */
  lastSums?: Readonly<Record<string, string>>;
  /** By field, or option of an item, the codes and numbers that are there, of which a part may be put right. */
  lastCodes?: Readonly<Record<string, string>>;
  /** By field, or option of an item, the measures and spans of time that are there: behind 3 liter, "no, four" is 4 liter. */
  lastMeasures?: Readonly<Record<string, string>>;
}

/** The field, or the option of an item, that a value of an entity is kept in. */
export function keptIn({ into, name }: Entity): string {
  return into[0] ?? name;
}
