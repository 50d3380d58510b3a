import type { BiasPhrase } from './hypothesis.js';
import { Lexicon } from './lexicon/lexicon.js';
import { type Pronouncer, spokenTokens } from './lexicon/pronouncer.js';
import { ContextGraph } from './lm/context-graph.js';
import type { NgramModel } from './lm/ngram-model.js';
import type { SearchTree } from './search/search-graph.js';
import type { SearchOptions } from './search/search-options.js';
import { type SpokenWord, treeOfWords } from './tree-of-words.js';

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
  parts: BiasParts,
  base?: CompiledBias,
): CompiledBias {
  const { pronouncer, search } = parts;
  const said = phrases.map((phrase) => ({ ...phrase, tokens: spokenTokens(phrase.text) }));
  const words = said.flatMap(({ tokens }) => tokens.map((token) => token.toLowerCase()));
  const listed = new ListedWords(words, parts, base);
  const graph = new ContextGraph();
  const weights = new Map<string, number>();
  for (const { tokens, weight = defaultWeight, pronunciations: phones } of said) {
    const pronunciations = pronouncer.units === 'phones' ? phones : undefined;
    if (tokens.length === 0) continue;
    const spoken = tokens.join(' ').toLowerCase();
    // What the base gives already is not given twice.
    const bonus = weight * search.biasScale - (base?.weights.get(spoken) ?? 0);
    // A phrase with its own pronunciation is searched as one word.
    const ids = pronunciations
      ? [listed.add(spoken, bonus * tokens.length, () => pronunciations)]
      : // Case tells an acronym from a word, so the pronouncer has to see it.
        tokens.map((token) => listed.add(token.toLowerCase(), bonus, () => pronouncer.ofToken(token)));
    if (bonus <= 0) continue;
    graph.add(ids, pronunciations ? bonus * tokens.length : bonus);
    weights.set(spoken, Math.max(bonus, weights.get(spoken) ?? 0));
  }
  const { memberLogProb, newIds } = listed;
  return {
    tree: listed.tree(),
    shadowed: listed.shadowed(),
    graph,
    memberLogProb,
    newWords: [...(base?.newWords ?? []), ...[...newIds.keys()].slice(base?.newIds.size ?? 0)],
    newIds,
    weights,
    base,
  };
}

/** The words of listed phrases: ids for those that the lexicon lacks, and which of them the overlay has to say. */
class ListedWords {
  /** Ids of new words, those of the base first. */
  readonly newIds: Map<string, number>;
  /** See {@link CompiledBias.memberLogProb}. */
  readonly memberLogProb: number;
  /** ln P that a listed word has at least. */
  private readonly floor: number;
  private readonly overlay = new Map<number, SpokenWord>();
  /** Largest bonus of each word. */
  private readonly bonuses = new Map<number, number>();

  /** @param words All words of the phrases, lower case: how many of them are new says how likely each is. */
  constructor(
    words: readonly string[],
    private readonly parts: Omit<BiasParts, 'pronouncer'>,
    private readonly base?: CompiledBias,
  ) {
    const { lexicon, lm } = parts;
    this.newIds = new Map(base?.newIds);
    const newWords = new Set(words.filter((word) => lexicon.idOf(word) < 0 && !base?.newIds.has(word)));
    this.memberLogProb = -Math.log(Math.max(fewestSharers, newWords.size));
    this.floor = lm.unigramLogProb(Lexicon.unknown) + this.memberLogProb;
  }

  /** @returns The word's id, a new one where neither the lexicon nor a list has it. */
  add(text: string, bonus: number, pronounce: () => SpokenWord['ways']): number {
    const { base, newIds, overlay, bonuses } = this;
    const { lexicon, lm } = this.parts;
    let id = lexicon.idOf(text);
    if (id < 0) id = newIds.get(text) ?? -1;
    const isNew = id < 0;
    if (isNew) {
      id = lexicon.wordCount + newIds.size;
      newIds.set(text, id);
    }
    const isInBase = base && (id < lexicon.wordCount ? base.shadowed[id] === 1 : base.newIds.has(text));
    const isRare = id < lexicon.wordCount && lm.unigramLogProb(id) < this.floor;
    if (!isInBase && !overlay.has(id) && (isNew || isRare || bonus >= overlayWeight))
      overlay.set(id, { id, text, ways: pronounce() });
    bonuses.set(id, Math.max(bonuses.get(id) ?? 0, bonus));
    return id;
  }

  /** Prefix tree over what has to be said anew. */
  tree(): SearchTree {
    const { floor, bonuses } = this;
    const { lexicon, lm, search } = this.parts;
    return treeOfWords([...this.overlay.values()], lexicon.units, (id) => {
      const logProb = id < lexicon.wordCount ? Math.max(lm.unigramLogProb(id), floor) : floor;
      return search.lmWeight * logProb + search.wordBonus + Math.max(0, bonuses.get(id) ?? 0);
    });
  }

  /** See {@link CompiledBias.shadowed}. */
  shadowed(): Uint8Array {
    const { wordCount } = this.parts.lexicon;
    const shadowed = this.base ? this.base.shadowed.slice() : new Uint8Array(wordCount);
    for (const id of this.overlay.keys()) if (id < wordCount) shadowed[id] = 1;
    return shadowed;
  }
}
