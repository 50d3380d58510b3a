import t from 'tap';
import { findingsIn, findingsOf } from './findings-of.js';

t.test('values that go to no field are found where they are said', async (t) => {
  t.same(findingsOf(t), []);
  t.same(
    findingsOf(t, ['    context: [replace]\n    # What', '    # What']),
    [
      'unfilled 41: the values of {count}, {place} in buy go to no field: it has no "replace" or "add" under "context"',
    ],
    'the field is filled only by what can be said once it is filled',
  );
  t.same(
    findingsOf(t, ['place: { kind: value }', 'place: { kind: items, say: "{place}" }']).filter((finding) =>
      finding.startsWith('unfilled'),
    ),
    [
      'unfilled 41: the values of {place} in buy go to no field: it has no "addItems" under "context"',
      'unfilled 53: the values of {place} in change go to no field: it has no "addItems" under "context"',
    ],
  );
});

t.test('two values of one sentence are found where their field keeps one', async (t) => {
  const found = (sentence: string, context = 'replace') =>
    findingsOf(
      t,
      [
        'intents:\n',
        `intents:\n  swap:\n    sentences: ["${sentence}"]\n    context: [${context}]\n    replies: ["Okay."]\n`,
      ],
      ['tests:\n', 'tests:\n  - { say: swap the museum for the zoo, intent: swap }\n'],
    );
  t.match(found('swap the {place} for the {place:old}'), [
    /^unfilled \d+: {place} and {place:old} of one sentence both go to the field place, which keeps {place:old}, the last one: for what is not to go there make another entity, without "into"$/,
  ]);
  t.same(found('swap the {place:old} for the {place}'), [], 'the last one is the one that is meant');
  t.same(found('swap (the museum for the {place}|the zoo for the {place:other})'), [], 'only one is said');
  t.same(found('swap the {place} for the {place:old}', '{ exchange: old }, replace'), [], 'it is taken out');
});

t.test('a sentence that takes whatever is said is found where it holds at any point', async (t) => {
  const found = (sentence: string, when = '') =>
    findingsOf(
      t,
      ['entities:\n', 'entities:\n  note: { kind: text, into: note }\n'],
      ['fields:\n', 'fields:\n  note: { kind: value }\n'],
      [
        'intents:\n',
        `intents:\n  note:\n    sentences: ["${sentence}"]\n${when}    context: [replace]\n    replies: ["Okay."]\n`,
      ],
      ['tests:\n', 'tests:\n  - { say: note the door is open, intent: note }\n'],
    ).filter((finding) => finding.startsWith('unreachable'));
  t.match(found('[note] {note}'), [
    /^unreachable \d+: note takes whatever is said, as a sentence of it is {note} alone, so that "none" and the others of "fallback" are never said: put words beside it, or give it a "when"$/,
  ]);
  t.same(found('note {note}'), []);
  t.same(found('[note] {note}', '    when: { after: [cancel] }\n'), []);
});

t.test('a value that holds unsaid is found where it goes to no field', async (t) => {
  const buy = (rest: string) =>
    [
      'intents:\n',
      `intents:\n  visit:\n    sentences: [to the beach]\n${rest}    replies: ["Okay."]\n`,
    ] as const;
  const tested = ['tests:\n', 'tests:\n  - { say: to the beach, intent: visit }\n'] as const;
  const fields = ['fields:\n', 'fields:\n  mood: { kind: value, always: true }\n'] as const;
  const found = (rest: string) => findingsOf(t, buy(rest), tested, fields);
  t.match(found('    slots: { mood: 1 }\n    context: [replace]\n'), [
    /^unfilled \d+: the slot mood does not go to the field mood, as no entity is called so: put { set: { mood: 1 } } under "context"$/,
  ]);
  t.same(found('    context: [{ set: { mood: 1 } }]\n'), []);
  t.same(found('    slots: { place: zoo }\n    context: [replace]\n'), [], 'an entity is called so');
  t.match(
    found(
      '    slots: { step: 1 }\n    context: [{ stepNumber: { field: count, by: step, direction: less } }]\n',
    ),
    [/^unknown \d+: the slot "step" holds without being said, and this looks at what was said$/],
  );
});

t.test('a list of figures is found where its field holds numbers', async (t) => {
  const lists = (more: string) =>
    ['lists:\n', `lists:\n  some: { values: [{ in: a couple of, out: 2 }]${more} }\n`] as const;
  const found = (more: string) =>
    findingsOf(
      t,
      lists(more),
      ['entities:\n', 'entities:\n  some: { into: count }\n'],
      [
        'intents:\n',
        'intents:\n  few:\n    sentences: ["[just] {some} tickets"]\n    context: [replace]\n    replies: ["{count}."]\n',
      ],
      ['tests:\n', 'tests:\n  - { say: just a couple of tickets, intent: few, context: { count: 2 } }\n'],
    );
  t.match(found(''), [
    /^malformed \d+: the field count holds numbers, and 2 of the list some is a text there: give the list a "range" as well$/,
  ]);
  t.same(found(', range: { from: 2, to: 2 }'), []);
});

t.test('a question may name what goes to a field elsewhere', async (t) => {
  const ask =
    'intents:\n  ask:\n    sentences: ["where is the {place}"]\n    replies: ["The {place} is over there."]\n';
  const tested = 'tests:\n  - { say: where is the zoo, intent: ask }\n';
  t.same(findingsOf(t, ['intents:\n', ask], ['tests:\n', tested]), []);
});

