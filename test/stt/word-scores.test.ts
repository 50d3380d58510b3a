import { test } from 'tap';
import { WordScores } from '../../src/stt/search/word-scores.js';

test('where a word leads to is not taken from what another stream asked the scorer in between', async (t) => {
  const scorer = {
    initialState: 0,
    next: 0,
    score(state: number, word: number) {
      this.next = state * 10 + word;
      return -1;
    },
    endLogProb(state: number) {
      this.next = -state;
      return -1;
    },
    lastWordContext: () => 0,
    textOf: String,
  };
  const options = { lmWeight: 1, wordBonus: 0, hesitationLogProb: -5 };
  const scores = new WordScores(scorer, options, new Set());
  scores.startFrame();
  scores.score(4, 2);
  scorer.endLogProb(9);
  scores.startFrame();
  scores.score(4, 2);
  t.equal(scores.next, 42);
});
