import fc from 'fast-check';
import t from 'tap';
import { drawSentences } from '../../src/stt/sentences/draw-sentences.js';
import { SentenceAcceptor } from '../../src/stt/sentences/sentence-acceptor.js';
import { compileNetwork } from '../../src/stt/sentences/sentence-network.js';
import { countSentenceNgrams, SentenceNgrams } from '../../src/stt/sentences/sentence-ngrams.js';
import type { WordNetwork } from '../../src/stt/speech-context.js';
import { sentencesOf } from './sentences-of.js';

t.test('templates become acceptors that give probabilities', async (t) => {
  const network = sentencesOf(
    t,
    ['[(i would like|give me)] (a|one) {size} {drink} [with {milk} [and {milk}]] [please]'],
    { size: ['small', 'extra large'], drink: ['flat white', 'tea'], milk: ['oat milk'] },
  );
  const vocabulary = [...new Set(network.arcs.flatMap(({ word }) => word ?? []))];
  const acceptor = new SentenceAcceptor(
    compileNetwork(network, (word) => (word === 'white' ? [] : [[vocabulary.indexOf(word)]])),
  );
  const path = (text: string) => {
    let state = acceptor.initialState;
    let sum = 0;
    for (const word of text.split(' ')) {
      if (state < 0) break;
      sum += acceptor.logProb(state, vocabulary.indexOf(word));
      state = acceptor.step(state, vocabulary.indexOf(word));
    }
    return { isOpen: state >= 0, logProb: state < 0 ? -Infinity : sum + acceptor.endLogProb(state) };
  };
  t.ok(path('a small tea').logProb > -6);
  t.ok(path('give me one extra large tea with oat milk and oat milk please').logProb > -12);
  t.strictSame(path('a small'), { isOpen: true, logProb: -Infinity });
  t.ok(path('please give me a small tea now').logProb > -25, 'with fillers around it');
  t.notOk(path('a small tea bread').isOpen);
  t.notOk(path('and').isOpen);
  t.equal(path('a small flat white').logProb, -Infinity, 'a word that cannot be said ends nothing');
  // Every state's words and end sum to one, but for the rounding of places.
  const queue = [acceptor.initialState];
  const unequal: string[] = [];
  const sums: number[] = [];
  for (const state of queue) {
    let sum = Math.exp(acceptor.endLogProb(state));
    const followers = acceptor.followers(state)!;
    for (let word = 0; word < vocabulary.length; word++) {
      const next = acceptor.step(state, word);
      // A word may lead where nothing that can be said leads on.
      if (next < 0) continue;
      const logProb = acceptor.logProb(state, word);
      if (!(Math.abs(followers.get(word)! - logProb) < 1e-9)) unequal.push(`${state}: ${vocabulary[word]}`);
      sum += Math.exp(logProb);
      if (!queue.includes(next)) queue.push(next);
    }
    sums.push(sum);
  }
  t.strictSame(unequal, []);
  t.ok(sums.length > 10);
  t.strictSame(
    sums.filter((sum) => !(sum > 0.45 && sum < 1.6)),
    [],
  );
});

t.test(
  'of a long list a bare name is expected, of a short one no more than a word of a template',
  async (t) => {
    const name = (index: number) =>
      [...`${1000 + index}`].map((digit) => 'bdfgklmnrs'[Number(digit)]).join('a');
    const names = (count: number) => Array.from({ length: count }, (_, index) => name(index));
    const logProbOfStop = (count: number) => {
      const network = sentencesOf(t, ['{thing}', 'stop', 'go back'], { thing: names(count) });
      const vocabulary = [...new Set(network.arcs.flatMap(({ word }) => word ?? []))];
      const acceptor = new SentenceAcceptor(compileNetwork(network, (word) => [[vocabulary.indexOf(word)]]));
      return acceptor.followers(acceptor.initialState)!.get(vocabulary.indexOf('stop'))!;
    };
    const [short, medium, long] = [5, 40, 2000].map(logProbOfStop);
    t.equal(medium, short);
    t.ok(long < short - 2, `${long} beside a long list, ${short} beside a short one`);
  },
);

