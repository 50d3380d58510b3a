import t, { type Test } from 'tap';
import { createUnderstander } from '../../src/nlu/index.js';
import { converse } from './say-to.js';
import { kiosk, loadText } from './ticket-kiosk.js';

/** What is answered to the turns of a conversation. */
const answers = (t: Test, ...said: string[]) => converse(createUnderstander(loadText(t, kiosk)), said);

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
  const understander = createUnderstander(loadText(t, trains));
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
  const understander = createUnderstander(loadText(t, trains));
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
  const understander = createUnderstander(loadText(t, house));
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
  const understander = createUnderstander(loadText(t, bar));
  const last = (...said: string[]) => converse(understander, said).at(-1)!.reply.text;
  t.equal(last('no tea'), 'Pardon?');
  t.equal(last('i want no tea please'), 'Pardon?');
  t.equal(last('water', 'no tea'), 'Here is tea.');
  t.equal(last('no bring me tea'), 'Here is tea.', 'a whole request');
});
