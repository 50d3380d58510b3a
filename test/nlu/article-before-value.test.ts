import t from 'tap';

import { sayTo, understanderOf } from './say-to.js';

const kiosk = `
name: kiosk
locales: [en]
lists:
  account: { values: [{ in: "[my] savings", out: savings }, joint account] }
  row: { values: [A, B] }
entities:
  account: { into: to }
  row: { into: row }
fields:
  to: { kind: value }
  row: { kind: value }
intents:
  send: { sentences: ["send it to {account}"], context: [replace], replies: ["To {to}."] }
  sit: { sentences: ["row {row}", "row {row} and {account}"], context: [replace], replies: ["Row {row}."] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;

t.test('an article that neither template nor list have stands before a value of a list', async (t) => {
  const say = sayTo(understanderOf(t, kiosk));
  for (const text of [
    'send it to joint account',
    'send it to the joint account',
    'send it to our joint account',
  ])
    t.match(say(text), { intent: 'send', context: { to: 'joint account' } }, text);
  t.match(say('send it to the savings'), { intent: 'send', context: { to: 'savings' } });
  t.match(say('row the b'), { intent: 'sit', context: { row: 'B' } });
  t.match(say('row a'), { context: { row: 'A' } }, 'a value that is called like an article');
  t.same(
    say('send it to the moon').entities.unmatched,
    ['the moon'],
    'what is on no list is said with its article',
  );
});

t.test('an article stands before a time that something is called by', async (t) => {
  const station = `
name: station
locales: [en]
entities: { time: { kind: time, into: time } }
fields: { time: { kind: value } }
intents:
  move: { sentences: ["put me on {time}", "change my ticket to [today] [at {time}]"], context: [replace], replies: ["Yes."] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;
  const say = sayTo(understanderOf(t, station));
  for (const text of ['put me on the eight fifteen', 'change my ticket to the eight fifteen']) {
    t.match(say(text).context, { time: '08:15' }, text);
    t.notOk(say(text).entities.unmatched, text);
  }
  t.notOk(say('put me on the eight').context.time, 'eight of what?');
});
