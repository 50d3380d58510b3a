import t, { type Test } from 'tap';
import { checkPack } from '../../src/cli/check/check-pack.js';
import { createUnderstander, loadPack } from '../../src/nlu/index.js';
import { openPronouncer } from '../../src/stt/lexicon/open-pronouncer.js';
import { messageOf } from './message-of.js';
import { converse } from './say-to.js';

const speech = openPronouncer('models/default');

/** A kiosk that sells tickets and snacks, as somebody writes it who has just read the README. */
const kiosk = `
name: kiosk
locales: [en]
lists:
  film: { values: [dune, paddington] }
  ticket: { values: [{ in: "adult[s]", out: adult }, { in: "(child|children)", out: child }] }
  area: { values: [{ in: "[in] the back [row]", out: back }, { in: "[in] the front [row]", out: front }] }
entities:
  film: { into: film }
  area: { into: area }
  day: { kind: date, into: day }
  time: { kind: time, into: time }
  quantity: { kind: number, from: 1, to: 9 }
  ticket: {}
  some:
    kind: phrase
    weight: 1
    of: [quantity]
    head: [ticket]
    rules: [{ take: [quantity], as: ticket, value: ticket, also: { quantity: "{quantity}" } }]
    into: order
  item: { kind: phrase, of: [quantity, ticket], head: [ticket], separators: [and], glue: [a], into: order }
fields:
  order: { kind: items, defaults: { quantity: 1 } }
  film: { kind: value }
  area: { kind: value }
  day: { kind: value }
  time: { kind: value }
intents:
  buy:
    sentences: ["[i would like] {item} [for {film}] [at {time}]", "[i would like] {some} for {film}", "[i would like] to see {film} [{day}]"]
    context: [addItems, replace]
    replies: ["[{order}][ for {film}][ at {time|time}]."]
  sit:
    sentences: ["[we will sit] {area}"]
    context: [replace]
    replies: ["In the {area}."]
fallback: { silence: ["Yes?"], none: ["Pardon?"], unknown: ["I don't know {unknown}."] }
`;

const load = (t: Test, pack: string) => loadPack(t.testdir({ 'pack.yaml': pack }), { tests: true });

/** What is answered to the turns of a conversation. */
const answers = (t: Test, ...said: string[]) => converse(createUnderstander(load(t, kiosk)), said);

t.test(
  'a word between two items is understood, and items are put in words without being told how',
  async (t) => {
    const [{ entities, reply, context }] = answers(t, 'two adults and a child for dune');
    t.same(context.order, [
      { quantity: 2, ticket: 'adult' },
      { quantity: 1, ticket: 'child' },
    ]);
    t.equal(entities.unmatched, undefined);
    t.equal(reply.text, '2 adult and 1 child for dune.');
  },
);

t.test('a number alone is an order of what a rule of its phrase says', async (t) => {
  t.same(answers(t, 'two for dune')[0].context, { order: [{ ticket: 'ticket', quantity: 2 }], film: 'dune' });
  t.same(answers(t, 'two')[0].context.order ?? [], []);
});

t.test('a time in a reply is written as the region writes it', async (t) => {
  t.equal(answers(t, 'an adult at half past eight in the evening')[0].reply.text, '1 adult at 8:30 PM.');
});

t.test('what is said not to be wanted is not taken for what is', async (t) => {
  const [sat, refused] = answers(t, 'in the back row', 'not the front row');
  t.equal(sat.context.area, 'back');
  t.match(refused, { intent: 'none', context: { area: 'back' } });
});

t.test('a value that the pack knows is not said to be unknown', async (t) => {
  t.equal(answers(t, 'can i get a hot dog')[0].reply.text, "I don't know hot dog.");
  t.equal(answers(t, 'can i get a slice of the pie')[0].reply.text, "I don't know slice of the pie.");
  t.equal(answers(t, 'can i get tomorrow')[0].reply.text, 'Pardon?');
  t.equal(answers(t, 'can i get of the')[0].reply.text, 'Pardon?', 'which names nothing');
  t.equal(answers(t, 'can i pay with an app')[0].reply.text, 'Pardon?', 'which is said of something');
});

