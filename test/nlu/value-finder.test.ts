import t from 'tap';

import { converse, understanderOf } from './say-to.js';

t.test('a value behind one that is a preposition as well', (t) => {
  const ward = `
name: ward
locales: [en]
lists:
  device: { values: [pump, alarm] }
  mode: { values: ["on", "off", standby, { in: night mode, out: night }] }
entities: { device: { into: device }, mode: { into: mode } }
fields: { device: { kind: value }, mode: { kind: value } }
intents:
  switch:
    sentences: ["(turn|put|set) [the] {device} {mode}", "(turn|put) {mode} [the] {device}"]
    context: [replace]
    replies: ["{device} {mode}."]
fallback: { silence: ["Yes?"], none: ["Pardon?"] }
`;
  const understander = understanderOf(t, ward);
  const say = (text: string) => converse(understander, [text])[0].reply.text;
  t.equal(say('put the pump on standby'), 'Pump standby.');
  t.equal(say('set the alarm on night mode please'), 'Alarm night.');
  t.equal(say('turn on the pump'), 'Pump on.');
  t.equal(say('turn the alarm on'), 'Alarm on.');
  t.equal(say('turn the alarm off'), 'Alarm off.');
  t.end();
});
