import t from 'tap';

import { converse, sayTo, understanderOf } from './say-to.js';

const cinema = `
name: cinema
locales: [en]
lists:
  film: { values: [Dune, Amelie, The Red Shoes] }
  fare: { inflect: true, values: [adult, child] }
  extra: { values: [popcorn] }
entities:
  film: { into: film }
  fare: {}
  quantity: { kind: number, from: 1, to: 9 }
  time: { kind: time, earliest: "10:00", into: time }
  extra: { into: extra }
  party: { kind: phrase, of: [quantity, fare], head: [fare], separators: [and], glue: [a], into: tickets }
fields:
  film: { kind: value }
  time: { kind: value }
  extra: { kind: value }
  tickets: { kind: items, defaults: { quantity: 1 } }
intents:
  book:
    sentences: ["{party} for {film} [at {time}]", "[and] {party}"]
    context: [{ clear: [film, time] }, addItems, replace]
    replies: [{ when: { said: [unmatched] }, say: ["I didn't catch {unmatched|or}."] }, "Booked."]
  snack: { sentences: ["(add|and) [some|a] {extra}"], context: [replace], replies: ["Added."] }
  see: { sentences: ["rather {film}"], context: [{ clear: all }, replace], replies: ["{film}."] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;

t.test('behind a sentence the parts of a phrase are put right as its other values are', async (t) => {
  const say = sayTo(understanderOf(t, cinema));
  const three = { film: 'Dune', tickets: [{ quantity: 3, fare: 'adult' }] };
  for (const text of [
    'two adults for dune no three',
    'two adults for dune sorry three',
    'two adults for dune no three adults',
  ])
    t.same(say(text).context, three, text);
  t.same(say('two adults for dune no three children').context, {
    film: 'Dune',
    tickets: [{ quantity: 3, fare: 'child' }],
  });
  const joined = say('two adults for dune no amelie and a child');
  t.match(
    joined.context,
    { film: 'Amelie', tickets: [{ quantity: 2, fare: 'adult' }] },
    'no child in their place',
  );
  t.same(joined.entities.unmatched, ['and a child']);
  t.match(say('two adults for dune no amelie').context, { film: 'Amelie', tickets: [{ quantity: 2 }] });
});

t.test('a number puts a time right', async (t) => {
  const say = sayTo(understanderOf(t, cinema));
  t.match(say('an adult for dune at eight no nine').context, { time: '21:00', film: 'Dune' });
  t.match(say('an adult for dune at 8 no 9').context, { time: '21:00' });
  t.match(say('an adult for dune at eight sorry half past eight').context, { time: '20:30' });
});

t.test('who is sorry only behind what he means puts right what is before it', async (t) => {
  const say = sayTo(understanderOf(t, cinema));
  t.match(say('an adult for dune amelie sorry').context, { film: 'Amelie' });
  t.match(say('an adult for dune amelie i mean').context, { film: 'Amelie' });
  t.match(say('an adult for dune at eight um at nine sorry').context, { film: 'Dune', time: '21:00' });
  t.same(say('an adult a child sorry').context.tickets, [{ quantity: 1, fare: 'child' }]);
  t.same(say('an adult and a child sorry').context.tickets, [
    { quantity: 1, fare: 'adult' },
    { quantity: 1, fare: 'child' },
  ]);
  t.match(say('an adult for dune sorry').context, { film: 'Dune' });
});

t.test('of two values in one place the one behind "not" is refused', async (t) => {
  const say = sayTo(understanderOf(t, cinema));
  for (const text of [
    'rather amelie not dune',
    'rather amelie instead of dune',
    'rather amelie not the red shoes',
    'rather not dune but amelie',
    'rather not the red shoes amelie',
  ])
    t.match(say(text), { intent: 'see', context: { film: 'Amelie' } }, text);
  t.match(say('a child for dune at nine not eight').context, { film: 'Dune', time: '21:00' });
  t.match(say('rather not dune'), { intent: 'none', context: {} });
  t.match(say('rather not dune not dune').intent, 'none');
});

t.test('what is on a list is not taken for something unknown of another', async (t) => {
  const last = converse(understanderOf(t, cinema), ['two adults for dune', 'and a child']).at(-1)!;
  t.match(last, { intent: 'book', context: { tickets: [{ quantity: 2 }, { quantity: 1, fare: 'child' }] } });
  t.match(sayTo(understanderOf(t, cinema))('and a hot dog'), {
    intent: 'snack',
    entities: { unmatched: ['hot dog'] },
  });
});

t.test('where something is on no list and the reply asks about it, nothing is emptied', async (t) => {
  const after = (...said: string[]) => converse(understanderOf(t, cinema), said).at(-1)!;
  const { context, reply } = after('two adults for dune at eight', 'a child for jaws');
  t.match(context, { film: 'Dune', time: '20:00', tickets: [{ fare: 'adult' }, { fare: 'child' }] });
  t.equal(reply.text, "I didn't catch jaws.");
  t.match(after('two adults for dune at eight', 'rather the red shoes').context, { film: 'The Red Shoes' });
});

t.test('what is spared of a value is not put right by it', async (t) => {
  const say = sayTo(
    understanderOf(
      t,
      `
name: rooms
locales: [en]
lists: { place: { values: [upstairs, bathroom, hall] } }
entities: { place: { closed: true, into: place } }
fields: { place: { kind: value } }
intents:
  air:
    sentences: ["air the {place}"]
    context: [replace]
    replies: [{ when: { said: [unmatched] }, say: ["Not {unmatched|or}?"] }, "Aired."]
fallback: { silence: ["What?"], none: ["Sorry?"] }
`,
    ),
  );
  t.match(say('air the hall not the bathroom'), { context: { place: 'hall' }, reply: { text: 'Aired.' } });
  for (const sparing of ['except', 'except for', 'apart from', 'excluding'])
    t.not(say(`air the upstairs ${sparing} the bathroom`).reply.text, 'Aired.', sparing);
});