t.test('a reply that goes by a field where its own value never goes is found', async (t) => {
  const ask = (context: string) =>
    `intents:\n  ask:\n    sentences: ["where is the {place}"]${context}\n    replies: [{ when: { is: { place: [zoo] } }, say: ["Left."] }, "Right."]\n`;
  const tested = 'tests:\n  - { say: where is the zoo, intent: ask }\n';
  const found = (context = '') => findingsOf(t, ['intents:\n', ask(context)], ['tests:\n', tested]);
  t.match(found(), [
    /^unfilled \d+: a reply of ask goes by the field place, and what ask says of it goes nowhere/,
  ]);
  t.same(found('\n    context: [replace]'), []);
});

t.test('a condition on a field that nothing fills is found, unless whoever calls fills it', async (t) => {
  const field = ['fields:\n', 'fields:\n  user: { kind: value }\n'] as const;
  const when = ['when: { filled: [place] }', 'when: { filled: [place, user] }'] as const;
  const found = 'unfilled 52: nothing that is said fills the field user, and no test has it under "given"';
  t.same(findingsOf(t, field, when), [found]);
  const given = [
    'tests:\n',
    'tests:\n  - { say: make it two, given: { place: zoo, user: Kim }, intent: change }\n',
  ] as const;
  t.same(findingsOf(t, field, when, given), []);
});

t.test('a question whose answer no sentence takes is found', async (t) => {
  const ask = (rest: string) =>
    [
      'intents:\n',
      `intents:
  travel:
    sentences: ["i want to travel [to {place}]"]
    context: [{ clear: all }, replace${rest}]
    replies: [{ when: { empty: [place] }, say: ["Where to?"] }, "To {place}."]
  where: { when: { WHEN }, sentences: ["[it is|to] {place}"], context: [replace], replies: ["To {place}."] }
`,
    ] as const;
  const asks = '{ when: { empty: [place] }, say: ["Where to?"] }';
  const found = (when: string, set = '', asking = asks) =>
    findingsOf(
      t,
      [ask(set)[0], ask(set)[1].replace('WHEN', when).replace(asks, asking)],
      [
        'tests:\n',
        'tests:\n  - { say: i want to travel to the zoo, intent: travel }\n  - { say: to the zoo, intent: where }\n',
      ],
    ).filter((one) => one.startsWith('unanswered'));
  t.match(found('filled: [count]'), [
    /^unanswered \d+: no sentence takes the answer to "Where to\?" of travel/,
  ]);
  t.match(
    found('filled: [count]', '', '"Where to?"'),
    [/^unanswered \d+: no sentence takes the answer to "Where to\?" of travel/],
    'a text that is said where the value of the other one is missing',
  );
  t.same(found('after: [travel]', '', '"Where to?"'), []);
  t.same(found('after: [travel]'), []);
  t.same(found('empty: [place]'), []);
  t.same(found('filled: [count]', ', { set: { count: 1 } }'), [], 'it is filled by then');
});

t.test('a time that is asked for and whose number alone no sentence takes is found', async (t) => {
  const found = (bare: string) =>
    findingsOf(
      t,
      ['entities:\n', `entities:\n  hour: { kind: time, into: hour${bare} }\n`],
      ['fields:\n', 'fields:\n  hour: { kind: value }\n'],
      [
        'intents:\n',
        `intents:
  wake:
    sentences: ["wake me"]
    context: [{ clear: all }]
    replies: [{ when: { empty: [hour] }, say: ["At what time?"] }, "At {hour|time}."]
  at: { when: { empty: [hour] }, sentences: ["[at] {hour}"], context: [replace], replies: ["At {hour|time}."] }
`,
      ],
      ['tests:\n', 'tests:\n  - { say: wake me, intent: wake }\n  - { say: at eight, intent: at }\n'],
    ).filter((one) => one.startsWith('unanswered'));
  t.match(found(''), [
    /^unanswered \d+: "At what time\?" of wake is often answered with a number alone, which \{hour\} takes only with bare: true/,
  ]);
  t.same(found(', bare: true'), []);
});

t.test('an option that goes to a field, and so is lost to its item, is found', async (t) => {
  const post = (context: string) =>
    t.testdir({
      'pack.yaml': `
name: post
locales: [en]
lists: { thing: { values: [parcel] } }
entities:
  thing: {}
  weight: { kind: quantity, units: [kilogram], into: weight }
  item: { kind: phrase, of: [weight, thing], head: [thing], glue: [of], into: order }
fields: { order: { kind: items, say: "[{thing} ][of {weight|measure}]" }, weight: { kind: value } }
intents:
  send: { sentences: ["send {item}"], context: ${context}, replies: ["{order}."] }
  price: { sentences: ["how much are {weight}"], context: [replace], replies: ["{weight|measure} are a dollar."] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
tests: [{ say: send parcel, intent: send }, { say: how much are two kilos, intent: price }]
`,
    });
  t.same(findingsIn(post('[addItems]')), [
    'unfilled 7: {weight} goes to the field weight, so no item has it, and no intent with {item} puts it there: give item an entity of its own that has no "into"',
  ]);
  t.same(findingsIn(post('[addItems, replace]')), []);
});
