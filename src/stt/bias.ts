import type { BiasPhrase } from './hypothesis.js';
import { Lexicon } from './lexicon/lexicon.js';
import { type Pronouncer, spokenTokens } from './lexicon/pronouncer.js';
import { ContextGraph } from './lm/context-graph.js';
import type { NgramModel } from './lm/ngram-model.js';
import { buildSearchTree, type SearchTree } from './search/search-graph.js';
import type { SearchOptions } from './search/search-options.js';

/** Bonus per word where a phrase names none. */
const defaultWeight = 2;
/**
 * Of so many new words at least each has its share where the language model expects a word that it does not know: a
 * list of one would else claim all of them.
 */
const fewestSharers = 20;
/**
 * Words of the lexicon with a bonus of at least this get a place in the overlay, where the bonus counts from the first
 * phone on; below it the beam is wide enough to keep them until they end.
 */
const overlayWeight = 2.5;

/** Phrases made ready for the search; may be used by any number of streams of one model. */
export interface CompiledBias {
  /** Prefix tree over the pronunciations of listed words. */
  tree: SearchTree;
  /** 1 for words of the lexicon that the tree, or that of {@link base}, says again. */
  shadowed: Uint8Array;
  graph: ContextGraph;
  /**
   * ln P of one particular listed word where the language model expects a word that it does not know: the more new words
   * a list has, the less likely is each.
   */
  memberLogProb: number;
  /** Spellings of words that the lexicon lacks; their ids follow those of the lexicon. The base's come first. */
  newWords: readonly string[];
  newIds: ReadonlyMap<string, number>;
  /** Bonus per word of each phrase, by its words. */
  weights: ReadonlyMap<string, number>;
  /** Phrases that this list comes on top of. */
  base?: CompiledBias;
}

/** Of the model that phrases are compiled for. */
export interface BiasParts {
  lexicon: Lexicon;
  lm: NgramModel;
  pronouncer: Pronouncer;
  search: SearchOptions;
}

/**
 * Compiles words and phrases to expect: a small prefix tree with words that the big one lacks or would drop too early,
 * spoken by the lexicon or by grapheme-to-phone, and an automaton that rewards the phrases. The big tree is not copied.
 *
 * @param base A list that the same streams use as well; what it has is not said again.
 */
export function compileBias(
  phrases: readonly BiasPhrase[],
  { lexicon, lm, pronouncer, search }: BiasParts,
  base?: CompiledBias,
): CompiledBias {
  const graph = new ContextGraph();
  const newIds = new Map(base?.newIds);
  const entries = new Map<number, SpokenWord>();
  const bonuses = new Map<number, number>();
  const weights = new Map<string, number>();
  const isNewToken = (token: string) => lexicon.idOf(token) < 0 && !base?.newIds.has(token);
  const said = phrases.map((phrase) => ({ ...phrase, tokens: spokenTokens(phrase.text) }));
  const newTokens = new Set(
    said.flatMap(({ tokens }) => tokens.map((token) => token.toLowerCase()).filter(isNewToken)),
  );
  const memberLogProb = -Math.log(Math.max(fewestSharers, newTokens.size));
  const floor = lm.unigramLogProb(Lexicon.unknown) + memberLogProb;

  const wordId = (text: string, bonus: number, pronounce: () => readonly (readonly string[])[]) => {
    let id = lexicon.idOf(text);
    if (id < 0) id = newIds.get(text) ?? -1;
    const isNew = id < 0;
    if (isNew) {
      id = lexicon.wordCount + newIds.size;
      newIds.set(text, id);
    }
    const isInBase = base && (id < lexicon.wordCount ? base.shadowed[id] === 1 : base.newIds.has(text));
    const isRare = id < lexicon.wordCount && lm.unigramLogProb(id) < floor;
    if (!isInBase && !entries.has(id) && (isNew || isRare || bonus >= overlayWeight))
      entries.set(id, { id, text, ways: pronounce() });
    bonuses.set(id, Math.max(bonuses.get(id) ?? 0, bonus));
    return id;
  };

  for (const { tokens, weight = defaultWeight, pronunciations: phones } of said) {
    const pronunciations = pronouncer.units === 'phones' ? phones : undefined;
    if (tokens.length === 0) continue;
    const spoken = tokens.join(' ').toLowerCase();
    // What the base gives already is not given twice.
    const bonus = weight * search.biasScale - (base?.weights.get(spoken) ?? 0);
    // A phrase with its own pronunciation is searched as one word.
    const ids = pronunciations
      ? [wordId(spoken, bonus * tokens.length, () => pronunciations)]
      : // Case tells an acronym from a word, so the pronouncer has to see it.
        tokens.map((token) => wordId(token.toLowerCase(), bonus, () => pronouncer.ofToken(token)));
    if (bonus <= 0) continue;
    graph.add(ids, pronunciations ? bonus * tokens.length : bonus);
    weights.set(spoken, Math.max(bonus, weights.get(spoken) ?? 0));
  }

  const scoreOf = (id: number) => {
    const logProb = id < lexicon.wordCount ? Math.max(lm.unigramLogProb(id), floor) : floor;
    return search.lmWeight * logProb + search.wordBonus + Math.max(0, bonuses.get(id) ?? 0);
  };
  const tree = treeOfWords([...entries.values()], lexicon.units, scoreOf);
  const shadowed = base ? base.shadowed.slice() : new Uint8Array(lexicon.wordCount);
  for (const id of entries.keys()) if (id < lexicon.wordCount) shadowed[id] = 1;
  return {
    tree,
    shadowed,
    graph,
    memberLogProb,
    newWords: [...newIds.keys()],
    newIds,
    weights,
    base,
  };
}

/** A word by its id, and the ways to say it as phones. */
interface SpokenWord {
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
