import t from 'tap';
import { createUnderstander, loadPack } from '../../src/nlu/index.js';
import { testPack } from '../../src/nlu/tools/test-pack.js';
import { messageOf } from './message-of.js';
import { converse, sayTo, understanderOf } from './say-to.js';

t.test('a test fails where no reply has all its values', async (t) => {
  const pack = `
name: bell
locales: [en]
entities: { count: { kind: number } }
intents:
  ring: { sentences: ["ring [{count} times]"], replies: ["Ringing {count} times."] }
tests: [{ say: ring three times }, { say: ring }]
`;
  const folder = t.testdir({ 'pack.yaml': pack });
  const faults = testPack(loadPack(folder, { tests: true })).map(({ faults }) => faults);
  t.same(faults, [[], ['reply: no reply of ring has all its values']]);
});

t.test('replies say amounts, ranges and measures as people do', async (t) => {
  const pack = `
name: yard
locales: [en]
entities:
  sum: { kind: money, into: sum }
  span: { kind: range, into: span }
  length: { kind: quantity, into: length }
fields: { sum: { kind: value }, span: { kind: value }, length: { kind: value } }
intents:
  pay: { sentences: ["pay {sum}"], context: [replace], replies: ["Paid {sum}."] }
  pick: { sentences: ["pick {span}"], context: [replace], replies: ["Picked {span}."] }
  cut: { sentences: ["cut {length}"], context: [replace], replies: ["Cut {length|measure}, not {before.length}.", "Cut {length|measure}."] }
`;
  const understander = understanderOf(t, pack);
  const reply = (text: string) => converse(understander, [text])[0].reply.text;
  t.equal(reply('pay fifty euros'), 'Paid €50.');
  t.equal(reply('pay three dollars and ten cents'), 'Paid $3.10.');
  t.match(reply('pick between ten and twenty'), /^Picked 10\s?–\s?20\.$/u);
  t.equal(reply('cut two meters'), 'Cut 2 meters.');
  t.equal(reply('cut one meter'), 'Cut 1 meter.');
  t.equal(reply('cut six foot'), 'Cut 6 feet.');
  t.equal(reply('cut twenty mm'), 'Cut 20 mm.');
});

t.test('replies share parts', async (t) => {
  const pack = (replies: string, parts: string) => `
name: lamps
locales: [en]
lists: { color: { values: [red, blue] } }
fields: { color: { kind: value } }
entities: { color: { into: color } }
replyParts: { ${parts} }
intents:
  find:
    sentences: ["find [a] [{color}] lamp"]
    context: [replace]
    replies: ${replies}
`;
  const load = (replies: string, parts: string) => loadPack(t.testdir({ 'pack.yaml': pack(replies, parts) }));
  const understander = createUnderstander(
    load(
      '[{ when: { filled: [color] }, say: ["Looking for <lamp>."] }, "For <any>."]',
      'lamp: "a <any>", any: "[{color} ]lamp"',
    ),
  );
  const replyTo = (text: string) => sayTo(understander)(text).reply.text;
  t.equal(replyTo('find a red lamp'), 'Looking for a red lamp.');
  t.equal(replyTo('find a lamp'), 'For lamp.');
  t.match(
    messageOf(() => load('["All <lamps>."]', 'lamp: lamp')),
    /pack\.yaml:12: there is no reply part "lamps"/,
  );
  t.match(
    messageOf(() => load('["All <lamp>."]', 'lamp: "<lamp>"')),
    /pack\.yaml:12: a reply part in "All <lamp>\." holds itself/,
  );
});
