import t from 'tap';
import { loadPack } from '../../src/nlu/index.js';
import { messageOf } from './message-of.js';
import { converse, understanderOf } from './say-to.js';

const home = `
name: home
locales: [en]
lists:
  room: { values: [kitchen, study] }
  lamp: { values: [lamp, fan] }
  cover: { values: [blinds, window] }
entities:
  room: { into: room }
  lamp: { into: lamp }
  cover: { into: cover }
fields: { room: { kind: value }, lamp: { kind: value }, cover: { kind: value } }
intents:
  switch:
    sentences: ["turn on the {lamp} [in the {room}]"]
    context: [{ clear: all }, replace]
    replies: ["The[ {room}] {lamp} is on."]
  open:
    sentences: ["open the {cover} [in the {room}]"]
    context: [{ clear: all }, replace]
    replies: ["Opening the[ {room}] {cover}."]
  close:
    sentences: ["close the {cover}"]
    context: [{ clear: all }, replace]
    replies: ["Closing the[ {room}] {cover}."]
    data:
      - sentences: ["close (it|them)"]
        when: { empty: [cover], recent: [cover] }
        context: [{ recallLast: cover }]
  slower:
    sentences: ["turn it down"]
    when: { empty: [lamp], recent: [lamp], is: { lamp: [fan] } }
    context: [{ recallLast: lamp }]
    replies: ["The {lamp} is slower."]
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;

t.test('what was spoken of when something was last in a field is spoken of again', async (t) => {
  const understander = understanderOf(t, home);
  const said = (...turns: string[]) => converse(understander, turns).at(-1)!.reply.text;

  t.equal(
    said('open the blinds in the study', 'turn on the lamp in the kitchen', 'close them'),
    'Closing the study blinds.',
    'with its room, and not with that of what came between',
  );
  t.equal(said('open the window', 'open the blinds', 'turn on the fan', 'close it'), 'Closing the blinds.');
  t.equal(said('turn on the fan', 'close it'), 'Sorry?', 'nothing was there that can be closed');
  t.equal(said('turn on the fan', 'close the window', 'turn it down'), 'The fan is slower.');
  t.equal(said('turn on the lamp', 'close the window', 'turn it down'), 'Sorry?', 'which has no speed');
});

t.test('a field that is not there is told', async (t) => {
  const faults = (from: string, to: string) =>
    messageOf(() => loadPack(t.testdir({ 'pack.yaml': home.replace(from, to) })));
  t.match(faults('recent: [cover]', 'recent: [covr]'), /no field "covr"; did you mean "cover"/);
  t.match(faults('recallLast: cover', 'recallLast: covr'), /no field "covr"; did you mean "cover"/);
});
