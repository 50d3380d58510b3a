import t from 'tap';

import { sayTo, understanderOf } from './say-to.js';

const desk = `
name: desk
locales: [en]
lists:
  person: { values: [Ben, Anna, Tom] }
  seat: { values: [{ in: "my seat", out: mine }, { in: "the passenger's [seat]", out: passenger }] }
  course: { values: [yoga, pilates] }
entities:
  person: { into: person }
  seat: { into: seat }
  course: { into: course }
  amount: { kind: money, into: amount }
  level: { kind: number, from: 0, to: 5, into: level }
  room: { kind: number, from: 100, to: 400, into: room }
  at: { kind: time, into: at }
  place: { kind: text, into: place }
fields:
  place: { kind: value }
  person: { kind: value }
  seat: { kind: value }
  course: { kind: value }
  amount: { kind: value }
  level: { kind: value }
  room: { kind: value }
  at: { kind: value }
intents:
  transfer: { sentences: ["(transfer|send) {amount} to {person}"], context: [replace], replies: ["{amount} to {person}."] }
  set: { sentences: ["set {seat} to {level}"], context: [replace], replies: ["{seat}: {level}."] }
  wake: { sentences: ["[i would like] a wake up call for room {room} at {at}"], context: [replace], replies: ["{room} at {at}."] }
  join: { sentences: ["sign me up for {course} [at {at}]"], context: [replace], replies: ["{course}[ at {at}]."] }
  taxi: { sentences: ["a taxi to {place} [at {at}]"], context: [replace], replies: ["{place}[ at {at}]."] }
  bill: { sentences: ["[can i (have|get)] the bill"], context: [], replies: ["Here it is."] }
  several: { joins: { words: [and], intents: [transfer, set, wake, join, taxi, bill] }, replies: ["{replies}"] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;

t.test('of several requests only the first need say what is to be done', async (t) => {
  const say = sayTo(understanderOf(t, desk));
  const replies: [string, string][] = [
    ['transfer fifty to ben and sixty to anna', '$50 to Ben. $60 to Anna.'],
    ['please send fifty dollars to ben sixty to anna and ten to tom', '$50 to Ben. $60 to Anna. $10 to Tom.'],
    ["set my seat to three and the passenger's to one", 'Mine: 3. Passenger: 1.'],
    [
      'i would like a wake up call for room three oh four at seven and room two oh five at eight',
      '304 at 07:00. 205 at 08:00.',
    ],
    ['sign me up for yoga at nine and for pilates at ten', 'Yoga at 09:00. Pilates at 10:00.'],
  ];
  for (const [text, reply] of replies)
    t.match(say(text), { intent: 'several', reply: { text: reply } }, text);
  t.match(
    say('transfer fifty to ben and sixty to anna').entities.requests,
    [{ text: 'transfer fifty to ben' }, { text: 'transfer sixty to anna' }],
    'the words are added',
  );
});

t.test('what can be a request like the first is no change of it', async (t) => {
  const pack = desk
    .replace(
      '  set:',
      '  change: { when: { filled: [amount] }, sentences: ["[make it] {amount}", "to {person}"], context: [replace], replies: ["Now {amount} to {person}."] }\n  set:',
    )
    .replace('intents: [transfer,', 'intents: [change, transfer,');
  const say = sayTo(understanderOf(t, pack));
  t.equal(say('transfer fifty to ben and sixty to anna').reply.text, '$50 to Ben. $60 to Anna.');
  t.equal(say('transfer fifty to ben and make it sixty').reply.text, '$50 to Ben. Now $60 to Ben.');
});

t.test('the first may begin with words of courtesy that it needs', async (t) => {
  const say = sayTo(understanderOf(t, desk));
  t.equal(say('can i get the bill and set my seat to three').reply.text, 'Here it is. Mine: 3.');
  t.equal(say('can i get the bill and set the bill').intent, 'bill');
});

t.test('free text ends where another request begins with a noun', async (t) => {
  const say = sayTo(understanderOf(t, desk));
  t.equal(
    say('a wake up call for room two hundred at six and a taxi to the zoo at five').reply.text,
    '200 at 06:00. The zoo at 05:00.',
  );
  t.equal(
    say('a taxi to the zoo at six and a wake up call for room two hundred at five').reply.text,
    'The zoo at 06:00. 200 at 05:00.',
  );
});

t.test('what the words before do not go with is no such request', async (t) => {
  const say = sayTo(understanderOf(t, desk));
  t.match(say('transfer fifty to ben and sixty to nobody'), {
    intent: 'transfer',
    context: { person: 'Ben' },
  });
  t.match(say('transfer fifty to ben and anna'), { intent: 'transfer', context: { person: 'Ben' } });
  t.match(say('set my seat to three and the door is open'), { intent: 'set', context: { level: 3 } });
});
