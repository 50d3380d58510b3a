import t from 'tap';
import { fitNetwork } from '../../src/stt/sentences/fit-network.js';
import { compileNetwork, type NetworkArcs } from '../../src/stt/sentences/sentence-network.js';

/** "show" or "buy", then [the] and a thing, which may be followed by "and" and another one. */
const words = ['show', 'buy', 'the', 'and', 'cup', 'tray', 'lamp'];
const idOf = (word: string) => words.indexOf(word);
const network = compileNetwork(
  {
    states: 7,
    finals: [3],
    arcs: [
      { from: 0, to: 1, word: 'show' },
      { from: 0, to: 1, word: 'buy' },
      { from: 1, to: 2, word: 'the' },
      { from: 1, to: 2, word: null },
      { from: 4, to: 5, word: 'cup' },
      { from: 4, to: 5, word: 'tray' },
      { from: 4, to: 5, word: 'lamp' },
      { from: 5, to: 6, word: 'and' },
      { from: 6, to: 4, word: null },
    ],
    calls: [{ from: 2, to: 3, enter: 4 }],
    returns: [5],
  },
  (word) => [[idOf(word)]],
);
const read = (text: string) => text.split(' ').map(idOf);
const probability = ({ word, logProb }: NetworkArcs, wanted: string) =>
  Math.exp(logProb[word.indexOf(idOf(wanted))]);

t.test('what examples say is likelier, what they do not say stays possible', async (t) => {
  const fitted = fitNetwork(network, Array(30).fill(read('buy the lamp')));
  t.ok(probability(fitted, 'buy') > 0.85, `${probability(fitted, 'buy')}`);
  t.ok(probability(fitted, 'show') > 0.1);
  t.ok(probability(fitted, 'lamp') > 0.8);
  t.ok(probability(fitted, 'the') > probability(network, 'the'));
  t.ok(probability(fitted, 'and') < probability(network, 'and'), 'all of them ended there');
  const twice = fitNetwork(network, Array(30).fill(read('show cup and tray')));
  t.ok(probability(twice, 'and') > probability(network, 'and'));
});

t.test('what leaves a node has a probability of one', async (t) => {
  const fitted = fitNetwork(network, [
    ...Array(5).fill(read('buy the lamp and the cup')),
    ...Array(7).fill(read('show lamp and cup and tray')),
    ...Array(3).fill(read('buy cup')),
  ]);
  const sums = new Float64Array(7);
  const add = (start: Uint32Array, logProbs: Float32Array) => {
    for (let node = 0; node < 7; node++)
      for (let arc = start[node]; arc < start[node + 1]; arc++) sums[node] += Math.exp(logProbs[arc]);
  };
  add(fitted.start, fitted.logProb);
  fitted.wordLogProb.forEach((logProb, node) => {
    if (sums[node] > 0) t.ok(Math.abs(Math.exp(logProb) - sums[node]) < 1e-5);
  });
  add(fitted.emptyStart, fitted.emptyLogProb);
  add(fitted.callStart, fitted.callLogProb);
  for (const ends of [fitted.end, fitted.return])
    ends.forEach((logProb, node) => {
      sums[node] += Math.exp(logProb);
    });
  for (const [node, sum] of sums.entries()) t.ok(Math.abs(sum - 1) < 1e-5, `${node}: ${sum}`);
});

t.test('sentences that the network does not accept tell nothing', async (t) => {
  const others = ['show', 'lamp show', 'show the', 'show lamp and', 'show the lamp lamp', ''];
  t.strictSame(fitNetwork(network, others.map(read)), network);
});

t.test('networks that call themselves end', async (t) => {
  const endless = compileNetwork(
    {
      states: 3,
      finals: [2],
      arcs: [{ from: 1, to: 2, word: 'cup' }],
      calls: [
        { from: 0, to: 1, enter: 0 },
        { from: 0, to: 2, enter: 1 },
      ],
      returns: [2],
    },
    (word) => [[idOf(word)]],
  );
  const fitted = fitNetwork(endless, [read('cup'), read('cup cup cup'), read('tray')]);
  t.ok(fitted.callLogProb.every((logProb) => logProb < 0));
});