const templateWords = ['red', 'tall', 'ten', 'tea'];
const { template } = fc.letrec<{ template: string }>((tie) => ({
  template: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(...templateWords),
    fc.tuple(tie('template'), tie('template')).map(([x, y]) => `${x} ${y}`),
    fc.tuple(tie('template'), tie('template')).map(([x, y]) => `(${x}|${y})`),
    tie('template').map((x) => `[${x}] red`),
  ),
}));
const templateNetwork = (network: WordNetwork) =>
  compileNetwork(network, (text) => [[templateWords.indexOf(text)]]);

t.test('what a template generates, its acceptor accepts', async (t) => {
  fc.assert(
    fc.property(
      fc.array(template, { minLength: 1, maxLength: 4 }),
      fc.infiniteStream(fc.nat(99)),
      (all, draws) => {
        const network = sentencesOf(t, all);
        const acceptor = new SentenceAcceptor(templateNetwork(network));
        // Walks the network at random to its end.
        let node = 0;
        let state = acceptor.initialState;
        while (!network.finals.includes(node)) {
          const arcs = network.arcs.filter(({ from }) => from === node);
          const arc = arcs[draws.next().value! % arcs.length];
          if (arc.word !== null) state = acceptor.step(state, templateWords.indexOf(arc.word));
          if (state < 0) return false;
          node = arc.to;
        }
        return acceptor.endLogProb(state) > -Infinity;
      },
    ),
  );
});

t.test('an acceptor whose states take much room is replaced, and bounded where it goes on', async (t) => {
  const network = templateNetwork(sentencesOf(t, ['{state} {state} {state}'], { state: ['red', 'tall'] }));
  const [red, tall] = ['red', 'tall'].map((text) => templateWords.indexOf(text));
  const worn = new SentenceAcceptor(network, 1000);
  t.notOk(worn.isWorn, 'as it begins');
  const afterOne = worn.step(worn.initialState, red);
  const afterTwo = worn.step(afterOne, tall);
  t.ok(worn.isWorn);
  t.equal(worn.step(afterTwo, tall), worn.step(afterTwo, red), 'both lead to the same place');
  t.notOk(worn.renewed().isWorn);
  const tiny = new SentenceAcceptor(network, 100);
  t.equal(tiny.step(tiny.initialState, red), -1, 'no more states are made');
});

t.test('what is drawn from templates, their acceptor accepts', async (t) => {
  fc.assert(
    fc.property(fc.array(template, { minLength: 1, maxLength: 4 }), (all) => {
      const network = templateNetwork(sentencesOf(t, all));
      const acceptor = new SentenceAcceptor(network);
      const drawn = [...drawSentences(network, 20)];
      return (
        drawn.length > 0 &&
        drawn.every((words) => {
          const end = words.reduce(
            (state, word) => (state < 0 ? state : acceptor.step(state, word)),
            acceptor.initialState,
          );
          return end >= 0 && acceptor.endLogProb(end) > -Infinity;
        })
      );
    }),
    { numRuns: 30 },
  );
  t.strictSame(
    [...drawSentences(templateNetwork(sentencesOf(t, ['[tall] {state}'], { state: ['red'] })), 50)],
    [...drawSentences(templateNetwork(sentencesOf(t, ['[tall] {state}'], { state: ['red'] })), 50)],
    'the same ones every time',
  );
});

t.test('n-grams of sentences and the language model together are a distribution', async (t) => {
  const network = templateNetwork(sentencesOf(t, ['tall {state}', 'ten red tea'], { state: ['tea', 'red'] }));
  const ngrams = new SentenceNgrams(structuredClone(countSentenceNgrams(network, 0.25)!));
  const general = Math.log(1 / (templateWords.length + 1));
  const states = [ngrams.initialState];
  for (const state of states) {
    let sum = Math.exp(ngrams.mixEnd(state, general));
    for (const word of templateWords.keys()) {
      sum += Math.exp(ngrams.mix(state, word, general));
      if (!states.includes(ngrams.next)) states.push(ngrams.next);
    }
    t.ok(Math.abs(sum - 1) < 0.05, `${sum}`);
  }
  t.ok(states.length > 5);
  const ten = templateWords.indexOf('ten');
  const red = templateWords.indexOf('red');
  ngrams.mix(ngrams.initialState, ten, general);
  t.ok(ngrams.mix(ngrams.next, red, general) > ngrams.mix(ngrams.initialState, red, general) + 0.5);
  ngrams.mix(ngrams.initialState, 99, general);
  t.ok(
    Math.abs(ngrams.mix(ngrams.next, red, general) - general) < 0.05,
    'no part after a word of other speech',
  );
});
