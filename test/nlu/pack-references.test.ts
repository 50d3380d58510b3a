import t, { type Test } from 'tap';
import { loadPack } from '../../src/nlu/index.js';
import { changedPack, findingsOf } from './findings-of.js';
import { messageOf } from './message-of.js';

type Change = readonly [string, string];

/** What loading says of the changed pack, as `line: message`. */
const faults = (t: Test, ...changes: Change[]) =>
  messageOf(() => loadPack(changedPack(t, ...changes)))
    .split('\n')
    .slice(1)
    .map((line) => line.replace(/^.*\.yaml:/, ''));

const count = 'count: { kind: number, from: 1, to: 20, into: count }';

t.test('a key that only other kinds have is told with these', async (t) => {
  for (const [from, to, message] of [
    [count, 'count: { kind: number, units: [inch] }', 'units: "units" is for the kind quantity or duration'],
    [count, 'count: { kind: number, maxWords: 3 }', 'maxWords: "maxWords" is for the kind text'],
    [count, 'count: { kind: number, bare: true }', 'bare: "bare" is for the kind price or time or duration'],
    [count, 'count: { kind: number, earliest: "09:00" }', 'earliest: "earliest" is for the kind time'],
    [count, 'count: { kind: number, list: place }', 'list: "list" is for the kind list'],
  ] as const) {
    t.same(faults(t, [from, to]), [`27: entities.count.${message}; this is of the kind number`]);
  }
  const list = (keys: string): Change => ['place: { into: place }', `place: { into: place, ${keys} }`];
  t.same(faults(t, list('from: 1, glue: [a]')), [
    '26: entities.place.from: "from" is for the kind number or money; this is of the kind list',
    '26: entities.place.glue: "glue" is for the kind phrase; this is of the kind list',
  ]);
  t.same(faults(t, ['place: { kind: value }', 'place: { kind: value, defaults: { size: 1 } }']), [
    '31: fields.place.defaults: "defaults" is for the kind items; this is of the kind value',
  ]);
  t.same(findingsOf(t, list('asSaid: false, maxWords: 12')), [], 'what holds anyway may be written');
});

t.test('entities, units, lists and fields that are not there', async (t) => {
  const entity = (text: string): Change => ['entities:\n', `entities:\n  thing: ${text}\n`];
  for (const [text, message] of [
    [
      '{ kind: duration, units: [fortnight] }',
      'there is no unit "fortnight"; there are: year, month, week, day, hour, minute, second',
    ],
    ['{ kind: quantity, units: [kilograms] }', 'there is no unit "kilograms"; its name is "kilogram"'],
    ['{ kind: quantity, units: [inch, millimeter] }', 'there is no unit "millimeter"; its name is "mm"'],
    [
      '{ kind: phrase, of: [place], head: [count] }',
      'the head "count" is not in "of", so the phrase cannot hold it',
    ],
    [
      '{ kind: phrase, of: [place, count], head: [place], into: place }',
      'a phrase goes into a field of items, and "place" is of the kind value; say "into: place" of what it holds instead: place, count',
    ],
    [
      '{ kind: phrase, of: [place], rules: [{ take: [place], as: plaec }] }',
      'there is no entity "plaec"; did you mean "place"?',
    ],
    [
      '{ kind: phrase, of: [place], rules: [{ take: [place], as: place, headed: plaecs }] }',
      'there is no list "plaecs"; did you mean "place"?',
    ],
  ] as const) {
    t.same(faults(t, entity(text)), [`26: ${message}`]);
  }
  const beside: Change = ['place: { kind: value }', 'place: { kind: value, beside: plaec }'];
  t.same(faults(t, beside), ['31: there is no field "plaec"; did you mean "place"?']);
  t.same(faults(t, ['context: [{ clear: all }]', 'context: [addItems]']), [
    '60: "addItems" is for orders; the pack has no field of the kind items',
  ]);
});

t.test('the things of a field are taken out where it tells which they are', async (t) => {
  t.same(faults(t, ['context: [{ clear: all }]', 'context: [{ clearThings: place }]']), [
    '60: "clearThings" takes out the things of "place", and that does not tell which they are: give the field "things" and the name of a list, or empty it with "clear"',
  ]);
});

t.test('names of slots, options and fields that stand for nothing are found', async (t) => {
  const cancel = (context: string): Change => ['context: [{ clear: all }]', `context: [${context}]`];
  for (const [change, finding] of [
    [cancel('{ select: foo }'), 'unknown 60: there is no slot "foo"'],
    [cancel('{ remove: plaec }'), 'unknown 60: there is no slot "plaec"; did you mean "place"?'],
    [
      cancel('{ set: { place: museun } }'),
      'unknown 60: place is set to "museun", which is on no list that goes to it; did you mean "museum"?',
    ],
    [
      ['place: { kind: value }', 'place: { kind: value, allBy: everywhere }'] as const,
      'unknown 31: there is no slot "everywhere"',
    ],
    [
      ['replies: ["Okay, cancelled."]', 'replies: [{ when: { said: [foo] }, say: [a] }, "Okay."]'] as const,
      'unknown 61: there is no slot "foo"',
    ],
    [
      ['"Okay, cancelled."', '"Okay[ {before.plaec}][ {before.place}]."'] as const,
      'unknown 61: {before.plaec} is no field, entity or slot: "Okay[ {before.plaec}][ {before.place}]."',
    ],
    [
      [
        'say: two tickets to the museum please\n',
        'say: two tickets to the museum please\n    given: { plaec: zoo }\n',
      ] as const,
      'unknown 3: there is no field "plaec"; did you mean "place"?',
    ],
  ] as const) {
    t.same(findingsOf(t, change), [finding]);
  }
  t.same(findingsOf(t, cancel('{ clear: all }, { set: { place: zoo } }')), []);
});

t.test('an item never has an option that is not in its phrase', async (t) => {
  const order: Change[] = [
    [
      'entities:\n',
      'entities:\n  quantity: { kind: number, from: 1, to: 9 }\n  item: { kind: phrase, of: [quantity, place], head: place, into: order }\n',
    ],
    [
      'fields:\n',
      'fields:\n  order: { kind: items, defaults: { quantiti: 1 }, say: "{quantity} {place}" }\n',
    ],
    [
      'intents:\n',
      'intents:\n  order: { sentences: ["order {item}"], context: [addItems, replace], replies: ["{order}."] }\n',
    ],
    ['tests:\n', 'tests:\n  - { say: order two museums, intent: order }\n'],
  ];
  t.same(findingsOf(t, ...order), [
    'unknown 33: the items of order never have "quantiti": there is no entity "quantiti"; did you mean "quantity"?',
  ]);
});

t.test('a pack has one order', async (t) => {
  const fields = 'fields:\n  snacks: { kind: items }\n  drinks: { kind: items }\n';
  t.same(faults(t, ['fields:\n', fields]), [
    '32: a pack has one field of the kind items, and "snacks" is one; put all that is ordered into that one: the "head" of a phrase can be several entities',
  ]);
});
