import t from 'tap';
import { createUnderstander, loadPack } from '../../src/nlu/index.js';
import { pool } from './pool-pack.js';
import { sayTo, understanderOf } from './say-to.js';

t.test('a number counts what is named before it only where nothing else stands between', async (t) => {
  const say = sayTo(understanderOf(t, pool));
  const passes = (text: string) => say(text).context.passes;
  const two = [{ quantity: 2, fare: 'adult', pass: 'day pass' }];
  const child = { quantity: 1, fare: 'child', pass: 'day pass' };
  t.same(passes('adult day passes two'), two);
  t.same(passes('adult day passes times two'), two);
  t.same(passes('i want an adult day pass no two'), two);
  t.same(passes('two adult day passes and a child at eight'), [...two, child]);
  t.equal(say('i want two adult day passes at eight').reply.text, "I didn't catch at eight.");
  t.same(passes('two adult day passes and a child for lane three'), [...two, child]);
  t.same(
    passes('i want a towel for three hours'),
    [{ quantity: 1, pass: 'towel' }],
    'nor where it is of a measure',
  );
});

t.test('a count behind what is said of a thing counts it where nothing is said anew', async (t) => {
  const pack = `
name: pharmacy
locales: [en]
lists: { medicine: { values: [metformin, aspirin] }, pack: { inflect: true, values: [box, bottle] } }
entities:
  medicine: {}
  pack: {}
  strength: { kind: quantity, units: [milligram], counts: true }
  quantity: { kind: number, from: 1, to: 20 }
  item: { kind: phrase, of: [quantity, strength, pack, medicine], head: [medicine], separators: [and], glue: [of], into: order }
fields: { order: { kind: items, defaults: { quantity: 1 }, say: "{quantity} {pack} {medicine}" } }
intents: { order: { sentences: ["{item}"], context: [addItems], replies: ["{order}"] } }
fallback: { none: [None.], silence: [Silence.] }
`;
  const say = sayTo(createUnderstander(loadPack(t.testdir({ 'pack.yaml': pack }))));
  const items = (text: string) => say(text).context.order;
  const metformin = { quantity: 3, medicine: 'metformin', strength: '500 milligram', pack: 'box' };
  t.same(items('metformin five hundred milligrams three boxes'), [metformin]);
  t.same(items('metformin five hundred milligrams three boxes and aspirin two bottles'), [
    metformin,
    { quantity: 2, medicine: 'aspirin', pack: 'bottle' },
  ]);
  t.same(
    items('metformin five hundred milligrams two eight hundred and fifty milligrams'),
    [
      { quantity: 1, medicine: 'metformin', strength: '500 milligram' },
      { quantity: 2, medicine: 'metformin', strength: '850 milligram' },
    ],
    'others',
  );
});

t.test('a number that something left out was put right with counts nothing', async (t) => {
  const pack = pool.replace('glue: [a, for]', 'glue: [a]');
  const say = sayTo(understanderOf(t, pack));
  for (const text of ['two adult day passes at nine no six and a child', 'a child day pass for robin'])
    t.notMatch(say(text).context.passes, [{ quantity: /[46]/ }], text);
});

t.test('a joining word between a number and what it counts is no number', async (t) => {
  const pack = pool
    .replace('glue: [a, for]', 'glue: [a, for, places]')
    .replace('head: [pass]', 'head: [fare]');
  const say = sayTo(understanderOf(t, pack));
  const passes = (text: string) => say(text).context.passes;
  const adults = { quantity: 3, fare: 'adult' };
  t.same(passes('three for adults'), [adults]);
  t.same(passes('three places for adults'), [adults]);
  t.same(passes('i want three places for adults and two for children'), [
    adults,
    { quantity: 2, fare: 'child' },
  ]);
  t.same(passes('three for adults and one for a child'), [adults, { quantity: 1, fare: 'child' }]);
  t.same(passes('i want for adults'), [{ quantity: 4, fare: 'adult' }], 'it was misheard');
});

