import type { BiasPhrase } from './hypothesis.js';
import { Lexicon, type LexiconEntry } from './lexicon/lexicon.js';
import { type Pronouncer, spokenTokens } from './lexicon/pronouncer.js';
import { ContextGraph } from './lm/context-graph.js';
import type { NgramModel } from './lm/ngram-model.js';
import { buildSearchTree, type SearchTree, type WordScorer } from './search/search-graph.js';
import type { SearchOptions } from './search/search-options.js';
import { StateTable } from './search/state-table.js';
import type { SentenceGrammar } from './sentence-grammar.js';

/** Bonus per word where a phrase names none. */
const defaultWeight = 2;
/**
 * ln P of one particular listed word where the language model expects a word that it does not know. Listed words are
 * few, so that each has a fair share.
 */
const memberLogProb = -3;

/** Phrases made ready for the search; may be used by any number of streams of one model. */
export interface CompiledBias {
  /** Prefix tree over the pronunciations of the listed words. */
  tree: SearchTree;
  /** 1 for words of the lexicon that the tree says again. */
  shadowed: Uint8Array;
  graph: ContextGraph;
  /** Spellings of words that the lexicon lacks; their ids follow those of the lexicon. */
  newWords: readonly string[];
}

/**
 * Compiles words and phrases to expect: a small prefix tree with their words, spoken by the lexicon or by
 * grapheme-to-phone, beside the big one, and an automaton that rewards the phrases. The big tree is not copied.
 */
export function compileBias(
  phrases: readonly BiasPhrase[],
  parts: { lexicon: Lexicon; lm: NgramModel; pronouncer: Pronouncer; search: SearchOptions },
): CompiledBias {
  const { lexicon, lm, pronouncer, search } = parts;
  const graph = new ContextGraph();
  const newIds = new Map<string, number>();
  const entries = new Map<number, LexiconEntry>();
  const weights = new Map<number, number>();
  const unitOf = new Map(lexicon.units.map((name, index) => [name, index]));

  const wordId = (text: string, pronounce: () => readonly (readonly string[])[]) => {
    let id = lexicon.idOf(text);
    if (id < 0) id = newIds.get(text) ?? -1;
    if (id < 0) {
      id = lexicon.wordCount + newIds.size;
      newIds.set(text, id);
    }
    if (!entries.has(id)) {
      const ways = pronounce()
        .map((phones) => phones.map((phone) => unitOf.get(phone) ?? -1))
        .filter((units) => units.length > 0 && !units.includes(-1));
      entries.set(id, { word: text, pronunciations: ways });
    }
    return id;
  };

  for (const { text, weight = defaultWeight, pronunciations } of phrases) {
    // A phrase with its own pronunciation is searched as one word.
    const tokens = spokenTokens(text);
    if (tokens.length === 0) continue;
    const ids = pronunciations
      ? [wordId(tokens.join(' ').toLowerCase(), () => pronunciations)]
      : // Case tells an acronym from a word, so the pronouncer has to see it.
        tokens.map((token) => wordId(token.toLowerCase(), () => pronouncer.ofToken(token)));
    const perWord = pronunciations ? weight * tokens.length : weight;
    graph.add(ids, perWord);
    for (const id of ids) weights.set(id, Math.max(weights.get(id) ?? 0, perWord));
  }

  const order = [...entries];
  const own = Lexicon.open(
    Lexicon.pack(
      order.map(([, entry]) => entry),
      lexicon.units,
    ),
    'bias',
  );
  // The tree's own numbering gives way to that of the lexicon.
  const words = own.arrays.words.map((index) => order[index - 3][0]);
  const floor = lm.unigramLogProb(Lexicon.unknown) + memberLogProb;
  const scoreOf = (id: number) => {
    const logProb = id < lexicon.wordCount ? Math.max(lm.unigramLogProb(id), floor) : floor;
    return search.lmWeight * logProb + search.wordBonus + (weights.get(id) ?? 0);
  };
  const tree = buildSearchTree(own, (index) => scoreOf(order[index - 3][0]));
  const shadowed = new Uint8Array(lexicon.wordCount);
  for (const [id] of order) if (id < lexicon.wordCount) shadowed[id] = 1;
  return { tree: { ...tree, words }, shadowed, graph, newWords: [...newIds.keys()] };
}

/** Adds context to the language model: listed phrases, and sentences of a grammar. States are (n-gram, phrase, sentence). */
export class ContextScorer implements WordScorer {
  next = 0;
  private readonly states = new StateTable();
  private readonly graph: ContextGraph;
  private readonly grammar?: SentenceGrammar;
  private readonly newWords: readonly string[];

  constructor(
    private readonly lm: NgramModel,
    private readonly lexicon: Lexicon,
    private readonly lmWeight: number,
    context: { bias?: CompiledBias; grammar?: SentenceGrammar },
  ) {
    this.graph = context.bias?.graph ?? new ContextGraph();
    this.newWords = context.bias?.newWords ?? [];
    this.grammar = context.grammar;
  }

  get initialState(): number {
    return this.states.idOf(this.lm.initialState, 0, this.grammar ? this.grammar.initialState : -1);
  }

  lastWordContext(state: number): number {
    return this.lm.lastWordContext(this.states.first(state));
  }

  score(state: number, word: number): number {
    const lmState = this.states.first(state);
    const node = this.states.second(state);
    const sentence = this.states.third(state);
    const { lm, graph, grammar, lexicon } = this;
    const isNew = word >= lexicon.wordCount;
    let logProb = isNew ? -Infinity : lm.score(lmState, word);
    let lmNext = isNew ? 0 : lm.next;
    const nextNode = graph.step(node, word);
    let gain = graph.gain;
    if (isNew || nextNode !== 0) {
      // A listed word is at least as likely as any word that the language model does not know.
      const asUnknown = lm.score(lmState, Lexicon.unknown) + memberLogProb;
      if (asUnknown > logProb) {
        logProb = asUnknown;
        if (isNew) lmNext = lm.next;
      }
    }
    let nextSentence = -1;
    if (grammar && sentence >= 0) {
      nextSentence = grammar.step(sentence, this.textOf(word));
      gain += grammar.gain;
    }
    this.next = this.states.idOf(lmNext, nextNode, nextSentence);
    return logProb + gain / this.lmWeight;
  }

  endLogProb(state: number): number {
    let gain = this.graph.finish(this.states.second(state));
    const sentence = this.states.third(state);
    if (this.grammar && sentence >= 0) gain += this.grammar.finish(sentence);
    return this.lm.endLogProb(this.states.first(state)) + gain / this.lmWeight;
  }

  renumber(states: Int32Array, count: number): boolean {
    return this.states.keepOnly(states, count);
  }

  textOf(word: number): string {
    const { lexicon } = this;
    return word < lexicon.wordCount ? lexicon.word(word) : this.newWords[word - lexicon.wordCount];
  }
}
