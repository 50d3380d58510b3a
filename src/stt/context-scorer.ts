import type { BiasParts, CompiledBias } from './bias.js';
import { Lexicon } from './lexicon/lexicon.js';
import { ContextGraph } from './lm/context-graph.js';
import type { NgramModel } from './lm/ngram-model.js';
import type { WordScorer } from './search/search-graph.js';
import { StateTable } from './search/state-table.js';
import type { SentenceAcceptor } from './sentences/sentence-acceptor.js';
import type { NodeScores, SentenceLookAhead } from './sentences/sentence-look-ahead.js';
import type { SentenceNgrams } from './sentences/sentence-ngrams.js';

const noPhrases = new ContextGraph();
/** ln P that a sentence is broken off at some place. */
const brokenOff = -60;
/** In place of the state of the n-gram: inside one of the sentences. */
const inSentence = -1;

/** What is likelier to be said than the language model alone finds it. */
export interface ExpectedSpeech {
  /** Listed words and phrases. */
  bias?: CompiledBias;
  /** Whole sentences. */
  sentences?: SentenceLookAhead;
  /** What these sentences are made of, for speech that is none of them. */
  ngrams?: SentenceNgrams;
}

/**
 * Adds context to the language model: listed phrases, those that they come on top of, sentences, and what these are made
 * of. States are (n-gram, phrase, phrase of the base, n-gram of the sentences), or inside a sentence (-1, place in the
 * sentences).
 *
 * Sentences are a second language model beside the first: an utterance is one of them from its first word to its last,
 * or is none of them. So nothing is gained by fitting one for a while, and other speech is not forced into one.
 */
export class ContextScorer implements WordScorer {
  /** Where the latest {@link score} led to, as parts of the state; in a sentence as the place before the word, and the word. */
  private readonly led = { first: 0, second: 0, third: 0, fourth: 0 };
  private readonly states = new StateTable();
  private readonly lm: NgramModel;
  private readonly lexicon: Lexicon;
  private readonly expected?: SentenceLookAhead;
  private readonly ngrams?: SentenceNgrams;
  private readonly graph: ContextGraph;
  private readonly baseGraph: ContextGraph;
  private readonly newWords: readonly string[];
  /** The first new word that is not the base's. */
  private readonly firstOwn: number;
  private readonly ownShare: number;
  private readonly baseShare: number;
  private readonly lmWeight: number;
  private readonly sentences?: SentenceAcceptor;
  readonly sentenceStart?: { state: number; score: number };

  constructor({ lm, lexicon, search }: Omit<BiasParts, 'pronouncer'>, expected: ExpectedSpeech = {}) {
    const { bias, sentences, ngrams } = expected;
    this.lm = lm;
    this.lexicon = lexicon;
    this.expected = sentences;
    this.ngrams = ngrams;
    this.graph = bias?.graph ?? noPhrases;
    this.baseGraph = bias?.base?.graph ?? noPhrases;
    this.newWords = bias?.newWords ?? [];
    this.firstOwn = lexicon.wordCount + (bias?.base?.newWords.length ?? 0);
    this.ownShare = bias?.memberLogProb ?? -Infinity;
    this.baseShare = bias?.base?.memberLogProb ?? -Infinity;
    // Gains are not weighted with the language model; without one they must not grow beyond all bounds.
    this.lmWeight = Math.max(search.lmWeight, 1e-3);
    this.sentences = sentences?.acceptor;
    if (this.sentences)
      this.sentenceStart = {
        state: this.states.idOf(inSentence, this.sentences.initialState, 0, 0),
        score: search.grammarWeight,
      };
  }

  get initialState(): number {
    return this.states.idOf(this.lm.initialState, 0, 0, this.ngrams?.initialState ?? 0);
  }

  isInSentence(state: number): boolean {
    return this.states.first(state) === inSentence;
  }

  lookAheadInSentence(state: number): NodeScores {
    return this.expected!.of(this.states.second(state));
  }

  lastWordContext(state: number): number {
    return this.lm.lastWordContext(this.states.first(state));
  }

  score(state: number, word: number): number {
    const { lm, graph, baseGraph, lexicon, states, ngrams } = this;
    const lmState = states.first(state);
    if (lmState === inSentence) return this.scoreInSentence(states.second(state), word);
    const isNew = word >= lexicon.wordCount;
    let logProb = isNew ? -Infinity : lm.score(lmState, word);
    let lmNext = isNew ? 0 : lm.next;
    const node = graph.step(states.second(state), word);
    const baseNode = baseGraph.step(states.third(state), word);
    const gain = graph.gain + baseGraph.gain;
    if (isNew || node !== 0 || baseNode !== 0) {
      // A listed word is at least as likely as its share of the words that the language model does not know.
      const asUnknown = lm.score(lmState, Lexicon.unknown) + this.shareOfUnknown(word, node, baseNode);
      if (asUnknown > logProb) logProb = asUnknown;
      if (isNew) lmNext = lm.next;
    }
    if (ngrams) logProb = ngrams.mix(states.fourth(state), word, logProb);
    this.leadsTo(lmNext, node, baseNode, ngrams?.next ?? 0);
    return logProb + gain / this.lmWeight;
  }

  /** Of the lists that have the word, the larger share. */
  private shareOfUnknown(word: number, node: number, baseNode: number): number {
    const isNew = word >= this.lexicon.wordCount;
    const isOwn = isNew ? word >= this.firstOwn : node !== 0;
    const isOfBase = isNew ? word < this.firstOwn : baseNode !== 0;
    return Math.max(isOwn ? this.ownShare : -Infinity, isOfBase ? this.baseShare : -Infinity);
  }

  private scoreInSentence(place: number, word: number): number {
    this.leadsTo(inSentence, place, word, 0);
    return this.expected!.scale * this.sentences!.logProb(place, word);
  }

  private leadsTo(first: number, second: number, third: number, fourth: number): void {
    const { led } = this;
    led.first = first;
    led.second = second;
    led.third = third;
    led.fourth = fourth;
  }

  get next(): number {
    const { states, sentences } = this;
    const { first, second, third, fourth } = this.led;
    if (first !== inSentence) return states.idOf(first, second, third, fourth);
    const place = sentences!.step(second, third);
    return place < 0 ? -1 : states.idOf(inSentence, place, 0, 0);
  }

  endLogProb(state: number): number {
    const { lm, sentences, states, expected, ngrams } = this;
    if (this.isInSentence(state))
      return expected!.scale * Math.max(brokenOff, sentences!.endLogProb(states.second(state)));
    const gain = this.graph.finish(states.second(state)) + this.baseGraph.finish(states.third(state));
    const logProb = lm.endLogProb(states.first(state));
    return (ngrams?.mixEnd(states.fourth(state), logProb) ?? logProb) + gain / this.lmWeight;
  }

  domainShare(state: number): number {
    if (this.isInSentence(state)) return 1;
    return this.ngrams?.shareIn(this.states.fourth(state)) ?? 0;
  }

  renumber(states: Int32Array, count: number): boolean {
    return this.states.keepOnly(states, count);
  }

  textOf(word: number): string {
    const { lexicon } = this;
    return word < lexicon.wordCount ? lexicon.word(word) : this.newWords[word - lexicon.wordCount];
  }
}