t.test(
  'a number alone is no order behind another request, and a longer one is not cut at its zero',
  async (t) => {
    const desk = `
name: desk
locales: [en]
lists: { fare: { inflect: true, values: [adult, child] } }
entities:
  fare: {}
  quantity: { kind: number, from: 1, to: 20 }
  ticket: { kind: phrase, of: [quantity, fare], head: [fare], into: tickets }
  room: { kind: number, from: 1, to: 60, into: room }
fields: { tickets: { kind: items, say: "{fare}" }, room: { kind: value } }
intents:
  buy: { sentences: ["[i want] {ticket}"], context: [addItems], replies: ["{tickets}."] }
  where: { sentences: ["where is room {room}"], context: [replace], replies: ["Here."] }
  several: { joins: { words: [and], intents: [where, buy] }, replies: ["{replies}"] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;
    const say = sayTo(understanderOf(t, desk));
    t.equal(say('where is room one oh four').intent, 'none');
    t.equal(say('where is room two oh five').intent, 'none');
    t.equal(say('where is room nine four').intent, 'none', 'neither nine nor an order of four');
    t.same(say('where is room two zero').context, { room: 20 });
  },
);

t.test('a number put right counts the thing that it is said of', async (t) => {
  const say = sayTo(understanderOf(t, pool));
  const passes = (text: string) => say(text).context.passes;
  const towels = { quantity: 2, pass: 'towel' };
  t.same(passes('a towel no two'), [towels]);
  t.same(passes('two towels and a day pass no three'), [towels, { quantity: 3, pass: 'day pass' }]);
  t.same(passes('two towels and a day pass no two day passes'), [towels, { quantity: 2, pass: 'day pass' }]);
  t.same(passes('a towel and a day pass no two towels'), [{ quantity: 1, pass: 'day pass' }, towels]);
  t.same(passes('two towels no three day passes'), [{ quantity: 3, pass: 'day pass' }]);
});

t.test(
  'an option that is said otherwise behind an article is of another thing of the same name',
  async (t) => {
    const say = sayTo(understanderOf(t, pool));
    const passes = (text: string) => say(text).context.passes;
    const pass = (quantity: number, fare: string) => ({ quantity, fare, pass: 'day pass' });
    t.same(passes('a day pass for an adult and a child'), [pass(1, 'adult'), pass(1, 'child')]);
    t.same(passes('day passes for two adults and a child'), [pass(2, 'adult'), pass(1, 'child')]);
    t.same(passes('two day passes for an adult and a child'), [pass(1, 'adult'), pass(1, 'child')]);
  },
);

t.test('"no" before a thing where nothing was ordered orders none', async (t) => {
  const say = sayTo(understanderOf(t, pool));
  t.equal(say('no towels').intent, 'none');
  t.same(say('no a towel').context.passes, [{ quantity: 1, pass: 'towel' }]);
  t.same(say('no two towels').context.passes, [{ quantity: 2, pass: 'towel' }]);
});

t.test('"not" before all that an order is for orders none', async (t) => {
  const say = sayTo(understanderOf(t, pool));
  const before = say('a towel');
  for (const text of ['not the towel', 'not a towel', 'not towels', 'not the day pass'])
    t.same([say(text, before).intent, say(text, before).context], ['none', before.context], text);
  t.same(say('not a towel a day pass').context.passes, [{ quantity: 1, pass: 'day pass' }]);
});

t.test('what somebody does not need is not ordered', async (t) => {
  const folder = t.testdir({ 'pack.yaml': pool.replace('glue: [a, for]', 'glue: [a, for, do]') });
  const say = sayTo(createUnderstander(loadPack(folder)));
  t.equal(say('i do not need two adult day passes').intent, 'none');
});

t.test(
  'a word that joins what is ordered counts nothing that it sounds like, but where an item begins',
  async (t) => {
    const say = sayTo(understanderOf(t, pool));
    const passes = (text: string) => say(text).context.passes;
    const child = { quantity: 1, fare: 'child', pass: 'day pass' };
    t.same(passes('a day pass for children'), [child]);
    t.same(passes('a day pass for a child and for towels'), [child, { quantity: 4, pass: 'towel' }]);
    t.same(passes('for towels'), [{ quantity: 4, pass: 'towel' }]);
    t.same(passes('a child day pass and to towels'), [child, { quantity: 2, pass: 'towel' }]);
  },
);

t.test(
  'what is said behind other things of one that is named again takes the place of what was said of it',
  async (t) => {
    const say = sayTo(understanderOf(t, pool));
    t.same(say('two adult day passes and a towel no child day passes').context.passes, [
      { quantity: 2, fare: 'child', pass: 'day pass' },
      { quantity: 1, pass: 'towel' },
    ]);
  },
);

t.test('a number before a code and a thing is how many there are', async (t) => {
  const hardware = `
name: hardware
locales: [en]
lists: { thing: { inflect: true, values: [bolt, nut] } }
entities:
  thing: {}
  size: { kind: spelled }
  quantity: { kind: number, from: 1, to: 50 }
  item: { kind: phrase, of: [quantity, size, thing], head: [thing], separators: [and], glue: [a, an], into: order }
fields: { order: { kind: items, defaults: { quantity: 1 } } }
intents: { order: { sentences: ["{item}"], context: [addItems], replies: ["Yes."] } }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;
  const say = sayTo(understanderOf(t, hardware));
  const order = (text: string) => say(text).context.order;
  const bolts = { quantity: 6, size: 'M8', thing: 'bolt' };
  t.same(order('six m eight bolts'), [bolts]);
  t.same(order('six m8 bolts and twelve m ten nuts'), [bolts, { quantity: 12, size: 'M10', thing: 'nut' }]);
  t.same(order('an m eight bolt'), [{ ...bolts, quantity: 1 }]);
  t.same(order('six bolts m eight'), [bolts]);
  t.same(order('bolts six m eight'), [{ quantity: 1, size: '6M8', thing: 'bolt' }], 'nothing is counted');
});

