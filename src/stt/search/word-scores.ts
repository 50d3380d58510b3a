import type { WordScorer } from './search-graph.js';
import type { SearchOptions } from './search-options.js';

/** Scores kept: two to the power of this. */
const bits = 11;

/** The latest scores of words in their contexts: the same word ends in frame after frame. */
export class WordScores {
  /** State of the scorer that the word of the latest {@link score} leads to. */
  next = 0;
  private readonly states = new Int32Array(1 << bits).fill(-1);
  private readonly words = new Int32Array(1 << bits);
  private readonly scores = new Float64Array(1 << bits);
  private readonly nextStates = new Int32Array(1 << bits);

  constructor(
    private readonly scorer: WordScorer,
    private readonly options: Pick<SearchOptions, 'lmWeight' | 'wordBonus'>,
  ) {}

  /** Weighted score of a word, bonus included. */
  score(state: number, word: number): number {
    const slot = (Math.imul(state, 0x9e3779b1) ^ Math.imul(word, 0x85ebca6b)) >>> (32 - bits);
    if (this.states[slot] !== state || this.words[slot] !== word) {
      const { scorer, options } = this;
      this.states[slot] = state;
      this.words[slot] = word;
      this.scores[slot] = options.lmWeight * scorer.score(state, word) + options.wordBonus;
      this.nextStates[slot] = scorer.next;
    }
    this.next = this.nextStates[slot];
    return this.scores[slot];
  }

  /** Forgets all, for when states have got new numbers. */
  clear(): void {
    this.states.fill(-1);
  }
}
