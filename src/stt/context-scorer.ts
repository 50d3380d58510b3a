import { type CompiledBias, memberLogProb } from './bias.js';
import { Lexicon } from './lexicon/lexicon.js';
import { ContextGraph } from './lm/context-graph.js';
import type { NgramModel } from './lm/ngram-model.js';
import type { WordScorer } from './search/search-graph.js';
import type { SearchOptions } from './search/search-options.js';
import { StateTable } from './search/state-table.js';
import type { SentenceAcceptor } from './sentence-acceptor.js';

const noPhrases = new ContextGraph();
/** Log-odds that an utterance is one of the sentences are kept from -{@link zeroOdds} to {@link mostOdds}, in whole steps. */
const zeroOdds = 8;
const mostOdds = 4;
const oddsSteps = 16;

/**
 * Adds context to the language model: listed phrases, those that they come on top of, and sentences. States are
 * (n-gram, phrase, phrase of the base, place in the sentences with the odds that this is one).
 *
 * Sentences are a second language model. How far it is believed follows from how much better or worse than the n-grams
 * it foretold the words so far (the posterior of a mixture); a word never scores less than by the n-grams alone, so
 * that leaving a sentence costs nothing and other speech is not forced into one.
 */
export class ContextScorer implements WordScorer {
  next = 0;
  private readonly states = new StateTable();
  private readonly graph: ContextGraph;
  private readonly baseGraph: ContextGraph;
  private readonly newWords: readonly string[];
  private readonly lmWeight: number;
  private readonly sentenceWeight: number;

  constructor(
    private readonly lm: NgramModel,
    private readonly lexicon: Lexicon,
    search: SearchOptions,
    bias?: CompiledBias,
    private readonly sentences?: SentenceAcceptor,
  ) {
    this.graph = bias?.graph ?? noPhrases;
    this.baseGraph = bias?.base?.graph ?? noPhrases;
    this.newWords = bias?.newWords ?? [];
    // Gains are not weighted with the language model; without one they must not grow beyond all bounds.
    this.lmWeight = Math.max(search.lmWeight, 1e-3);
    this.sentenceWeight = search.grammarWeight;
  }

  get initialState(): number {
    const place = this.sentences ? placeOf(this.sentences.initialState, this.sentenceWeight) : -1;
    return this.states.idOf(this.lm.initialState, 0, 0, place);
  }

  lastWordContext(state: number): number {
    return this.lm.lastWordContext(this.states.first(state));
  }

  score(state: number, word: number): number {
    const { lm, graph, baseGraph, sentences, lexicon, states } = this;
    const lmState = states.first(state);
    const isNew = word >= lexicon.wordCount;
    let logProb = isNew ? -Infinity : lm.score(lmState, word);
    let lmNext = isNew ? 0 : lm.next;
    const node = graph.step(states.second(state), word);
    const baseNode = baseGraph.step(states.third(state), word);
    const gain = graph.gain + baseGraph.gain;
    if (isNew || node !== 0 || baseNode !== 0) {
      // A listed word is at least as likely as any word that the language model does not know.
      const asUnknown = lm.score(lmState, Lexicon.unknown) + memberLogProb;
      if (asUnknown > logProb) logProb = asUnknown;
      if (isNew) lmNext = lm.next;
    }
    let place = states.fourth(state);
    if (sentences && place >= 0) {
      const odds = (place % oddsSteps) - zeroOdds;
      const next = sentences.step(Math.floor(place / oddsSteps), word);
      const bySentence = sentences.logProb;
      place = next < 0 ? -1 : placeOf(next, odds + Math.max(-oddsSteps, bySentence - logProb));
      if (next >= 0) logProb = Math.max(logProb, bySentence + logShare(odds));
    }
    this.next = states.idOf(lmNext, node, baseNode, place);
    return logProb + gain / this.lmWeight;
  }

  endLogProb(state: number): number {
    const { lm, sentences, states } = this;
    const gain = this.graph.finish(states.second(state)) + this.baseGraph.finish(states.third(state));
    let logProb = lm.endLogProb(states.first(state));
    const place = states.fourth(state);
    if (sentences && place >= 0) {
      const odds = (place % oddsSteps) - zeroOdds;
      logProb = Math.max(logProb, sentences.endLogProb(Math.floor(place / oddsSteps)) + logShare(odds));
    }
    return logProb + gain / this.lmWeight;
  }

  renumber(states: Int32Array, count: number): boolean {
    return this.states.keepOnly(states, count);
  }

  textOf(word: number): string {
    const { lexicon } = this;
    return word < lexicon.wordCount ? lexicon.word(word) : this.newWords[word - lexicon.wordCount];
  }
}

/** State of the acceptor and rounded odds in one number. */
function placeOf(state: number, odds: number): number {
  return state * oddsSteps + Math.round(Math.max(-zeroOdds, Math.min(mostOdds, odds))) + zeroOdds;
}

/** ln of the probability that goes with log-odds. */
function logShare(odds: number): number {
  return -Math.log1p(Math.exp(-odds));
}
