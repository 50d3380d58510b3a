import t from 'tap';
import { loadPack } from '../../src/nlu/index.js';
import { lastWordOf } from './last-word-of.js';

t.test('nothing but what it belongs to stands behind an article in an amount', (t) => {
  const pack = loadPack(
    t.testdir({
      'pack.yaml': `name: kettle
locales: [en]
entities: { time: { kind: duration } }
intents:
  later: { sentences: ["boil it in {time} please"], replies: [ok] }
`,
    }),
  );
  const lastOf = lastWordOf(pack);
  const spans = ['an hour', 'half an hour', 'an hour and a half', 'twenty five minutes', 'a couple of hours'];
  for (const said of spans) t.ok(lastOf(`boil it in ${said} please`) > -Infinity, said);
  for (const unsaid of [
    'an a',
    'an hour and',
    'a',
    'and and an hour',
    'an an hour',
    'a hour',
    'an minute',
    'a five',
  ])
    t.equal(lastOf(`boil it in ${unsaid} please`), -Infinity, unsaid);
  t.end();
});

t.test('codes, numbers and times are expected as long as they mostly are', (t) => {
  const pack = loadPack(
    t.testdir({
      'pack.yaml': `name: desk
locales: [en]
entities: { plate: { kind: spelled }, room: { kind: number, from: 100, to: 999 }, time: { kind: time }, day: { kind: date } }
intents:
  park: { sentences: ["my plate is {plate} thanks"], replies: [ok] }
  call: { sentences: ["call room {room} please"], replies: [ok] }
  wake: { sentences: ["wake me at {time} please"], replies: [ok] }
  stay: { sentences: ["i stay until {day} please"], replies: [ok] }
`,
    }),
  );
  const lastOf = lastWordOf(pack);
  t.ok(lastOf('my plate is X K L four thanks') < Math.log(1 / 3), 'a code rather goes on');
  t.equal(
    lastOf('my plate is x K L four thanks'),
    -Infinity,
    'letters that are spelled are words of their own',
  );
  const [letter, figure] = ['L', 'four'].map((end) => lastOf(`my plate is X K ${end}`));
  t.ok(letter > figure, 'a letter rather than a figure stands behind a letter');
  t.ok(lastOf('call room three hundred please') < Math.log(1 / 2), 'a number may go on');
  t.ok(lastOf('call room three oh') > -Infinity);
  t.ok(lastOf('wake me at quarter to two please') > -Infinity);
  for (const said of ['half past nine', 'seven oclock', 'six oclock sharp', 'ten pm'])
    t.ok(lastOf(`wake me at ${said} please`) > -Infinity, said);
  t.equal(lastOf('wake me at ten p m please'), -Infinity, 'which sounds like "pm"');
  t.equal(lastOf('wake me at quarter to please'), -Infinity, 'something stands behind "to"');
  for (const said of ['the fourth of december', 'the last sunday in may', 'the monday after'])
    t.ok(lastOf(`i stay until ${said} please`) > -Infinity, said);
  for (const unsaid of ['quarter to', 'an friday', 'a fourth of december', 'and friday', 'of first'])
    t.equal(lastOf(`i stay until ${unsaid} please`), -Infinity, unsaid);
  t.ok(lastOf('i stay until a week from friday please') > -Infinity);
  t.end();
});
