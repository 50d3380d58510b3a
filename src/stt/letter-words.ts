import type { BiasParts, CompiledBias } from './bias.js';
import type { Lexicon } from './lexicon/lexicon.js';
import { spelledOut } from './lexicon/phone-pronouncer.js';
import type { Pronouncer } from './lexicon/pronouncer.js';

/**
 * Whether a word of a network is a letter that is spelled, a capital. Where words are said by their sounds it is a word of
 * its own, as likely as the other letters: the lexicon's "a" and "i" are mostly others.
 */
export function isOwnLetter(word: string, { pronouncer }: Pick<BiasParts, 'pronouncer'>): boolean {
  return pronouncer.units === 'phones' && /^[A-Z]$/.test(word);
}

/**
 * Ways to say a letter that is spelled: as the lexicon has it ("zed", "haitch"), but for the short "double u" of some, which
 * fits other letters too well.
 */
export function letterNames(letter: string, pronouncer: Pronouncer): string[][] {
  return letter === 'w' ? [spelledOut(letter)] : pronouncer.ofToken(letter);
}

/** Adds letters to the words that a list has besides those of the lexicon; they are written in lower case. */
export function withLetters(bias: CompiledBias, letters: readonly string[], lexicon: Lexicon): CompiledBias {
  const newIds = new Map(bias.newIds);
  for (const letter of letters) newIds.set(letter, lexicon.wordCount + newIds.size);
  const newWords = [...bias.newWords, ...letters.map((letter) => letter.toLowerCase())];
  return { ...bias, newIds, newWords };
}

/** The sentences that have single letters, once more with these as letters that are spelled. */
export function withCapitals(sentences: readonly (readonly string[])[]): string[][] {
  const isLetter = (word: string) => /^[a-z]$/.test(word);
  return sentences
    .filter((words) => words.some(isLetter))
    .map((words) => words.map((word) => (isLetter(word) ? word.toUpperCase() : word)));
}
