import { EarshotError } from '../errors.js';
import type { BiasPhrase } from './hypothesis.js';
import { spokenTokens } from './lexicon/pronouncer.js';

/** Largest weight of a phrase: with more of it, anything would be heard as that phrase. */
const mostWeight = 10;

/** Whether a phrase may have this weight. */
export function isWeight(weight: number): boolean {
  return weight > 0 && weight <= mostWeight;
}

/** What is wrong with a weight, for whoever wrote it. */
export function wrongWeight(text: string, weight: unknown): string {
  return `The weight of a phrase must be a number above 0 and at most ${mostWeight}; "${text}" has ${weight}.`;
}

/** Whether a phrase has a word that can be said; nothing is heard any sooner for another. */
export function isSayable(text: string): boolean {
  return spokenTokens(text).length > 0;
}

/** What is wrong with a phrase that is not {@link isSayable}. */
export function unsayable(text: string): string {
  return `A phrase to expect must have a word that can be said, in Latin letters or digits; ${JSON.stringify(text)} has none.`;
}

/** @throws EarshotError `invalid_request` for phrases that no stream can be told to expect */
export function checkBias(phrases: readonly BiasPhrase[]): void {
  for (const { text, weight } of phrases) {
    if (typeof text !== 'string')
      throw new EarshotError('invalid_request', 'A phrase to expect must have a text.');
    if (!isSayable(text)) throw new EarshotError('invalid_request', unsayable(text));
    if (weight !== undefined && !(typeof weight === 'number' && isWeight(weight)))
      throw new EarshotError('invalid_request', wrongWeight(text, weight));
  }
}
