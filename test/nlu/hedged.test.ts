import t from 'tap';

import { sayTo, understanderOf } from './say-to.js';

const table = `
name: table
locales: [en]
entities:
  time: { kind: time, earliest: "09:00", into: time }
  day: { kind: date, into: day }
  people: { kind: number, from: 1, to: 12, into: people }
  span: { kind: duration, into: span }
  weight: { kind: quantity, into: weight }
fields: { time: { kind: value }, day: { kind: value }, people: { kind: value }, span: { kind: value }, weight: { kind: value } }
intents:
  book: { sentences: ["[book] a table [for {people}] [at {time}] [on {day}] [for {span}]"], context: [replace], replies: ["Yes."] }
  order: { sentences: ["a turkey of {weight}"], context: [replace], replies: ["Yes."] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;

t.test('a figure that is not meant to be exact is that figure', async (t) => {
  const now = () => new Date('2026-11-20T12:00:00');
  const say = sayTo(understanderOf(t, table, { now }));
  const monday = '2026-11-23';
  for (const [text, context] of [
    ['a table at about seven on monday', { time: '19:00', day: monday }],
    ['a table at around half past seven on monday', { time: '19:30', day: monday }],
    ['a table at seven ish on monday', { time: '19:00', day: monday }],
    ['a table at sevenish on monday', { time: '19:00', day: monday }],
    ['a table at 7ish on monday', { time: '19:00', day: monday }],
    ['a table at seven or so on monday', { time: '19:00', day: monday }],
    ['a table at seven pm on the dot on monday', { time: '19:00', day: monday }],
    ['a table sometime next week', { day: '2026-11-27' }],
    ['a table for about six at eight', { people: 6, time: '20:00' }],
    ['a table for about a six', { people: 6 }],
    ['a table for six or so at roughly eight', { people: 6, time: '20:00' }],
    ['a table at eight for about two hours', { time: '20:00', span: 'PT2H' }],
    ['a table at eight for an hour or so', { time: '20:00', span: 'PT1H' }],
    ['a turkey of about ten pounds', { weight: '10 pound' }],
  ] as const) {
    const { context: found, entities } = say(text);
    t.same(found, context, text);
    t.equal(entities.unmatched, undefined, text);
  }
  t.match(say('a table about').entities, { unmatched: ['about'] }, 'nothing follows');
});
