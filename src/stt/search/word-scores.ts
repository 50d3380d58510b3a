import type { WordScorer } from './search-graph.js';
import type { SearchOptions } from './search-options.js';

/** Scores kept: two to the power of this. */
const bits = 11;

/** Not asked for yet. */
const unknown = -2;

/** The latest scores of words in their contexts: the same word ends in frame after frame. */
export class WordScores {
  /** Where the latest {@link score} is kept. */
  private slot = 0;
  /** The slot whose score the scorer gave last in this frame. */
  private scored = -1;
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
      const { options } = this;
      this.states[slot] = state;
      this.words[slot] = word;
      const isHesitation = this.hesitations.has(word);
      let logProb = this.scorer.score(state, word);
      if (isHesitation) logProb = Math.max(logProb, options.hesitationLogProb);
      this.scores[slot] = options.lmWeight * logProb + options.wordBonus;
      this.nextStates[slot] = isHesitation ? state : unknown;
      this.scored = slot;
    }
    this.slot = slot;
    return this.scores[slot];
  }

  /** State of the scorer that the word of the latest {@link score} leads to, -1 for none. Most words are too unlikely. */
  get next(): number {
    const { slot, states, words, nextStates } = this;
    if (nextStates[slot] === unknown) {
      if (this.scored !== slot) this.scorer.score(states[slot], words[slot]);
      this.scored = slot;
      nextStates[slot] = this.scorer.next;
    }
    return nextStates[slot];
  }

  /** To be called before every frame: between two of them others use the scorer, too. */
  startFrame(): void {
    this.scored = -1;
  }

  /** Forgets all, for when states have got new numbers. */
  clear(): void {
    this.states.fill(-1);
  }
}