t.test('orders that cannot be counted, put in words or completed are found', async (t) => {
  const found = (pack: string) =>
    checkPack(load(t, pack), speech)
      .findings.filter(({ kind }) => kind === 'uncounted' || kind === 'silent')
      .map(({ message }) => message);
  t.same(found(kiosk), [
    'the field order has no "say": replies put the values of an item one behind the other',
  ]);
  t.same(
    found(kiosk.replaceAll('quantity', 'number').replace('kind: items,', 'kind: items, say: "{ticket}",')),
    [
      'in some, number does not say how many: only an entity named quantity counts items',
      'in item, number does not say how many: only an entity named quantity counts items',
    ],
  );
  const measured = kiosk
    .replace('kind: items,', 'kind: items, say: "{ticket}",')
    .replace('  ticket: {}', '  ticket: {}\n  size: { kind: quantity }')
    .replace('of: [quantity, ticket]', 'of: [quantity, size, ticket]');
  const counted =
    'in item, of "two five ..." nothing is counted, and {size} is twenty five: give it counts: true';
  t.ok(found(measured).includes(counted));
  t.notOk(found(measured.replace('kind: quantity', 'kind: quantity, counts: true')).includes(counted));
  const listed = measured
    .replace('kind: quantity', 'kind: quantity, counts: true')
    .replace(/quantity: \{ kind: number.*\}/, 'quantity: {}')
    .replace('lists:', 'lists:\n  quantity: { range: { from: 1, to: 50 } }');
  const uncounted =
    'in item, of "two five ..." nothing is counted, and {quantity} holds no number: give it counts: true';
  t.ok(found(listed).includes(uncounted));
  t.notOk(found(listed.replace('quantity: {}', 'quantity: { counts: true }')).includes(uncounted));
  const withOption = kiosk
    .replace('kind: items,', 'kind: items, say: "[{area} ]{ticket}",')
    .replace('of: [quantity, ticket]', 'of: [quantity, area, ticket]');
  t.same(found(withOption), [
    'who says only {area} gets no reply of buy that asks for {ticket}: add one with when: { said: [incomplete] }',
  ]);
  const asking = withOption.replace(
    '["[{order}]',
    '[{ when: { said: [incomplete] }, say: [Which?] }, "[{order}]',
  );
  t.same(found(asking), []);
});

t.test('an intent that adds items and can say none is found', async (t) => {
  const found = (sentence: string) => {
    const pack = kiosk.replace(
      'intents:',
      `intents:\n  more: { sentences: ["${sentence}"], context: [addItems], replies: ["Yes."] }`,
    );
    return checkPack(load(t, pack), speech)
      .findings.filter(({ kind }) => kind === 'unfilled')
      .map(({ message }) => message);
  };
  t.same(found('{quantity} more'), [
    'addItems adds nothing in more, whose sentences have no phrase with into: order',
  ]);
  t.same(found('{item} more'), []);
});

t.test('names of what is not there are told with the one that they look like', async (t) => {
  const fault = (from: string, to: string) => messageOf(() => load(t, kiosk.replace(from, to)));
  for (const [from, to, message] of [
    [
      'film: { into: film }',
      'film: { list: flim, into: film }',
      'there is no list "flim"; did you mean "film"?',
    ],
    ['film: { into: film }', 'film: { into: flim }', 'there is no field "flim"; did you mean "film"?'],
    ['area: { into: area }', 'arena: { into: area }', 'there is no entity "area"; did you mean "arena"?'],
    ['we will sit', '<wil>', 'there is no rule <wil>'],
    [
      '["In the',
      '[{ when: { filled: [are] }, say: [Yes] }, "In the',
      'there is no field "are"; did you mean "area"?',
    ],
    [
      '["In the',
      '[{ when: { after: [by] }, say: [Yes] }, "In the',
      'there is no intent "by"; did you mean "buy"?',
    ],
  ] as const) {
    t.ok(fault(from, to).includes(message), `${to}: ${fault(from, to)}`);
  }
  const rules = `rules: { will: we will }\n${kiosk.replace('we will sit', '<wil> sit')}`;
  t.match(
    messageOf(() => load(t, rules)),
    /no rule <wil>; did you mean <will>\?/,
  );
});

t.test('tests and conditions that can never hold are found', async (t) => {
  const pack = `${kiosk.replace('["In the', '[{ when: { is: { area: [bock] } }, say: [Yes] }, "In the')}tests:
  - { say: dune, intent: buuy }
`;
  const { findings } = checkPack(load(t, pack), speech);
  t.same(
    findings
      .filter(({ kind }) => kind === 'unknown')
      .map(({ where, message }) => [where.split(':').at(-1), message]),
    [
      ['40', 'there is no intent "buuy"; did you mean "buy"?'],
      ['37', 'area is never "bock"; did you mean "back"?'],
    ],
  );
});

t.test('what is wrong with a file is told with what most people have done', async (t) => {
  const fault = (text: string) =>
    messageOf(() => load(t, text))
      .split('\n')[1]
      .replace(/^.*pack\.yaml:/, '');
  const head = 'name: x\nlocales: [en]\n';
  t.match(fault(`${head}intents:\n  go\n    sentences: [go]\n`), /^4: .*; is a ":" missing/);
  t.match(fault(`${head}intents:\n  go: { sentences: [go {to}] }\n`), /^4: .*needs quotes around/);
  t.match(
    fault(`${head}intents:\n  go:\n    sentences:\n      - [please] go\n`),
    /^6: .*needs quotes around/,
  );
  t.match(
    fault(`${head}intents:\n   go: { sentences: [go] }\n  no: { sentences: [no] }\n`),
    /^5: .*must be indented/,
  );
  t.match(
    fault(`${head}intents:\n  go: { sentences: [go] }\n  go: { sentences: [no] }\n`),
    /^5: .*"go" is there before/,
  );
  t.match(fault(`${head}tests: [{ say: no, at ten, intent: go }]\n`), /^3: tests\.0\.at ten: .*needs quotes/);
  t.match(
    fault(`${head}tests: [{ say: no, at ten., intent: go }]\n`),
    /^3: tests\.0\.at ten\.: .*needs quotes/,
  );
  t.equal(
    fault(`${head}tests: [{ says: go, intent: go }]\n`),
    '3: tests.0.says: "says" is not known here; did you mean "say"?',
  );
  t.match(fault('- { say: go }\n'), /^1: expected a map, received a list; begin with a key such as "tests:"/);
});

