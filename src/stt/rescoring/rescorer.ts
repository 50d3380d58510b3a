import { hesitationsOf } from '../hesitations.js';
import { Lexicon } from '../lexicon/lexicon.js';
import type { NgramModel } from '../lm/ngram-model.js';
import type { SearchOptions } from '../search/search-options.js';
import type { TracedPath } from '../search/traced-path.js';
import { NeuralLm } from './neural-lm.js';

/** Words after which readings that go on alike are read as one: see NeuralLm.logProbs. */
const sharedAfter = 4;
/** Words read for one utterance, over all its paths: some tenths of a second of computing. */
const mostWords = 4000;

/**
 * Reads the n-best list again with a neural language model beside the n-grams: every word counts as the mean of the two
 * models' probabilities, so that neither can rule out what the other one expects (Mikolov et al., "Recurrent Neural
 * Network Based Language Model", 2010). What context adds to listed words stays as it is, and sentences to expect have a
 * language model of their own, which knows them better.
 */
export class Rescorer {
  /** Of each word of the lexicon the neural model's number. */
  private readonly numberOf: Int32Array;
  /** ln of the share that the unknown words of the neural model have in the probability of one, by the n-grams. */
  private readonly unknownTotal: number;
  /** They change nothing about the words around them, and are not read. */
  private readonly hesitations: ReadonlySet<number>;

  constructor(
    private readonly neural: NeuralLm,
    private readonly lexicon: Lexicon,
    private readonly lm: NgramModel,
    private readonly options: Pick<
      SearchOptions,
      'lmWeight' | 'neuralLmShare' | 'neuralWordBonus' | 'neuralLmBeam'
    >,
  ) {
    this.numberOf = new Int32Array(lexicon.wordCount).fill(NeuralLm.unknown);
    neural.words.forEach((word, number) => {
      const id = number > NeuralLm.unknown ? lexicon.idOf(word) : -1;
      if (id >= 0) this.numberOf[id] = number;
    });
    this.hesitations = hesitationsOf(lexicon);
    let total = 0;
    this.numberOf.forEach((number, id) => {
      if (number === NeuralLm.unknown && id >= Lexicon.firstWord) total += Math.exp(lm.unigramLogProb(id));
    });
    this.unknownTotal = Math.log(total);
  }

  /**
   * The paths with their new scores, best first. Those too far behind to win, and of long ones those beyond what can be
   * read in time, keep their distance from the path that was best.
   */
  async rescore(paths: readonly TracedPath[]): Promise<TracedPath[]> {
    const { options, lexicon } = this;
    let words = 0;
    const isRead = (path: TracedPath) => {
      words += path.words.length;
      return path.score >= paths[0].score - options.neuralLmBeam && words <= mostWords;
    };
    const unread = paths.findIndex((path) => !isRead(path));
    const close = unread < 0 ? paths : paths.slice(0, unread);
    if (close.length < 2) return [...paths];
    const open = close.filter(({ isExpected }) => !isExpected);
    // Words that only this utterance knows are numbered behind those of the lexicon.
    const ids = open.map(({ words }) => {
      const read = words.filter(({ word }) => !this.hesitations.has(word));
      return Int32Array.from(read, ({ word }) => (word < lexicon.wordCount ? word : Lexicon.unknown));
    });
    const numbers = ids.map((words) => words.map((id) => this.numberOf[id]));
    const neural = await this.neural.logProbs(numbers, { sharedAfter });
    const gainOf = new Map(
      open.map((path, index) => [
        path,
        options.lmWeight * this.gain(ids[index], neural[index]) + options.neuralWordBonus * ids[index].length,
      ]),
    );
    return paths
      .map((path, index) => {
        const gain = gainOf.get(index < close.length ? path : paths[0]) ?? 0;
        return { ...path, score: path.score + gain };
      })
      .sort((a, b) => b.score - a.score);
  }

  /** By how much the mean of both models is above the n-grams, ln, over a whole sentence. */
  private gain(words: Int32Array, neural: Float64Array): number {
    const { lm, options, unknownTotal } = this;
    const share = options.neuralLmShare;
    let state = lm.initialState;
    let sum = 0;
    for (let position = 0; position <= words.length; position++) {
      const id = position < words.length ? words[position] : lm.end;
      const ngram = lm.score(state, id);
      state = lm.next;
      if (position < words.length && id < Lexicon.firstWord) continue;
      let other = neural[position];
      if (position < words.length && this.numberOf[id] === NeuralLm.unknown)
        other += lm.unigramLogProb(id) - unknownTotal;
      sum += Math.log(share * Math.exp(other - ngram) + 1 - share);
    }
    return sum;
  }
}