t.test('what a couple and a dozen are of follows behind "of"', async (t) => {
  const inn = `
name: inn
locales: [en]
entities: { nights: { kind: number, from: 1, to: 30, into: nights }, part: { kind: number } }
fields: { nights: { kind: value } }
intents:
  book: { sentences: ["a room for {nights} nights"], context: [replace], replies: ["Yes."] }
  tell: { sentences: ["{part} of them"], replies: ["{part}."] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;
  const say = sayTo(understanderOf(t, inn));
  for (const [text, nights] of [
    ['a room for a couple of nights', 2],
    ['a room for a couple nights', 2],
    ['a room for a dozen of nights', 12],
  ] as const)
    t.match(say(text), { context: { nights }, entities: { unmatched: undefined } }, text);
  t.equal(say('a couple of them').reply.text, '2.');
});

t.test(
  'how many of a thing there are, counted right behind it, is shared out as what is counted before it',
  async (t) => {
    const buffet = `
name: buffet
locales: [en]
lists: { dish: { inflect: true, values: [soup, stew] }, side: { values: [bread, rice, salad] } }
entities:
  dish: {}
  side: {}
  quantity: { kind: number, from: 1, to: 20 }
  item: { kind: phrase, of: [quantity, side, dish], head: [dish], separators: [and], glue: [a, for, times, with, people], into: order }
fields: { order: { kind: items, defaults: { quantity: 1 } } }
intents: { order: { sentences: ["[i want] {item}"], context: [addItems], replies: ["{order}."] } }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;
    const say = sayTo(understanderOf(t, buffet));
    const soups = (text: string) => say(text).context.order;
    const [bread, rice] = ['bread', 'rice'].map((side) => ({ quantity: 2, dish: 'soup', side }));
    t.same(soups('soup for four people two with bread two with rice'), [bread, rice]);
    t.same(soups('soup times four two with bread'), [{ quantity: 2, dish: 'soup' }, bread]);
    t.same(
      soups('soup and two with rice'),
      [{ quantity: 1, dish: 'soup' }, rice],
      'what is joined to it is more',
    );
  },
);
