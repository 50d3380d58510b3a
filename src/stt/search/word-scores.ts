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

  /** @param hesitations Words that change nothing about what comes after them. */
  constructor(
    private readonly scorer: WordScorer,
    private readonly options: Pick<SearchOptions, 'lmWeight' | 'wordBonus' | 'hesitationLogProb'>,
    private readonly hesitations: ReadonlySet<number>,
  ) {}

  /** Weighted score of a word, bonus included. */
  score(state: number, word: number): number {
    const slot = (Math.imul(state, 0x9e3779b1) ^ Math.imul(word, 0x85ebca6b)) >>> (32 - bits);
    if (this.states[slot] !== state || this.words[slot] !== word) {
      const { scorer, options } = this;
      this.states[slot] = state;
      this.words[slot] = word;
      let logProb = scorer.score(state, word);
      let next = scorer.next;
      if (this.hesitations.has(word)) {
        logProb = Math.max(logProb, options.hesitationLogProb);
        next = state;
      }
      this.scores[slot] = options.lmWeight * logProb + options.wordBonus;
      this.nextStates[slot] = next;
    }
    this.next = this.nextStates[slot];
    return this.scores[slot];
  }

  /** Forgets all, for when states have got new numbers. */
  clear(): void {
    this.states.fill(-1);
  }
}
