import t from 'tap';

import { converse, sayTo, understanderOf } from './say-to.js';

t.test(
  'a request for another time needs no intent that joins requests, and a day needs no word before it',
  async (t) => {
    const pack = `
name: bench
locales: [en]
lists: { tool: { values: [drill, saw] } }
entities: { tool: { into: tool }, span: { kind: duration }, day: { kind: date } }
fields: { tool: { kind: value } }
intents:
  start: { sentences: ["(start|turn on) the {tool}"], context: [replace], replies: ["Started the {tool}."] }
  later:
    defers: { words: [in], intents: [start] }
    sentences: ["in {span}", "[on] {day}"]
    replies: ["{request}, {when}."]
`;
    const understander = understanderOf(t, pack);
    const say = (text: string) => sayTo(understander)(text).reply.text;
    t.equal(say('start the drill in ten minutes'), 'Start the drill, in ten minutes.');
    t.equal(say('turn on the saw tomorrow'), 'Turn on the saw, tomorrow.');
    t.equal(say('tomorrow start the drill'), 'Start the drill, tomorrow.');
    t.equal(say('turn on the saw'), 'Started the saw.');
  },
);

t.test('what is done about something that was only told is what the reply to it says', async (t) => {
  const pack = `
name: room
locales: [en]
lists: { place: { values: [hall, den] } }
entities: { place: { into: place }, span: { kind: duration } }
fields: { place: { kind: value } }
intents:
  warm:
    sentences: ["it is too cold in the {place}", "warm the {place}"]
    context: [replace]
    replies: ["Warmer in the {place}."]
  later: { defers: { words: [for], intents: [warm] }, sentences: ["for {span}"], replies: ["Okay, {when}: {request}."] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;
  const said = (...turns: string[]) => converse(understanderOf(t, pack), turns).at(-1)?.reply.text;
  t.equal(said("it's too cold in the den", 'for an hour'), 'Okay, for an hour: warmer in the den.');
  t.equal(said('warm the den', 'for an hour'), 'Okay, for an hour: warm the den.');
});

t.test('a moment that no value names ends before words that say nothing', async (t) => {
  const pack = `
name: room
locales: [en]
fillers: [i mean]
lists: { place: { values: [hall, den] } }
entities: { place: { into: place }, span: { kind: duration } }
fields: { place: { kind: value } }
intents:
  warm: { sentences: ["warm the {place}"], context: [replace], replies: ["Warmer."] }
  later: { defers: { words: [in], intents: [warm] }, sentences: ["in {span}", "in the evening"], replies: ["Okay, {when}: {request}."] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;
  const understander = understanderOf(t, pack);
  const said = (...turns: string[]) => converse(understander, turns).at(-1)?.reply.text;
  t.equal(said('warm the den in an hour', 'in the evening i mean'), 'Okay, in the evening: warm the den.');
  t.equal(said('warm the den in the evening i mean'), 'Okay, in the evening: warm the den.');
});
