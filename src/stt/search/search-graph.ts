import type { Lexicon } from '../lexicon/lexicon.js';

/**
 * Scores words in context for the search. A state is any number that the scorer hands out; equal states have equal
 * futures, so that hypotheses in one state are merged.
 */
export interface WordScorer {
  /** State at the start of an utterance. */
  readonly initialState: number;
  /** The state that the latest {@link score} led to, -1 for none; made up where nobody asked for it before. */
  readonly next: number;
  /** ln P(word | state), any context weights included. */
  score(state: number, word: number): number;
  /** Another start: of one of the sentences to expect, whose words come from a tree of their own. */
  readonly sentenceStart?: { state: number; score: number };
  /** Whether a state is inside such a sentence. */
  isInSentence?(state: number): boolean;
  /** For such a state: best weighted score of a word below a node of the tree of the sentences' words; 0 at the root. */
  lookAheadInSentence?(state: number): { below(node: number): number };
  /** State of the language model for the last word of a state's context alone, for the look-ahead. */
  lastWordContext(state: number): number;
  /** ln P that the utterance ends in this state. */
  endLogProb(state: number): number;
  /** How far sentences to expect foretold the words up to this state, 0 to 1. */
  domainShare?(state: number): number;
  /**
   * Lets a scorer that makes up its states as it goes forget all but the given ones, which get new numbers in place.
   *
   * @returns Whether numbers changed.
   */
  renumber?(states: Int32Array, count: number): boolean;
}

/**
 * The static part of a search: the prefix tree in typed arrays with, for every node, the best score that any word below
 * it can have without context (language-model look-ahead), so that the beam judges words before they end.
 */
export interface SearchTree {
  unit: Uint16Array;
  childStart: Uint32Array;
  wordStart: Uint32Array;
  words: Uint32Array;
  /** Best context-free score below each node, 0 at the root. Weighted as in the search. */
  lookAhead: Float32Array;
}

/**
 * @param lexicon The words and the tree.
 * @param wordScore Context-free score of a word: weighted log-probability plus bonus.
 */
export function buildSearchTree(lexicon: Lexicon, wordScore: (word: number) => number): SearchTree {
  const { unit, childStart, wordStart, words } = lexicon.arrays;
  const nodes = unit.length;
  const lookAhead = new Float32Array(new SharedArrayBuffer(nodes * 4)).fill(-Infinity);
  for (let node = nodes - 1; node > 0; node--) {
    let best = -Infinity;
    for (let at = wordStart[node]; at < wordStart[node + 1]; at++)
      best = Math.max(best, wordScore(words[at]));
    for (let child = childStart[node]; child < childStart[node + 1]; child++)
      best = Math.max(best, lookAhead[child]);
    lookAhead[node] = best;
  }
  lookAhead[0] = 0;
  return { unit, childStart, wordStart, words, lookAhead };
}
