import type { BiasParts, CompiledBias } from './bias.js';
import type { Lexicon } from './lexicon/lexicon.js';
import { spelledOut } from './lexicon/phone-pronouncer.js';

/**
 * Whether a word of a network is the name of a letter, a capital, which is a word of its own where words are said by their
 * sounds: the lexicon's "a" is mostly another.
 */
export function isOwnLetter(word: string, { pronouncer }: Pick<BiasParts, 'pronouncer'>): boolean {
  return pronouncer.units === 'phones' && /^[A-Z]$/.test(word);
}

/**
 * Adds letters to the words that a list has besides those of the lexicon; they are written in lower case.
 *
 * @returns With the ways to say each, by its id.
 */
export function withLetters(bias: CompiledBias, letters: readonly string[], { wordCount }: Lexicon) {
  const newIds = new Map(bias.newIds);
  const namesOf = new Map<number, string[][]>();
  for (const letter of letters) {
    const id = wordCount + newIds.size;
    newIds.set(letter, id);
    namesOf.set(id, [spelledOut(letter.toLowerCase())]);
  }
  const newWords = [...bias.newWords, ...letters.map((letter) => letter.toLowerCase())];
  return { bias: { ...bias, newIds, newWords }, namesOf };
}
