// What recognition is told of the sentences of a pack.
import t from 'tap';
import { loadPack, packSentences } from '../../src/nlu/index.js';
import { messageOf } from './message-of.js';

t.test('a pack may say how hard recognition is on its sentences', (t) => {
  const pack = (scale: object) =>
    loadPack(
      t.testdir({
        'pack.yaml': JSON.stringify({
          name: 'x',
          locales: ['en'],
          intents: { show: { sentences: ['show it'], replies: ['ok'] } },
          ...scale,
        }),
      }),
    );
  t.equal(packSentences(pack({})).scale, undefined);
  t.equal(packSentences(pack({ sentenceScale: 0.6 })).scale, 0.6);
  t.match(
    messageOf(() => pack({ sentenceScale: 2 })),
    /sentenceScale.*1/s,
  );
  t.end();
});

t.test('recognition is told of no sentence that it cannot follow to its end, but of its words', (t) => {
  const pack = loadPack(
    t.testdir({
      'pack.yaml': `name: notes
locales: [en]
entities: { note: { kind: text } }
intents:
  write: { sentences: ["jot down {note} quickly", "write down (it|{note} carefully)"], replies: [ok] }
`,
    }),
  );
  const { arcs, finals } = packSentences(pack);
  const from = (state: number) => arcs.filter((arc) => arc.from === state).map(({ word }) => word);
  t.same(from(0), ['write'], 'what free text ends is not begun');
  t.equal(finals.length, 1, 'what stands behind free text is not there');
  t.same(
    arcs.flatMap(({ from, to, word }) => (from === to ? [word] : [])).sort(),
    ['carefully', 'jot', 'quickly'],
    'the words alone are expected',
  );
  t.end();
});

t.test('recognition is told once of what goes on alike, whatever it means', (t) => {
  const pack = loadPack(
    t.testdir({
      'pack.yaml': `name: lamps
locales: [en]
lists: { lamp: { values: [desk, floor] } }
entities: { lamp: {}, second: { list: lamp } }
intents:
  on: { sentences: ["light the {lamp} lamp [brightly] tonight"], replies: [ok] }
  off: { sentences: ["douse the {second} lamp [brightly] tonight"], replies: [ok] }
`,
    }),
  );
  const { arcs, calls, finals } = packSentences(pack);
  const often = (word: string) => arcs.filter((arc) => arc.word === word).length;
  t.same(['light', 'douse', 'lamp', 'brightly', 'tonight'].map(often), [1, 1, 1, 1, 2]);
  t.same([calls.filter(({ from, to }) => from !== to).length, finals.length], [1, 1]);
  t.end();
});
