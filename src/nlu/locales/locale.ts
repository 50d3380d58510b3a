import type { CompleteData } from './complete-locale.js';

/**
 * A language as the engine sees it, which reads numbers, amounts, dates and fillers through this only: with every list
 * there is, empty where the author of its `LanguageData` left it out.
 */
export interface Locale extends CompleteData {}

/** The words that a language counts with. */
export type NumberWords = Locale['numbers'];

/** A unit of measure, and the words for it. */
export type UnitWords = Locale['units'][number];

/** What differs from one country to another where the same language is spoken. */
export type Region = Locale['regions'][string];

/** The words of a language for days, hours and spans of time. */
export type TimeWords = Locale['time'];
