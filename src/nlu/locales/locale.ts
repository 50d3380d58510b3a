import type { CompleteData } from './complete-locale.js';

export type { Region } from './language-data.js';

/**
 * A language as the engine sees it, which reads numbers, amounts, dates and fillers through this only: with every list
 * there is, empty where the author of its `LanguageData` left it out.
 */
export interface Locale extends CompleteData {}

/** The words that a language counts with. */
export type NumberWords = Locale['numbers'];

/** The words of a language for days, hours and spans of time. */
export type TimeWords = Locale['time'];
