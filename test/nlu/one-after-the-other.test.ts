import t from 'tap';
import { createUnderstander, loadPack } from '../../src/nlu/index.js';
import { converse, sayTo, understanderOf } from './say-to.js';

const lamps = `
name: lamps
locales: [en]
lists:
  room: { values: [kitchen, hall, study] }
  color: { values: [red, blue] }
  both: { values: [both, { in: both of them, out: both }] }
  both2: { values: [{ in: them, out: both }] }
  there: { values: [there] }
entities:
  room: { into: room }
  more: { list: room, into: more }
  except: { list: room }
  color: {}
  both: { closed: true }
  pair: { list: both2, closed: true }
  there: { closed: true }
  level: { kind: number, from: 1, to: 100 }
fields:
  room: { kind: value, keptBy: there, leftOutBy: except }
  more: { kind: value, beside: room, recalledBy: both }
intents:
  paint:
    sentences: ["[make] the {room} {color}"]
    context: [replace]
    replies: ["The {room} is {color} now."]
  set:
    sentences: ["[set] the {room} to {level}"]
    context: [replace]
    replies: ["The {room} is at {level}."]
    data: [{ sentences: ["set {both} to {level}"], context: [replace] }]
  off:
    sentences: ["turn off every {room:any}", "turn off the {room} lamp", "turn it off {there}"]
    context: [replace]
    replies: [{ when: { filled: [more] }, say: ["The {room, more} lamps are off."] }, "The {room} lamp is off."]
    data:
      - { sentences: ["turn all off but the {except}"], context: [{ clear: all }] }
      - sentences: ["turn that one off too"]
        when: { filled: [told.except] }
        context: [{ set: { room: "{told.except}" } }]
      - { sentences: ["turn {pair:both} off"], when: { is: { told.together: ["true"] } } }
  swap:
    exchanges: [room]
    data:
      - { sentences: &swapped ["[no] the other way round"], when: { is: { told.together: ["true"] } } }
      - { sentences: *swapped, when: { after: [paint] } }
    replies: ["I can't swap that."]
  several:
    joins: { words: [and], intents: [paint, set, off], slots: { together: true } }
    replies: ["{replies}"]
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;

t.test('a statement that is a request is one, unless it is a reason', async (t) => {
  const pack = (reasons: string) =>
    t.testdir({
      'pack.yaml': `
name: desk
locales: [en]
lists: { food: { values: [nuts, eggs] }, pill: { values: [aspirin, zinc] } }
entities: { food: { into: food }, pill: { into: pill } }
fields: { food: { kind: value }, pill: { kind: value } }
intents:
  allergy: { sentences: ["i am allergic to {food}"], context: [replace], replies: ["{food}."] }
  take: { sentences: ["[and] i take {pill}"], context: [replace], replies: ["{pill}."] }
  several: { joins: { words: [and], intents: [allergy, take], reasons: [${reasons}] }, replies: ["{replies}"] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`,
    });
  const reply = (text: string, reasons = '') =>
    sayTo(createUnderstander(loadPack(pack(reasons))))(text).reply.text;
  t.equal(reply('i am allergic to nuts and i take zinc'), 'Nuts. Zinc.');
  t.equal(reply('i take zinc and i am allergic to nuts'), 'Zinc. Nuts.');
  t.equal(reply('i take zinc and i am allergic to nuts and i take aspirin'), 'Zinc. Nuts. Aspirin.');
  t.equal(reply('i am allergic to rain and i take zinc'), 'Zinc.', 'which is none');
  t.equal(reply('i am allergic to nuts i take zinc', 'allergy'), 'Zinc.');
});

t.test(
  'what was asked for in one sentence can be spoken of as if it had been said one after the other',
  async (t) => {
    const understander = understanderOf(t, lamps);
    const last = (...said: string[]) => converse(understander, said).at(-1)!;
    const reply = (...said: string[]) => last(...said).reply.text;
    const apart = 'make the kitchen red and the hall blue';

    t.test('both are what the two requests were about', async (t) => {
      t.match(last(apart, 'set both to ten').context, { room: 'hall', more: 'kitchen' });
      t.match(last(apart, 'turn them off').context, { room: 'hall', more: 'kitchen' });
      t.match(last('set the study to five', apart, 'set both to ten').context, {
        room: 'hall',
        more: 'kitchen',
      });
      t.equal(
        last('set the study to five', 'make the hall red and set the hall to ten', 'turn them off').intent,
        'none',
        'of one thing alone nothing is together',
      );
    });

    t.test('the other way round each request is for what the other one was about', async (t) => {
      const swapped = last(apart, 'no the other way round');
      t.equal(swapped.reply.text, 'The hall is red now. The kitchen is blue now.');
      t.match(swapped.entities.requests, [
        { intent: 'paint', entities: { room: 'hall', color: 'red' } },
        { intent: 'paint', entities: { room: 'kitchen', color: 'blue' } },
      ]);
      t.equal(
        reply('set the kitchen to ten and the hall to fifty', 'the other way round', 'the other way round'),
        'The kitchen is at 10. The hall is at 50.',
      );
      t.equal(
        reply('make the kitchen red and the hall blue and set the study to ten', 'the other way round'),
        "I can't swap that.",
        'of three nobody knows which',
      );
      t.equal(
        reply('make the kitchen red', 'make the hall blue', 'no the other way round'),
        'The hall is red now. The kitchen is blue now.',
        'also of what was said one after the other',
      );
      t.equal(reply('make the kitchen red', 'the other way round'), "I can't swap that.");
    });

    t.test('what a request for all has left out can be meant next', async (t) => {
      t.match(last('turn all off but the hall', 'turn it off there').context, { room: 'hall' });
      t.match(last('turn all off but the hall', 'turn that one off too').context, { room: 'hall' });
      t.equal(last('turn off the hall lamp', 'turn that one off too').intent, 'none');
    });
  },
);

t.test('of "every lamp" a reply speaks in the plural', async (t) => {
  const say = sayTo(
    understanderOf(
      t,
      `
name: lamps
locales: [en]
lists: { room: { values: [hall] }, thing: { inflect: true, values: [lamp] } }
entities: { room: {}, thing: {} }
intents:
  on:
    sentences: ["light (every|the) [{room}] {thing}"]
    replies: ["The[ {room}] {thing|number} {thing|number:is:are} on."]
fallback: { silence: ["What?"], none: ["Sorry?"] }
`,
    ),
  );
  t.equal(say('light every lamp').reply.text, 'The lamps are on.');
  t.equal(say('light every hall lamp').reply.text, 'The hall lamps are on.');
  t.equal(say('light the hall lamp').reply.text, 'The hall lamp is on.');
});

t.test('a number that is too large is not taken as two', async (t) => {
  const pack = `
name: guide
locales: [en]
entities: { stop: { kind: number, from: 1, to: 199, into: stop }, level: { kind: number, from: 1, to: 9, into: level } }
fields: { stop: { kind: value }, level: { kind: value } }
intents:
  play: { sentences: ["[play] [number] {stop}"], context: [replace], replies: ["{stop}."] }
  set: { sentences: ["volume {level}"], context: [replace], replies: ["{level}."] }
  several: { joins: { words: [and], intents: [play, set] }, replies: ["{replies}"] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;
  const say = sayTo(understanderOf(t, pack));
  t.equal(say('play number five nine one').intent, 'none');
  t.same(say('play number five nine volume one').context, { stop: 59, level: 1 });
});
