import t from 'tap';
import { createUnderstander, loadPack } from '../../src/nlu/index.js';
import { sayTo } from './say-to.js';

const car = `
name: car
locales: [en]
lists: { contact: { values: [mom, dad, julia] }, window: { values: ["[the|all] windows", "[the] sunroof"] } }
entities: { contact: { into: contact }, window: { into: window }, message: { kind: text, into: message } }
fields: { contact: { kind: value }, window: { kind: value }, message: { kind: value } }
intents:
  tell:
    sentences: ["(tell|text) {contact} [that] {message}"]
    context: [{ clear: all }, replace]
    replies: ["To {contact}: {message}."]
  call: { sentences: ["call {contact}"], context: [{ clear: all }, replace], replies: ["Calling {contact}."] }
  open: { sentences: ["(open|close) {window}"], context: [{ clear: all }, replace], replies: ["Done."] }
  several: { joins: { words: [and, then, and then], intents: [tell, call, open] }, replies: ["{replies}"] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;

t.test('behind what somebody is to be told another request may follow', async (t) => {
  const say = sayTo(createUnderstander(loadPack(t.testdir({ 'pack.yaml': car }))));
  const reply = (text: string) => say(text).reply.text;
  t.equal(reply("text julia i'm on my way and open the windows"), "To julia: i'm on my way. Done.");
  t.equal(reply("tell mom that i'm late and then call dad"), "To mom: i'm late. Calling dad.");
  t.equal(reply('tell dad the dog is fed and close the sunroof'), 'To dad: the dog is fed. Done.');
});

t.test('what is to be done goes on, and so does what is told with another subject', async (t) => {
  const say = sayTo(createUnderstander(loadPack(t.testdir({ 'pack.yaml': car }))));
  for (const message of ['to buy milk and open the windows', 'we are home and the windows are open'])
    t.equal(say(`tell dad ${message}`).reply.text, `To dad: ${message}.`);
});
