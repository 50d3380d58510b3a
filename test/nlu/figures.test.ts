import t from 'tap';
import { configuredPack } from '../../src/cli/configured-pack.js';
import { createUnderstander, loadPack, packSentences } from '../../src/nlu/index.js';
import { meanAlike } from './mean-alike.js';
import { converse, sayTo } from './say-to.js';

/** Turns of one conversation, in words as they are spoken and with figures as they are typed. */
const conversations = {
  'product-search': [
    ['three t-shirts in black', '3 t-shirts in black'],
    ['twelve wine glasses', '12 wine glasses'],
    ['under forty dollars', 'under $40'],
    ['a wine rack for sale under one hundred', 'a wine rack for sale under 100'],
  ],
  'coffee-bar': [
    ['two flat whites with four shots', '2 flat whites with 4 shots'],
    ['and a large macchiato with two extra shots', 'and a large macchiato with 2 extra shots'],
    ['make it three', 'make it 3'],
  ],
  'home-control': [
    ['set two timers one for five minutes and one for ten', 'set 2 timers one for 5 minutes and one for 10'],
    ['switch on the two lamps in the den', 'switch on the 2 lamps in the den'],
    ['set the heating to nineteen', 'set the heating to 19'],
  ],
};

meanAlike('a number in figures is the same as in words', conversations);

t.test('a size for toddlers is one word, and three shirts are three', async (t) => {
  const shop = sayTo(createUnderstander(configuredPack({ pack: 'product-search' })));
  t.match(shop('3t shirts').context, { keywords: ['shirts'], attributes: { size: ['3T'] } });
  t.match(shop('3 t shirts').context, { keywords: ['t shirts'], attributes: { quantity: ['3'] } });
});

t.test('what a pack writes in figures is understood as people say it', async (t) => {
  const pack = `
name: building
locales: [en]
lists: { place: { values: [room 101, 3d cinema, "50% off desk", 1984] } }
entities: { place: { into: place, closed: true } }
fields: { place: { kind: value } }
intents:
  go: { sentences: ["go to [the] {place}"], context: [replace], replies: ["{place}"] }
  gate: { sentences: ["gate 12", "call 007"], replies: [gate] }
`;
  const loaded = loadPack(t.testdir({ 'pack.yaml': pack }));
  const [, rooms, cinema, desk, book] = ['', 'room 101', '3d cinema', '50% off desk', '1984'];
  const said: [text: string, place: string][] = [
    ['room one oh one', rooms],
    ['room one zero one', rooms],
    ['room one hundred one', rooms],
    ['room a hundred and one', rooms],
    ['room 101', rooms],
    ['the three d cinema', cinema],
    ['the fifty percent off desk', desk],
    ['nineteen eighty four', book],
  ];
  for (const [text, place] of said) {
    const [{ context }] = converse(createUnderstander(loaded), [`go to ${text}`]);
    t.equal(context.place, place, text);
  }
  const intents = ['gate twelve', 'gate 12', 'call zero zero seven', 'call oh oh seven', 'gate eleven'].map(
    (text) => converse(createUnderstander(loaded), [text])[0].intent,
  );
  t.same(intents, ['gate', 'gate', 'gate', 'gate', 'none']);
  const written = packSentences(loaded).arcs.filter(({ word }) => /\d/.test(word ?? ''));
  t.same(written, [], 'recognition expects what is said');
});
