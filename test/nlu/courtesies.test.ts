import t from 'tap';
import { configuredPack } from '../../src/cli/configured-pack.js';
import { createUnderstander, type UnderstandResult } from '../../src/nlu/index.js';
import { english } from '../../src/nlu/locales/en.js';
import { normalWords } from '../../src/nlu/tokenise.js';
import { sayTo, understanderOf } from './say-to.js';

const openings = [
  'can you',
  'could you please',
  'would you',
  'will you just',
  'please',
  'hi could you',
  "i'd like you to",
  'go ahead and',
  'i want to',
  "i'd like to",
  "let's",
  'can we',
  'is it possible to',
  'i was wondering if you could',
  'hi there',
  'excuse me',
  'in that case',
  'okay so',
  'sure',
  'go on then',
  'i think',
];
const closings = [
  'please',
  'thanks very much',
  "if you don't mind",
  'if you could',
  'when you get a moment',
  'cheers',
  'for me',
  'right now',
  'i think',
  'would you mate thank you',
];

const conversations = {
  'product-search': [
    'show me blue jeans for men',
    'show me more results',
    'show the cheapest three',
    'take the colour out',
    'show me my cart',
  ],
  'home-control': [
    'turn on the lights in the kitchen',
    'dim them to thirty percent',
    'add eggs and ham to my shopping list',
    'put ring the plumber on my to do list',
    'set a timer for ten minutes',
  ],
  'coffee-bar': [
    'get me a large latte and a coffee',
    'make the latte a medium',
    'make the coffee large too',
    'make it two coffees',
    'remove the first one',
  ],
};

for (const [name, sentences] of Object.entries(conversations)) {
  t.test(`${name}: what is asked politely is what is asked`, async (t) => {
    const say = sayTo(
      createUnderstander(configuredPack({ pack: name }), { now: () => new Date(Date.UTC(2026, 10, 20)) }),
    );
    let before: UnderstandResult | undefined;
    for (const sentence of sentences) {
      const { intent, context, ...rest } = say(sentence, before);
      for (const opening of openings) {
        const asked = say(`${opening} ${sentence}`, before);
        t.match(asked, { intent, context }, `${opening} ${sentence}`);
      }
      for (const closing of closings) {
        const asked = say(`${sentence} ${closing}`, before);
        t.match(asked, { intent, context }, `${sentence} ${closing}`);
      }
      before = { intent, context, ...rest };
    }
  });
}

t.test('what is left of a courtesy is not asked for', async (t) => {
  const say = sayTo(createUnderstander(configuredPack({ pack: 'coffee-bar' })));
  const before = say("a mocha if you don't mind");
  t.match(before, { intent: 'order', context: { order: [{ quantity: 1, drink: 'mocha' }] } });
  t.equal(say('can i pay by card', before).intent, 'askAbout');
  t.equal(say('thank you very much', before).intent, 'thanks');
  t.equal(say("if you don't mind", before).intent, 'none');
});

t.test('who asks whether somebody minds a deed asks for it', async (t) => {
  const say = sayTo(createUnderstander(configuredPack({ pack: 'home-control' })));
  for (const [asked, meant] of [
    ['would you mind dimming the kitchen lights', 'dim the kitchen lights'],
    ['okay would you mind locking the back door', 'lock the back door'],
    ['do you mind please setting a timer for ten minutes', 'set a timer for ten minutes'],
    ["would you mind making it a bit warmer if it's no bother", 'make it a bit warmer'],
  ]) {
    const { intent, context } = say(meant);
    t.match(say(asked), { intent, context }, asked);
  }
});

t.test('a question that begins so is a question', async (t) => {
  const say = sayTo(createUnderstander(configuredPack({ pack: 'product-search' })));
  const before = say('a silver cigarette lighter');
  t.equal(say('can you get it engraved', before).intent, 'none');
  t.equal(say('can you', before).intent, 'none');
});

t.test('what is said around a request is listed as its words are read', async (t) => {
  const { courtesies, fillers } = english;
  const listed = [fillers, ...Object.values(courtesies).map((all) => all.map((words) => words.join(' ')))];
  const dead = listed.flat().filter((phrase) => normalWords(phrase, english).join(' ') !== phrase);
  t.strictSame(dead, [], 'no entry that no sentence can have');
});

t.test('a reaction before a request says nothing', async (t) => {
  const say = sayTo(createUnderstander(configuredPack({ pack: 'coffee-bar' })));
  const before = say('a latte and a muffin');
  const { intent, context } = say('make the latte a large', before);
  for (const reaction of ['sweet', 'super', 'bet', 'splendid', 'righto', 'ta', 'fantastic', 'yes but']) {
    const said = say(`${reaction}, make the latte a large`, before);
    t.same({ intent: said.intent, context: said.context }, { intent, context }, reaction);
  }
});

t.test('words that a pack has a value for are no courtesy', async (t) => {
  const pack = `
name: workshop
locales: [en]
lists: { machine: { values: [lathe, mill] }, worker: { values: [bogdan, { in: "(me|myself)", out: speaker }] } }
entities: { machine: { into: machine }, worker: { into: worker } }
fields: { machine: { kind: value }, worker: { kind: value } }
intents: { book: { sentences: ["book the {machine} [for {worker}]"], context: [replace], replies: ["Booked."] } }
fallback: { silence: [Yes?], none: ["What?"] }
`;
  const say = sayTo(understanderOf(t, pack));
  t.same(say('book the lathe for me').context, { machine: 'lathe', worker: 'speaker' });
  t.same(say('could you book the lathe for me please').context, { machine: 'lathe', worker: 'speaker' });
  t.same(say('book the lathe please').context, { machine: 'lathe' });

  const breakfast = `
name: breakfast
locales: [en]
lists: { dish: { values: [porridge, coffee] }, who: { values: [{ in: for me, out: me }, { in: for my wife, out: wife }] } }
entities: { dish: {}, who: {}, quantity: { kind: number, from: 1, to: 9 }, item: { kind: phrase, of: [quantity, dish, who], head: [dish], separators: [and], glue: [a], into: order } }
fields: { order: { kind: items } }
intents: { order: { sentences: ["[and] {item}"], context: [addItems], replies: ["Okay."] } }
fallback: { silence: [Yes?], none: ["What?"] }
`;
  const order = sayTo(understanderOf(t, breakfast));
  t.same(order('a coffee for me please').context.order, [{ dish: 'coffee', who: 'me' }], 'nor in a phrase');
});
