import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import t from 'tap';
import { pruneByEntropy } from '../../scripts/entropy-pruning.js';
import { ContextGraph } from '../../src/stt/lm/context-graph.js';
import { estimateKneserNey, type NgramEstimate } from '../../src/stt/lm/kneser-ney.js';
import { NgramCounts } from '../../src/stt/lm/ngram-counts.js';
import { NgramModel } from '../../src/stt/lm/ngram-model.js';
import { StateTable } from '../../src/stt/search/state-table.js';

const begin = 0;
const end = 1;
/** Words 2 to 7 and the end are predictable. */
const predictable = [1, 2, 3, 4, 5, 6, 7];

const corpus = fc.array(fc.array(fc.integer({ min: 2, max: 6 }), { maxLength: 8 }), {
  minLength: 3,
  maxLength: 40,
});
const contextOf = fc.array(fc.integer({ min: 2, max: 7 }), { maxLength: 3 });

function estimate(sentences: number[][], order = 3) {
  const counts = new NgramCounts(order);
  for (const sentence of sentences) counts.addSentence(sentence, begin, end);
  return estimateKneserNey(counts, predictable.length, begin);
}

t.test('probabilities sum to one in every context, pruned or not', async () => {
  fc.assert(
    fc.property(
      corpus,
      contextOf,
      fc.constantFrom(undefined, 1e-3, 1e-1),
      fc.boolean(),
      (lines, context, threshold, atStart) => {
        const model = estimate(lines);
        if (threshold !== undefined) pruneByEntropy(model, threshold);
        const full = atStart ? [begin, ...context] : context;
        const sum = predictable.reduce((total, word) => total + estimateProbability(model, full, word), 0);
        return Math.abs(sum - 1) < 1e-6;
      },
    ),
  );
});

t.test('the packed model says what the estimate says', async () => {
  fc.assert(
    fc.property(
      corpus,
      fc.array(fc.integer({ min: 2, max: 7 }), { minLength: 1, maxLength: 6 }),
      (lines, sentence) => {
        const model = estimate(lines);
        const packed = NgramModel.open(NgramModel.pack(model, end, 0));
        let state = packed.initialState;
        const history = [begin];
        return [...sentence, end].every((word) => {
          const wanted = Math.log(estimateProbability(model, history, word));
          const found = packed.score(state, word);
          state = packed.next;
          history.push(word);
          // Each of at most three codes is off by half a step of its book.
          return Math.abs(wanted - found) < 0.15;
        });
      },
    ),
  );
});

t.test('words that were seen after a context are likelier there', async (t) => {
  const model = estimate([
    [2, 3, 4],
    [2, 3, 4],
    [5, 3, 6],
    [5, 3, 6],
  ]);
  const p = (context: number[], word: number) => estimateProbability(model, context, word);
  t.ok(p([2, 3], 4) > 3 * p([2, 3], 6));
  t.ok(p([5, 3], 6) > 3 * p([5, 3], 4));
  t.ok(p([2, 3], 7) > 0, 'even a word that was never seen has a probability');
  const left = pruneByEntropy(model, 10);
  t.equal(left[3], 0, 'a high threshold leaves single words only');
});

t.test('a corrupted model is refused', async () => {
  const good = NgramModel.pack(estimate([[2, 3, 4]]), end, 7);
  fc.assert(
    fc.property(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const bad = good.slice();
      bad[at] ^= change;
      try {
        NgramModel.open(bad);
        return false;
      } catch (error) {
        return (error as { code?: string }).code === 'model_corrupt';
      }
    }),
  );
});

t.test('the shipped model was built and measured', async (t) => {
  const lm = NgramModel.open(readFileSync('models/default/lm.bin'));
  const figures = JSON.parse(readFileSync('models/default/lm.json', 'utf8'));
  t.ok(figures.all.words > 50_000 && figures.all.perplexity < 60, `perplexity ${figures.all.perplexity}`);
  t.ok(lm.vocabularySize > 100_000);
});

t.test('a phrase gains when it is complete and only then', async (t) => {
  const graph = new ContextGraph();
  graph.add([10, 11, 12], 2);
  graph.add([11], 1);
  graph.add([20], 3);
  const total = (sentence: number[]) => {
    let node = 0;
    let sum = 0;
    for (const word of sentence) {
      node = graph.step(node, word);
      sum += graph.gain;
    }
    return sum + graph.finish(node);
  };
  t.equal(total([10, 11, 12]), 6 + 1, 'the phrase and the word inside it');
  t.equal(total([10, 11, 5]), 1, 'what a broken phrase had is taken back');
  t.equal(total([10, 11]), 1, 'also at the end');
  t.equal(total([5, 20, 20]), 6);
  t.equal(total([10, 10, 11, 12]), 7, 'a phrase may begin again inside itself');
  t.equal(total([5, 6, 7]), 0);
});

t.test('phrases gain the same wherever they stand', async () => {
  const phrase = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(
      fc.array(phrase, { minLength: 1, maxLength: 5 }),
      fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 12 }),
      (phrases, sentence) => {
        const graph = new ContextGraph();
        for (const words of phrases) graph.add(words, 1);
        let node = 0;
        let sum = 0;
        for (const word of sentence) {
          node = graph.step(node, word);
          sum += graph.gain;
        }
        sum += graph.finish(node);
        const isIn = phrases.some((words) => ` ${sentence.join(' ')} `.includes(` ${words.join(' ')} `));
        return sum >= 0 && sum > 0 === isIn;
      },
    ),
  );
});

t.test('states keep their triples when others are forgotten', async (t) => {
  const table = new StateTable();
  const ids = Int32Array.from({ length: 150_000 }, (_, index) => table.idOf(index, index % 7, -1, index % 3));
  t.equal(table.idOf(5, 5, -1, 2), ids[5]);
  const living = ids.slice(100, 110);
  t.equal(table.keepOnly(living, living.length), true);
  t.strictSame(
    [...living].map((id) => table.first(id)),
    [100, 101, 102, 103, 104, 105, 106, 107, 108, 109],
  );
  t.ok(living.every((id) => id < 10));
});

/** P(word | context) by the back-off rule. `context` holds the words before, oldest first. */
function estimateProbability(model: NgramEstimate, context: readonly number[], word: number): number {
  const { counts, probability, backoff, alive, vocabularySize } = model;
  let weight = 1;
  for (let first = Math.max(0, context.length - counts.order + 1); first <= context.length; first++) {
    let node = 0;
    for (let index = first; index < context.length && node >= 0; index++) {
      node = counts.child(node, context[index]);
      if (node >= 0 && !alive[node]) node = -1;
    }
    if (node < 0) continue;
    const child = counts.child(node, word);
    if (child >= 0 && alive[child] && probability[child] > 0) return weight * probability[child];
    weight *= backoff[node];
  }
  return weight / vocabularySize;
}
