// What recognition is told of the sentences of a pack.
import t from 'tap';
import { loadPack, packBias, packSentences } from '../../src/nlu/index.js';
import { lastWordOf } from './last-word-of.js';
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
  // a lamp, and another instead of it
  t.same([calls.filter(({ from, to }) => from !== to).length, finals.length], [2, 1]);
  t.end();
});

t.test('recognition is told once how prices are said, and numbers with the same limits', (t) => {
  const arcsOf = (second: string) =>
    packSentences(
      loadPack(
        t.testdir({
          'pack.yaml': `name: shop
locales: [en]
entities: { price: { kind: price }, budget: { kind: price, bare: true }, count: { kind: number, from: 1, to: 9 }, ${second} }
intents:
  limit: { sentences: ["at {price}", "for {budget}", "take {count}", "want {other}"], replies: [ok] }
`,
        }),
      ),
    ).arcs.length;
  const alike = arcsOf('other: { kind: number, from: 1, to: 9, weight: 2 }');
  t.ok(
    arcsOf('other: { kind: number, from: 1, to: 8 }') > alike,
    'numbers with other limits are said otherwise',
  );
  t.equal(arcsOf('other: { kind: price, exactAs: lessThan }'), alike, 'a third price costs nothing');
  t.end();
});

t.test('of two verbs that are shortened alike each is expected so, where it can be no other', (t) => {
  const pack = loadPack(
    t.testdir({
      'pack.yaml': `name: garage
locales: [en]
intents:
  tell: { sentences: ["it is blue", "it has got rust"], replies: [ok] }
`,
    }),
  );
  const lastOf = lastWordOf(pack);
  t.ok(lastOf("it's got rust") > lastOf('it is got rust'));
  t.equal(lastOf("it's got blue"), Number.NEGATIVE_INFINITY);
  t.end();
});

t.test('of several things that are counted the plural is expected, whatever stands between', (t) => {
  const pack = loadPack(
    t.testdir({
      'pack.yaml': `name: bar
locales: [en]
lists:
  size: { values: [small, large] }
  drink: { inflect: true, values: [latte, tea, decaf] }
entities:
  quantity: { kind: number, from: 1, to: 20, counts: true }
  size: {}
  drink: {}
  items: { kind: phrase, head: [drink], of: [quantity, size, drink], usual: ["[{quantity}] [{size}] {drink}"], separators: [and] }
  made: { kind: number, from: 1, to: 20, counts: true }
  place: { kind: number, from: 1, to: 20 }
  kind: { kind: phrase, head: [drink], of: [size, drink], usual: ["[{size}] {drink}"], separators: [and] }
intents:
  order: { sentences: ["i want {items}"], replies: [ok] }
  change: { sentences: ["make {made} {kind}", "number {place} {kind}"], replies: [ok] }
`,
    }),
  );
  const lastOf = lastWordOf(pack);
  const counted = [
    'i want two',
    'i want two large',
    'i want a large tea and twelve small',
    'make two',
    'make two large',
  ];
  for (const several of counted)
    t.ok(lastOf(`${several} lattes`) > lastOf(`${several} latte`) + 2, `${several} lattes, not latte`);
  t.ok(lastOf('i want two latte') > -10, 'which nobody is forbidden to say');
  const ones = ['a', 'a large', 'large', 'two lattes and one small', 'two decafs and'].map(
    (one) => `i want ${one}`,
  );
  for (const one of [...ones, 'make two lattes and', 'number two', 'number two large'])
    t.ok(Math.abs(lastOf(`${one} lattes`) - lastOf(`${one} latte`)) < 1, `${one} latte`);
  t.end();
});

t.test('a value may be taken back for another of its kind', (t) => {
  const pack = loadPack(
    t.testdir({
      'pack.yaml': `name: desk
locales: [en]
lists: { meal: { values: [chicken, omelette] } }
entities: { meal: {}, day: { kind: date } }
intents:
  order: { sentences: ["the {meal} for {day} please"], replies: [ok] }
`,
    }),
  );
  const lastOf = lastWordOf(pack);
  t.ok(lastOf('the chicken no the') < -100, 'articles are left to understanding');
  t.ok(lastOf('the chicken no omelette for friday i mean monday please') > -Infinity);
  t.ok(lastOf('the chicken sorry omelette') < lastOf('the chicken for'));
  t.equal(lastOf('the chicken no friday'), -Infinity, 'which is no meal');
  t.end();
});

t.test('recognition is told of words with an apostrophe as the pack writes them', async (t) => {
  const pack = loadPack(
    t.testdir({
      'pack.yaml': `name: shelves
locales: [en]
lists:
  shelf: { values: ["children's", "beginner's", "teacher's", beginners, children], bias: 1 }
  role: { inflect: true, values: [teacher] }
entities: { shelf: { into: shelf }, role: { into: role } }
fields: { shelf: { kind: value }, role: { kind: value } }
intents:
  show: { sentences: ["show me {shelf} books at ten o’clock", "what's for {role}", "up to {shelf}"], replies: [ok] }
`,
    }),
  );
  const words = new Set(packSentences(pack).arcs.map(({ word }) => word));
  for (const written of [
    "children's",
    "beginner's",
    'beginners',
    "teacher's",
    'teachers',
    "o'clock",
    "what's",
  ])
    t.ok(words.has(written), written);
  t.notOk(words.has('childrens'));
  t.notOk(words.has('oclock'));
  for (const typed of ['upto', '<=', '≤']) t.notOk(words.has(typed), `nobody says ${typed}`);
  const expected = packBias(pack).map(({ text }) => text);
  t.ok(expected.includes("children's"));
  t.notOk(expected.includes('childrens'));
});

t.test('recognition is told of words in the spellings that the pack has', async (t) => {
  const pack = loadPack(
    t.testdir({
      'pack.yaml': `name: shop
locales: [en]
lists: { thing: { values: [aluminum, aluminium, tyre] } }
entities: { thing: {} }
intents:
  find: { sentences: ["a colourful {thing}"], replies: [ok] }
`,
    }),
  );
  const expected = packSentences(pack).arcs.map(({ word }) => word);
  for (const word of ['aluminum', 'aluminium', 'tyre', 'colourful']) t.ok(expected.includes(word), word);
  for (const word of ['tire', 'colorful']) t.notOk(expected.includes(word), word);
});
