import { estimateKneserNey } from '../lm/kneser-ney.js';
import { NgramCounts } from '../lm/ngram-counts.js';
import { NgramModel } from '../lm/ngram-model.js';
import { drawSentences } from './draw-sentences.js';
import type { NetworkArcs } from './sentence-network.js';

/** Words of an n-gram. */
const order = 3;
/** Sentences that n-grams are counted in: enough for each member of a list of some hundreds in each of its places. */
const draws = 20_000;
/** How many drawn ones each example counts as. */
const exampleWeight = 5;

/** The model's own numbers of its marks; words follow. */
const begin = 0;
const end = 1;
const firstWord = 2;

/** P that after a word of the sentences speech goes on as they do, and after any other that it takes up with them. */
const staying = 0.5;
const joining = 0.01;
/** Shares are told apart by their log-odds, in steps of 1 from here on. */
const lowestOdds = -5;
const levels = 6;
const shares = Array.from({ length: levels }, (_, level) => 1 / (1 + Math.exp(-lowestOdds - level)));
/** ln of what is left to the language model. */
const otherLogShares = shares.map((share) => Math.log(1 - share));
/** State after a word that is in none of the sentences. */
const outside = stateOf(0, joining);

/** In a form that can be posted to another thread. */
export interface SentenceNgramData {
  /** Ids of the words in the order of the model's own numbers. */
  words: Int32Array;
  model: Uint8Array;
  /** Part of the first word's probability that these have, 0 to 1. */
  share: number;
}

/**
 * Counts n-grams in sentences that are drawn from a network. A list of the network is a class: any of its members
 * stands where one may stand.
 *
 * @param examples Word ids of sentences as people say them, which are counted as well.
 * @returns Nothing where no sentence can be said.
 */
export function countSentenceNgrams(
  network: NetworkArcs,
  share: number,
  examples: readonly (readonly number[])[] = [],
): SentenceNgramData | undefined {
  const numbers = new Map<number, number>();
  for (const word of [...network.word, ...examples.flat()])
    if (!numbers.has(word)) numbers.set(word, firstWord + numbers.size);
  const counts = new NgramCounts(order);
  let drawn = 0;
  const add = (words: readonly number[]) =>
    counts.addSentence(
      words.map((word) => numbers.get(word)!),
      begin,
      end,
    );
  for (const words of drawSentences(network, draws)) {
    drawn++;
    add(words);
  }
  for (const words of examples) for (let times = 0; times < exampleWeight; times++) add(words);
  if (drawn === 0) return undefined;
  // All words and the end mark.
  const estimate = estimateKneserNey(counts, numbers.size + 1, begin);
  return { words: Int32Array.from(numbers.keys()), model: NgramModel.pack(estimate, end, 0), share };
}

/**
 * What the sentences to expect are made of, for speech that is none of them: n-grams whose probabilities are mixed into
 * those of the language model, word by word, so that "with oat milk" is expected in an order that is put as no template
 * puts it. Their share follows how well they and the language model expected the words so far, so that they have hardly
 * any in speech about something else (Kneser and Steinbiss, "On the Dynamic Adaptation of Stochastic Language Models",
 * 1993). States are those of the n-grams times the levels of the share.
 */
export class SentenceNgrams {
  /** The state that the latest {@link mix} led to. */
  next = 0;
  readonly initialState: number;
  private readonly model: NgramModel;
  private readonly numbers: ReadonlyMap<number, number>;

  constructor({ words, model, share }: SentenceNgramData) {
    this.model = NgramModel.open(model, 'n-grams of the sentences');
    this.numbers = new Map(Array.from(words, (word, index) => [word, firstWord + index]));
    this.initialState = stateOf(this.model.initialState, share);
  }

  /**
   * @param logProb Of the word by the language model, ln.
   * @returns ln P of the word by both.
   */
  mix(state: number, word: number, logProb: number): number {
    const level = state % levels;
    const share = shares[level];
    const number = this.numbers.get(word);
    if (number === undefined) {
      this.next = outside;
      return logProb + otherLogShares[level];
    }
    const ours = share * Math.exp(this.model.score((state - level) / levels, number));
    const sum = (1 - share) * Math.exp(logProb) + ours;
    const posterior = sum > 0 ? ours / sum : 0;
    this.next = stateOf(this.model.next, posterior * staying + (1 - posterior) * joining);
    return Math.log(sum);
  }

  /** The same for the end of the utterance. */
  mixEnd(state: number, logProb: number): number {
    const level = state % levels;
    const ours = Math.exp(this.model.endLogProb((state - level) / levels));
    return Math.log((1 - shares[level]) * Math.exp(logProb) + shares[level] * ours);
  }

  /** Their share of the next word's probability. */
  shareIn(state: number): number {
    return shares[state % levels];
  }
}

function stateOf(ngram: number, share: number): number {
  const level = Math.round(Math.log(share / (1 - share))) - lowestOdds;
  return ngram * levels + Math.min(levels - 1, Math.max(0, level));
}
