import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t from 'tap';
import { changedPack, findingsIn, findingsOf } from './findings-of.js';

t.test('words that stand for two values of one list are found', async (t) => {
  const values = (more: string) => ['      - museum\n', `      - museum\n${more}`] as const;
  t.same(findingsOf(t, values('      - { in: Animal Park, out: park }\n')), [
    'twice 21: "animal park" is park before in the list place, and never zoo',
  ]);
  t.same(
    findingsOf(t, values('      - museum\n      - { in: zoo, out: zoo }\n')),
    [],
    'it is the same value',
  );
  t.same(
    findingsOf(
      t,
      ['lists:\n', 'lists:\n  garden: { values: [{ in: zoo, out: garden }] }\n'],
      ['place: { into: place }', 'place: { into: place }\n  garden: {}'],
      ['"(cancel|', '"[the {garden}] (cancel|'],
    ),
    [],
    'in another list it is another value',
  );
});

t.test('glue that is a value of its phrase is found', async (t) => {
  const snacks = (glue: string) => `
name: snacks
locales: [en]
lists: { snack: { values: [pizza, popcorn] } }
entities: { snack: {}, quantity: { kind: number, from: 1, to: 9 }, item: { kind: phrase, of: [quantity, snack], head: [snack], glue: ${glue}, into: order } }
fields: { order: { kind: items, say: "{quantity} {snack}" } }
intents: { order: { sentences: ["{item}"], context: [addItems], replies: ["{order}."] } }
fallback: { silence: ["What?"], none: ["Sorry?"] }
tests: [{ say: a pizza, intent: order }]
`;
  t.same(findingsIn(t.testdir({ 'pack.yaml': snacks('[a, some]') })), []);
  t.same(findingsIn(t.testdir({ 'pack.yaml': snacks('[a, Pizza]') })), [
    'twice 5: "Pizza" is a value of the list snack in item, and so never glue there',
  ]);
  t.same(findingsIn(t.testdir({ 'pack.yaml': snacks('[a, one]') })), [
    'twice 5: "one" is a value of {quantity} in item, and so never glue there',
  ]);
});

t.test('of a list in a file the line there is told', async (t) => {
  const folder = changedPack(t, [
    '  place:\n    values:',
    '  place:\n    files: [lists/places.txt]\n    values:',
  ]);
  const file = join(folder, 'lists', 'places.txt');
  mkdirSync(dirname(file));
  writeFileSync(file, 'pier\n# by the sea\nbeach | pier\n');
  t.same(findingsIn(folder), ['twice 3: "pier" is pier before in the list place, and never beach']);
});

t.test('a sentence that an intent has twice is found', async (t) => {
  const cancel = (sentences: string) =>
    ['sentences: ["(cancel|forget it|never mind|start over)"]', `sentences: ${sentences}`] as const;
  t.match(findingsOf(t, cancel('[cancel, never mind, cancel]')), [
    /^twice 59: the intent cancel has "cancel" before \(.*pack\.yaml:59\)$/,
  ]);
});