t.test('what is on no list ends before what is known not to be of it', async (t) => {
  const trains = `
name: trains
locales: [en]
lists: { station: { values: [riverside, york, leeds] } }
entities: { station: { into: to }, via: { list: station, into: via }, day: { kind: date, into: day } }
fields: { to: { kind: value }, via: { kind: value }, day: { kind: value } }
intents:
  buy:
    sentences: ["a ticket to {station} [via {via}] [{day}]"]
    context: [replace]
    replies: ["[To {to}][ via {via}]."]
fallback: { silence: ["Yes?"], none: ["Pardon?"] }
`;
  const understander = createUnderstander(loadPack(t.testdir({ 'pack.yaml': trains })));
  const say = (text: string) => converse(understander, [text])[0];
  t.same(say('a ticket to york not via leeds').context, { to: 'york' }, 'not via it');
  t.same(say('a ticket to riverside by friday').context, { to: 'riverside' }, 'asks for no other station');
  t.same(say('a ticket to timbuktu via leeds').entities.unmatched, ['timbuktu']);
});

t.test('a value that is not there takes no other one out of its field', async (t) => {
  const trains = `
name: trains
locales: [en]
lists: { station: { values: [york, leeds, hull] } }
entities: { station: { into: to }, via: { list: station, into: via } }
fields: { to: { kind: value }, via: { kind: value } }
intents:
  buy: { sentences: ["to {station} [via {via}]"], context: [replace], replies: ["To {to}."] }
  avoid:
    when: { filled: [to] }
    sentences: ["not via {via}"]
    context: [remove]
    replies: [{ when: { said: [failed] }, say: ["It does not go there."] }, "Another way."]
  correct: { when: { filled: [to] }, sentences: ["no via {via}"], context: [correct], replies: ["[Via {via}]."] }
fallback: { silence: ["Yes?"], none: ["Pardon?"] }
`;
  const understander = createUnderstander(loadPack(t.testdir({ 'pack.yaml': trains })));
  const last = (...said: string[]) => converse(understander, ['to hull via york', ...said]).at(-1)!;
  t.same(last('not via leeds').context, { to: 'hull', via: 'york' });
  t.equal(last('not via leeds').reply.text, 'It does not go there.');
  t.same(last('not via york').context, { to: 'hull' });
  t.equal(last('not via york').reply.text, 'Another way.');
  t.same(last('no via leeds').context, { to: 'hull', via: 'leeds' }, 'put right');
  t.same(last('no via york').context, { to: 'hull' });
});

t.test('what is not to be done is not done, whatever words its template has', async (t) => {
  const house = `
name: house
locales: [en]
intents:
  doctor: { sentences: ["[call [me]] [the|a] doctor"], context: [{ set: { called: doctor } }], replies: [Calling.] }
  window: { sentences: ["(open|close) the window"], replies: [Done.] }
  late: { sentences: ["is the train late"], replies: [Yes.] }
fields: { called: { kind: value } }
fallback: { silence: ["Yes?"], none: ["Pardon?"] }
`;
  const understander = createUnderstander(loadPack(t.testdir({ 'pack.yaml': house })));
  const say = (text: string) => converse(understander, [text])[0].reply.text;
  for (const text of [
    'not the doctor',
    'without a doctor',
    'never open the window',
    'no need to open the window',
    'there is no need to call the doctor',
  ])
    t.equal(say(text), 'Pardon?', text);
  t.equal(say('no doctor'), 'Pardon?', 'a noun');
  t.equal(say('no doctor please'), 'Pardon?');
  t.equal(say('no the doctor'), 'Calling.', 'puts something right');
  t.equal(say('why not open the window'), 'Done.', 'proposes it');
  t.equal(say('no call the doctor'), 'Calling.', 'puts something right');
  t.equal(say('open the window or not please'), 'Done.', 'nothing is behind it');
});

t.test('a bare "no" puts a value right where there is one, and else refuses it', async (t) => {
  const bar = `
name: bar
locales: [en]
lists: { drink: { values: [tea, water] } }
entities: { drink: { into: drink } }
fields: { drink: { kind: value } }
intents: { bring: { sentences: ["[bring me] {drink}"], context: [replace], replies: ["Here is {drink}."] } }
fallback: { silence: ["Yes?"], none: ["Pardon?"] }
`;
  const understander = createUnderstander(loadPack(t.testdir({ 'pack.yaml': bar })));
  const last = (...said: string[]) => converse(understander, said).at(-1)!.reply.text;
  t.equal(last('no tea'), 'Pardon?');
  t.equal(last('i want no tea please'), 'Pardon?');
  t.equal(last('water', 'no tea'), 'Here is tea.');
  t.equal(last('no bring me tea'), 'Here is tea.', 'a whole request');
});
