import { hesitationsOf } from '../hesitations.js';
import { Lexicon } from '../lexicon/lexicon.js';
import type { NgramModel } from '../lm/ngram-model.js';
import type { SearchOptions } from '../search/search-options.js';
import type { TracedPath } from '../search/traced-path.js';
import type { SentenceNgrams } from '../sentences/sentence-ngrams.js';
import { NeuralLm } from './neural-lm.js';

/** Words after which readings that go on alike are read as one: see NeuralLm.logProbs. */
const sharedAfter = 4;
/** Words read for one utterance, over all its paths: at most about a second of computing, after minutes of speech. */
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
   *
   * @param ngrams Of sentences to expect, that the search mixed into the language model.
   */
  async rescore(paths: readonly TracedPath[], ngrams?: SentenceNgrams): Promise<TracedPath[]> {
    const { options } = this;
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
    const said = open.map(({ words }) =>
      Int32Array.from(words, ({ word }) => word).filter((word) => !this.hesitations.has(word)),
    );
    const numbers = said.map((words) => words.map((word) => this.numberOf[this.idOf(word)]));
    const neural = await this.neural.logProbs(numbers, { sharedAfter });
    const gainOf = new Map(
      open.map((path, index) => [path, options.lmWeight * this.gain(said[index], neural[index], ngrams)]),
    );
    return paths
      .map((path, index) => {
        const gain = gainOf.get(index < close.length ? path : paths[0]) ?? 0;
        return { ...path, score: path.score + gain };
      })
      .sort((a, b) => b.score - a.score);
  }

  /** Its number in the lexicon: words that only this utterance knows are numbered behind those. */
  private idOf(word: number): number {
    return word < this.lexicon.wordCount ? word : Lexicon.unknown;
  }

  /**
   * By how much a path is likelier with both models than with the n-grams, ln, over a whole sentence. What the n-grams of
   * sentences to expect have of a word's probability stays theirs.
   */
  private gain(words: Int32Array, neural: Float64Array, ngrams?: SentenceNgrams): number {
    const { lm, options, unknownTotal } = this;
    const share = options.neuralLmShare;
    const bonus = options.neuralWordBonus / options.lmWeight;
    let state = lm.initialState;
    let expected = ngrams?.initialState ?? 0;
    let sum = 0;
    for (let position = 0; position < words.length; position++) {
      const id = this.idOf(words[position]);
      const ngram = lm.score(state, id);
      state = lm.next;
      let both = ngram + bonus;
      if (id >= Lexicon.firstWord) {
        let other = neural[position];
        if (this.numberOf[id] === NeuralLm.unknown) other += lm.unigramLogProb(id) - unknownTotal;
        both += Math.log(share * Math.exp(other - ngram) + 1 - share);
      }
      if (ngrams) {
        sum += ngrams.mix(expected, words[position], both) - ngrams.mix(expected, words[position], ngram);
        expected = ngrams.next;
      } else sum += both - ngram;
    }
    const ngram = lm.endLogProb(state);
    const both = ngram + Math.log(share * Math.exp(neural[words.length] - ngram) + 1 - share);
    return sum + (ngrams ? ngrams.mixEnd(expected, both) - ngrams.mixEnd(expected, ngram) : both - ngram);
  }
}
