import type { CatalogueSearch } from '../catalogue/catalogue.js';
import type { Pack } from '../pack/pack.js';
import type { Token } from '../tokenise.js';

/** Letters as they lie side by side on keyboards for Latin script. */
const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

/** The fewest letters of a word alone that is a run of keys, and of one beside others. */
const fewestAlone = 4;
const fewestBeside = 3;
/** More consonants in a row no word has that is not made of two. */
const mostConsonants = 5;
/** The fewest letters of each word that another is made of. */
const fewestOfPart = 3;

/**
 * Whether nothing was typed but keys at random, for which no shop is to be searched: "asdfgh jkl", "dfgdfgdfg". Any word
 * that the pack knows, or that has a vowel where words have one, makes it a search, and so does any that a product has.
 * A pack without products searches for nothing.
 */
export function isTypedAtRandom(tokens: readonly Token[], pack: Pack, catalogue?: CatalogueSearch): boolean {
  const { retrieval } = pack.definition;
  if (retrieval === undefined || !tokens.every(({ norm }) => isAtRandom(norm, pack))) return false;
  if (!tokens.some(({ norm }) => norm.length >= fewestAlone)) return false;
  const isFound = (word: string) =>
    (catalogue?.search({ context: { [retrieval.keywords]: [word] }, retrieval }).total ?? 0) > 0;
  return !tokens.some(({ norm }) => isFound(norm));
}

function isAtRandom(word: string, { nearMisses }: Pack): boolean {
  if (!isRunOfKeys(word) && !isMumbled(word)) return false;
  if (nearMisses.knows(word) || nearMisses.readings(word, 1).length > 0) return false;
  for (let at = fewestOfPart; at <= word.length - fewestOfPart; at++)
    if (nearMisses.knows(word.slice(0, at)) && nearMisses.knows(word.slice(at))) return false;
  return true;
}

/** Whether each letter lies next to the one before. */
function isRunOfKeys(word: string): boolean {
  if (word.length < fewestBeside) return false;
  return rows.some((row) =>
    [...word].every((letter, at) => {
      const key = row.indexOf(letter);
      return key >= 0 && (at === 0 || Math.abs(key - row.indexOf(word[at - 1])) === 1);
    }),
  );
}

/** Whether a word cannot be said: it has too many consonants in a row. */
function isMumbled(word: string): boolean {
  if (!/^[a-z]+$/.test(word)) return false;
  return Math.max(...word.split(/[aeiouy]+/).map(({ length }) => length)) > mostConsonants;
}
