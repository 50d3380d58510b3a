import type { NumberSentence } from './number-at.js';

/** A value that was read from a word on. */
export interface Figure {
  /** Index behind the last word. */
  end: number;
  value: unknown;
  /** What it costs that another word was heard. */
  cost?: number;
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
  /** By field the currencies of the amounts that are there: behind €30, "no, forty" is €40. */
  lastCurrencies?: Readonly<Record<string, string>>;
  /** By field, or option of an item, the measures and spans of time that are there: behind 3 liter, "no, four" is 4 liter. */
  lastMeasures?: Readonly<Record<string, string>>;
}

/** What reading figures needs of the sentence that they stand in. */
export interface FigureSentence extends NumberSentence {
  /** Whether days are asked for in its pack. */
  hasDays: boolean;
  /** Where it begins anew behind what takes back the words before a place. */
  correctedAt(at: number): readonly number[];
  /** Where what is refused in favour of a value before a place begins: behind "not". */
  exceptedAt(at: number): readonly number[];
}
