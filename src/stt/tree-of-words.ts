import { Lexicon } from './lexicon/lexicon.js';
import { buildSearchTree, type SearchTree } from './search/search-graph.js';

/** A word by its id, and the ways to say it as phones. */
export interface SpokenWord {
  id: number;
  text: string;
  ways: readonly (readonly string[])[];
}

/**
 * Prefix tree over the pronunciations of some words; ways with phones that the model lacks are left out.
 *
 * @param scoreOf Look-ahead score of a word.
 */
export function treeOfWords(
  words: readonly SpokenWord[],
  units: readonly string[],
  scoreOf: (id: number) => number,
): SearchTree {
  const unitOf = new Map(units.map((name, index) => [name, index]));
  const entries = words.map(({ text, ways }) => ({
    word: text,
    pronunciations: ways
      .map((phones) => phones.map((phone) => unitOf.get(phone) ?? -1))
      .filter((found) => found.length > 0 && !found.includes(-1)),
  }));
  const own = Lexicon.open(Lexicon.pack(entries, units), 'bias');
  // The tree's own numbering, marks first, gives way to that of the lexicon.
  const idOf = (index: number) => words[index - Lexicon.firstWord].id;
  const tree = buildSearchTree(own, (index) => scoreOf(idOf(index)));
  return { ...tree, words: own.arrays.words.map(idOf) };
}
