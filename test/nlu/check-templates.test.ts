import t, { type Test } from 'tap';
import { createUnderstander, loadPack } from '../../src/nlu/index.js';
import { english } from '../../src/nlu/locales/en.js';
import { sampleNumber } from '../../src/nlu/tools/sample-number.js';
import { SentenceSampler } from '../../src/nlu/tools/sample-sentences.js';
import { seededRandom } from '../../src/seeded-random.js';
import { findingsIn, findingsOf } from './findings-of.js';
import { sayTo } from './say-to.js';

const shop = (t: Test, entities: string, intents: string, tests = '') =>
  t.testdir({
    'pack.yaml': `name: shop\nlocales: [en]\nentities:\n${entities}intents:\n${intents}tests:\n${tests}`,
  });

const limited = `  room: { kind: number, from: 100, to: 499 }
  aisle: { kind: number, from: 1, to: 9 }
  weight: { kind: quantity, units: [kilogram, square meter] }
  length: { kind: quantity, units: [inch] }
  share: { kind: number, from: 1.2, to: 1.8 }
  frost: { kind: number, to: -40 }
  letter: { kind: text, maxWords: 1 }
`;
const sentences = {
  findRoom: '[number] {room}',
  findAisle: '[number] {aisle}',
  weigh: '[take] {weight}',
  measure: '[take] {length}',
  split: '{share} parts',
  freeze: '{frost} degrees',
  spell: 'the letter {letter} please',
};
const intents = Object.entries(sentences)
  .map(([name, template]) => `  ${name}: { sentences: ["${template}"], replies: [ok] }\n`)
  .join('');
const tests = Object.entries({
  findRoom: 'two hundred',
  findAisle: 'three',
  weigh: 'two kilos',
  measure: 'ten inches',
  split: 'one and a half parts',
  freeze: 'minus fifty degrees',
  spell: 'the letter a please',
})
  .map(([intent, say]) => `  - { say: ${say}, intent: ${intent} }\n`)
  .join('');

t.test('sentences that are drawn from a template keep to its limits and units', async (t) => {
  const folder = shop(t, limited, intents, tests);
  t.same(findingsIn(folder), []);
  const pack = loadPack(folder);
  const say = sayTo(createUnderstander(pack));
  const sampler = new SentenceSampler(pack);
  for (const sentence of pack.sentences) {
    for (let round = 0; round < 20; round++) {
      const text = sampler.sample(sentence);
      const { intent, entities } = say(text);
      t.same([intent, entities.unmatched], [sentence.intent, undefined], text);
    }
  }
});

t.test('a number in words is one that lies between the limits', async (t) => {
  const random = seededRandom(3);
  const say = (from?: number, to?: number) => sampleNumber({ from, to }, english.numbers, random);
  t.equal(say(250, 250), 'two hundred fifty');
  t.equal(say(1905, 1905), 'one thousand nine hundred five');
  t.equal(say(-12, -12), 'minus twelve');
  t.equal(say(0.25, 0.25), 'zero point two five');
  t.equal(say(1.001, 1.002), undefined);
});

t.test('what another intent always takes is found, with what it was taken for', async (t) => {
  const folder = shop(
    t,
    '  count: { kind: number, from: 1, to: 9 }\n',
    '  first: { sentences: ["give me {count}"], replies: [ok], priority: 1 }\n  second: { sentences: ["give me {count}"], replies: [ok] }\n',
    '  - { say: give me two, intent: first }\n  - { say: give me two, intent: second }\n',
  );
  t.match(findingsIn(folder), [
    /^unreachable 7: "give me \{count\}" never wins: "give me \w+" is understood as first/,
  ]);
});

t.test('conditions that can never hold are found', async (t) => {
  const when = (condition: string) => ['when: { filled: [place] }', `when: { ${condition} }`] as const;
  t.same(findingsOf(t, when('filled: [place], empty: [place]')), [
    'unreachable 51: "when" never holds: place would have to be filled and empty',
  ]);
  t.same(findingsOf(t, when('anyFilled: [place, count], empty: [count, place]')), [
    'unreachable 51: "when" never holds: one of place, count would have to be filled, and all of them empty',
  ]);
  t.same(findingsOf(t, when('empty: [place], recent: [place], is: { place: [zoo] }')), []);
  t.same(findingsOf(t, when('after: [change]')), [
    'unreachable 51: "when" never holds: no conversation comes to change before',
  ]);
  t.same(findingsOf(t, when('after: [change, buy]')), []);
});

t.test('what no words can be said for is found', async (t) => {
  t.same(
    findingsOf(t, ['values:\n      - museum\n      - { in: "(zoo|animal park)", out: zoo }', 'values: []']),
    ['unfilled 18: the list place has no values'],
  );
  const folder = shop(
    t,
    '  thing: { kind: pattern, patterns: [{ in: "{count} of them", out: "{count}" }] }\n  count: { kind: number, from: 1.001, to: 1.002 }\n',
    '  order: { sentences: ["give me {thing}"], replies: [ok] }\n',
    '  - { say: give me two, intent: order }\n',
  );
  t.same(findingsIn(folder), [
    'unreachable 7: "give me {thing}" never wins: not even "give me three of them" is taken as it',
  ]);
});

t.test('what a condition that holds as well takes for itself is found', async (t) => {
  const trains = (back: string, change: string, priority = 0) => {
    const intent = (name: string, when: string, day: string, more = '') =>
      `  ${name}: { ${more}when: { ${when} }, sentences: ["on {${day}}"], context: [replace], replies: [ok] }\n`;
    return t.testdir({
      'pack.yaml': `name: trains
locales: [en]
lists: { station: { values: [york, hull] } }
entities:
  station: { into: to }
  day: { kind: date, into: day }
  returnDay: { kind: date, into: returnDay }
fields: { to: { kind: value }, day: { kind: value }, returnDay: { kind: value } }
intents:
  buy: { sentences: ["to {station}"], context: [replace], replies: ["To {to}."] }
${intent('change', change, 'day')}${intent('back', back, 'returnDay', `priority: ${priority}, `)}tests:
  - { say: to york, intent: buy }
  - { say: on sunday, given: { to: york }, intent: change }
  - { say: on sunday, given: { to: york, day: "2026-11-21" }, intent: back }
fallback: { silence: [Yes?], none: [Pardon?] }
`,
    });
  };
  const found = (...parts: Parameters<typeof trains>) =>
    findingsIn(trains(...parts)).map((finding) => finding.replace(/".*?"/, '...').replace(/ \(.*/, ''));
  const both = 'ambiguous 12: ... is just as much change';
  t.same(found('filled: [to, day], empty: [returnDay]', 'filled: [to]'), [both]);
  t.same(found('is: { to: [york] }, filled: [day]', 'anyFilled: [to, day]'), [both]);
  t.same(found('filled: [to, day]', 'filled: [to]', 1), [], 'it comes first');
  t.same(found('filled: [to, day]', 'empty: [day]'), [], 'never both');
});

t.test('an alternative that breaks off beside one that goes on with a value is found', async (t) => {
  const cancel = (template: string) =>
    ['sentences: ["(cancel|forget it|never mind|start over)"]', `sentences: ["${template}"]`] as const;
  const found = (template: string) =>
    findingsOf(t, cancel(template)).filter((one) => one.startsWith('malformed'));
  t.match(found('cancel all [but|except {place}]'), [
    /^malformed 59: "but" is all of an alternative: .* in brackets of their own, "\(but\|\.\.\.\) \{\.\.\.\}"/,
  ]);
  t.same(found('cancel all [(but|except) {place}]'), []);
  t.same(found('cancel [now|for {place}]'), []);
  t.same(found('cancel (what it is for|the {place})'), []);
  t.same(found('cancel (to|from {place} to) {place}'), []);
});

t.test('what is said in the fewest words is looked at, too', async (t) => {
  const entities = '  code: { kind: spelled }\n  count: { kind: number, from: 10, to: 500 }\n';
  const counted = (priority: string) =>
    `  item: { sentences: ["[item] {code}"], replies: [ok] }
  count: { sentences: ["[no] [sorry] [make it] {count} [boxes] [please] [instead]"], replies: [ok]${priority} }
`;
  const said = '  - { say: a b seven, intent: item }\n  - { say: make it twenty, intent: count }\n';
  const found = findingsIn(shop(t, entities, counted(''), said));
  t.match(found, [/^ambiguous 8: "[a-z ]+" is just as much item /]);
  t.same(findingsIn(shop(t, entities, counted(', priority: 1'), said)), []);
});

t.test('a number alone, of which an order makes nothing, is no tie', async (t) => {
  const pack = `
name: table
locales: [en]
lists: { snack: { values: [popcorn, cake] } }
entities:
  snack: {}
  quantity: { kind: number, from: 1, to: 9 }
  people: { kind: number, from: 1, to: 9, into: people }
  item: { kind: phrase, of: [quantity, snack], head: [snack], into: order }
fields: { order: { kind: items, say: "{snack}" }, people: { kind: value } }
intents:
  order: { sentences: ["[i want] {item}"], context: [addItems], replies: ["{order}."] }
  book: { sentences: ["[for] {people} [people]"], context: [replace], replies: ["For {people}."] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
tests:
  - { say: popcorn, intent: order }
  - { say: two, intent: book, context: { people: 2 } }
`;
  const folder = t.testdir({ 'pack.yaml': pack });
  t.same(findingsIn(folder), []);
  t.equal(sayTo(createUnderstander(loadPack(folder)))('two').intent, 'book');
});

t.test('a pattern whose value names what only one of its alternatives says', async (t) => {
  const pattern = (text: string) =>
    findingsIn(
      t.testdir({
        'pack.yaml': `name: pizzas
locales: [en]
lists: { topping: { values: [ham, olives] }, pizza: { values: [diavola] } }
entities:
  topping: {}
  pizza: {}
  half: { kind: pattern, patterns: [{ in: "${text}", out: "half {topping}" }], into: half }
fields: { half: { kind: value } }
intents: { order: { sentences: ["i want it {half}"], context: [replace], replies: ["{half}."] } }
tests: [{ say: i want it half ham, intent: order }]
fallback: { silence: ["What?"], none: ["Sorry?"] }
`,
      }),
    ).filter((finding) => finding.includes('{topping}'));
  t.match(pattern('half ({topping}|[a] {pizza})'), [
    /^malformed 7: in the pattern half, .* make two patterns of it$/,
  ]);
  t.same(pattern('half [of it] {topping} [and half {pizza}]'), [], 'a part that may be left out');
});
