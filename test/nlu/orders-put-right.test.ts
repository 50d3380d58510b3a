import t from 'tap';

import { pool } from './pool-pack.js';
import { sayTo, understanderOf } from './say-to.js';

const closet = `
name: closet
locales: [en]
lists: { thing: { inflect: true, values: [apron, bun, egg, cup] } }
entities:
  thing: {}
  level: { kind: number, from: 0, to: 10, into: level }
  shelf: { kind: number, from: 1, to: 10, into: shelf }
  quantity: { kind: number, from: 1, to: 20 }
  item: { kind: phrase, of: [quantity, thing], head: [thing], separators: [and], glue: [a, another, the], into: items }
fields: { items: { kind: items, defaults: { quantity: 1 } }, level: { kind: value }, shelf: { kind: value } }
intents:
  put: { sentences: ["put {item} on shelf {shelf}"], context: [addItems, replace], replies: ["Yes."] }
  fill: { sentences: ["it is full of {item} today"], context: [addItems], replies: ["Yes."] }
  add: { sentences: ["[i want] {item}"], context: [addItems], replies: ["Yes."] }
  rate: { sentences: ["it is [a] {level}"], context: [replace], replies: ["Yes."] }
  swap: { sentences: ["{item} instead of {item:old}", "instead of {item:old} {item}"], context: [swapItem], replies: ["Now {items}."] }
  change: { sentences: ["(no|make [it]) {item}"], context: [changeItem], replies: ["Now {items}."] }
  remove:
    sentences: ["(remove|i do not want) {item}", "take {item} off", "{item} less"]
    context: [removeItem]
    replies: ["Now {items}."]
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;

t.test('a count of another item that is put right leaves the one before it alone', async (t) => {
  const say = sayTo(understanderOf(t, closet));
  const bun = { quantity: 1, thing: 'bun' };
  const cups = { quantity: 6, thing: 'cup' };
  t.same(say('one bun and five no six cups').context.items, [bun, cups]);
  t.same(say('a bun and five i mean six cups').context.items, [bun, cups]);
  t.same(say('two cups and three buns no six cups').context.items, [{ ...bun, quantity: 3 }, cups]);
  t.same(say('two cups and three buns no six cups and one bun').context.items, [cups, bun]);
  t.same(say('it is full of two cups and three buns today no six cups').context.items, [
    cups,
    { ...bun, quantity: 3 },
  ]);
  t.match(say('put two cups and a bun on shelf four no six cups').context, { items: [cups, bun], shelf: 4 });
  t.same(say('put two cups on shelf four no five').context, { items: [{ ...cups, quantity: 2 }], shelf: 5 });
});

t.test('what is taken back of a whole request is missed by nobody', async (t) => {
  const say = sayTo(understanderOf(t, closet));
  const cups = { quantity: 2, thing: 'cup' };
  const said: [string, unknown[]][] = [
    [
      'put two cups on shelf four no wait two cups and a bun on shelf five',
      [cups, { quantity: 1, thing: 'bun' }],
    ],
    ['put two cups on shelf four sorry two eggs on shelf five', [{ ...cups, thing: 'egg' }]],
  ];
  for (const [text, items] of said) {
    const { context, entities } = say(text);
    t.same(context, { items, shelf: 5 }, text);
    t.notOk(entities.unmatched, text);
  }
  t.same(say('put two purple cups and a bun on shelf four').entities.unmatched, ['purple']);
});

t.test('so many instead of so many are of the same thing', async (t) => {
  const say = sayTo(understanderOf(t, closet));
  const order = say('three buns and an egg');
  const egg = { quantity: 1, thing: 'egg' };
  t.same(say('two buns instead of three', order).context.items, [{ quantity: 2, thing: 'bun' }, egg]);
  t.same(say('instead of three two buns', order).context.items, [{ quantity: 2, thing: 'bun' }, egg]);
  t.same(
    say('two cups instead of the buns', order).context.items,
    [egg, { quantity: 2, thing: 'cup' }].toReversed(),
  );
});

t.test('a number before another thing is how many there are of the one before', async (t) => {
  const say = sayTo(understanderOf(t, closet));
  const buns = { quantity: 2, thing: 'bun' };
  const cup = { quantity: 1, thing: 'cup' };
  t.same(say('no two and a cup', say('three buns')).context.items, [buns, cup]);
  t.same(say('make it two and three cups', say('one bun')).context.items, [buns, { ...cup, quantity: 3 }]);
  t.same(say('no two and a cup', say('an egg and a bun')).context.items, [
    { quantity: 1, thing: 'egg' },
    buns,
    cup,
  ]);
  t.same(say('two and a cup', say('a bun')).context.items, [{ ...buns, quantity: 3 }, cup], 'two more');
});

t.test('what is said in place of another thing, or with less of it, is no order of that', async (t) => {
  const say = sayTo(understanderOf(t, pool));
  const towels = say('two towels');
  t.match(say('one towel less', towels), { intent: 'none', context: towels.context });
  t.match(say('one less towel', towels), { intent: 'none' });
  t.match(say('instead of a towel'), { intent: 'none' });
  t.same(say('instead of a towel a child day pass').context.passes, [
    { quantity: 1, fare: 'child', pass: 'day pass' },
  ]);
});

t.test('"ones" stand for what was named before', async (t) => {
  const say = sayTo(understanderOf(t, pool));
  t.same(say('an adult day pass and two child ones').context.passes, [
    { quantity: 1, fare: 'adult', pass: 'day pass' },
    { quantity: 2, fare: 'child', pass: 'day pass' },
  ]);
});

t.test('"an" is what "a" is in a template', async (t) => {
  const say = sayTo(understanderOf(t, closet));
  t.equal(say("it's an eight").context.level, 8);
  t.equal(say('it is a nought').context.level, 0);
  t.same(say('i want an apron and an egg').context.items, [
    { quantity: 1, thing: 'apron' },
    { quantity: 1, thing: 'egg' },
  ]);
});

t.test('a number alone says how many of the last one there are', async (t) => {
  const say = sayTo(understanderOf(t, closet));
  const cups = (text: string) => say(text, say('a bun and two cups')).context.items;
  const bun = { quantity: 1, thing: 'bun' };
  t.same(cups('three'), [bun, { quantity: 3, thing: 'cup' }]);
  t.same(cups('um three please'), [bun, { quantity: 3, thing: 'cup' }]);
  t.same(cups('another three'), [bun, { quantity: 5, thing: 'cup' }]);
});

t.test('of several an article takes out one', async (t) => {
  const say = sayTo(understanderOf(t, closet));
  const before = say('three buns and two cups');
  const items = (text: string) => say(text, before).context.items;
  const left = (buns: number, cups: number) =>
    [
      { quantity: buns, thing: 'bun' },
      { quantity: cups, thing: 'cup' },
    ].filter(({ quantity }) => quantity > 0);
  t.same(items('take a bun off'), left(2, 2));
  t.same(items('remove a bun and a cup'), left(2, 1));
  t.same(items('remove another bun'), left(2, 2));
  t.same(items('a bun less'), left(2, 2));
  t.same(items('remove the bun'), left(0, 2));
  t.same(items('i do not want a bun'), left(0, 2));
});

t.test('"no" with nothing but a thing that is there takes it out, whatever changes', async (t) => {
  const say = sayTo(understanderOf(t, closet));
  const before = say('two buns and a cup');
  const items = (text: string) => say(text, before).context.items;
  t.same(items('no buns'), [{ quantity: 1, thing: 'cup' }]);
  t.same(items('no cup after all'), [{ quantity: 2, thing: 'bun' }]);
  t.equal(say('no bun', say('a bun')).reply.text, 'Now 1 bun.', 'all of it');
  t.same(say('two').context, {}, 'nothing was ordered');
  t.same(items('no three buns'), [
    { quantity: 3, thing: 'bun' },
    { quantity: 1, thing: 'cup' },
  ]);
  t.same(items('no eggs'), [
    { quantity: 2, thing: 'bun' },
    { quantity: 1, thing: 'egg' },
  ]);
  const three = say('two buns and a cup and two eggs');
  for (const text of ['no buns no eggs', 'no buns and no eggs', 'no buns and eggs'])
    t.same(say(text, three).context.items, [{ quantity: 1, thing: 'cup' }], text);
  t.same(say('buns no cups').context.items, [{ quantity: 1, thing: 'cup' }], 'behind one that is wanted');
  t.same(items('no buns no cup'), before.context.items, 'all of it');
});

t.test('of two things that nothing joins the one that is there becomes the other', async (t) => {
  const say = sayTo(understanderOf(t, closet));
  const bun = { quantity: 1, thing: 'bun' };
  const before = say('two buns and a cup');
  const items = (text: string) => say(text, before).context.items;
  t.same(items('make the cup an egg'), [
    { ...bun, quantity: 2 },
    { quantity: 1, thing: 'egg' },
  ]);
  t.same(items('make the buns eggs'), [
    { quantity: 2, thing: 'egg' },
    { quantity: 1, thing: 'cup' },
  ]);
  t.same(items('no cup but two eggs'), [
    { ...bun, quantity: 2 },
    { quantity: 2, thing: 'egg' },
  ]);
  t.same(items('make a bun an egg'), [bun, { quantity: 1, thing: 'egg' }, { quantity: 1, thing: 'cup' }]);
  t.same(items('no a cup and an egg'), [
    ...(before.context.items as object[]),
    { quantity: 1, thing: 'egg' },
  ]);
});

t.test('a definite article points at what is there, by what it has as well', async (t) => {
  const understander = understanderOf(
    t,
    pool
      .replace('for]', 'for, the, with]')
      .replace('[quantity, fare, pass]', '[quantity, fare, extra, pass]')
      .replace('fare: {}', 'fare: {}\n  extra: {}')
      .replace('lists:', 'lists:\n  extra: { values: [locker, sauna] }'),
  );
  const say = sayTo(understander);
  const before = say('an adult day pass and two child day passes');
  const passes = (text: string) => say(text, before).context.passes;
  const adult = { quantity: 1, fare: 'adult', pass: 'day pass' };
  const children = { quantity: 2, fare: 'child', pass: 'day pass' };
  t.same(passes('the adult with sauna'), [{ ...adult, extra: 'sauna' }, children]);
  t.same(passes('an adult with sauna'), [adult, children, { quantity: 1, fare: 'adult', extra: 'sauna' }]);
});

t.test('what comes instead of a thing takes its place in what was ordered', async (t) => {
  const say = sayTo(understanderOf(t, pool));
  const before = say('two adult day passes and a towel');
  const child = { quantity: 1, fare: 'child', pass: 'day pass' };
  const towel = { quantity: 1, pass: 'towel' };
  const passes = (text: string, last = before) => say(text, last).context.passes;
  t.same(passes('i want a child day pass instead of the towel'), [
    { quantity: 2, fare: 'adult', pass: 'day pass' },
    child,
  ]);
  t.same(passes('a towel instead of an adult day pass', say('a child day pass')), [
    { ...towel, fare: 'child' },
  ]);
  t.same(say('a towel instead of an adult day pass').context.passes, [towel]);
  const closets = sayTo(understanderOf(t, closet));
  const two = closets('two buns and a cup');
  for (const text of ['change the cup to an egg', 'swap a bun for an egg', 'replace the buns with eggs'])
    t.match(closets(text, two), { intent: 'none', context: two.context }, 'no template says so');
  t.equal(closets('a switch and two buns').intent, 'add', 'a thing');
  t.match(closets('only one bun', two), { intent: 'none', context: two.context }, 'nor that it is fewer');
  t.same(closets('only one egg').context.items, [{ quantity: 1, thing: 'egg' }]);
  t.same(closets('make it an egg instead of a bun', closets('two buns and a cup')).context.items, [
    { quantity: 2, thing: 'egg' },
    { quantity: 1, thing: 'cup' },
  ]);
});

t.test(
  'another one, of which nobody says what it is, is of the last thing of which the same was said',
  async (t) => {
    const say = sayTo(understanderOf(t, pool));
    const adult = { quantity: 1, fare: 'adult', pass: 'day pass' };
    const towel = { quantity: 1, pass: 'towel' };
    const passes = (text: string, before: string) => say(text, say(before)).context.passes;
    t.same(passes('two for children', 'an adult day pass and a towel'), [
      adult,
      towel,
      { quantity: 2, fare: 'child', pass: 'day pass' },
    ]);
    t.same(
      passes('a child', 'a towel'),
      [towel, { quantity: 1, fare: 'child' }],
      'which was not said of one',
    );
  },
);

t.test('who breaks off behind "with" or "and" begins anew, and is not without something', async (t) => {
  const say = sayTo(understanderOf(t, closet));
  for (const text of ['a bun and no a cup', 'a bun with um no a cup', 'a bun and no wait a cup'])
    t.same(say(text).context.items, [{ quantity: 1, thing: 'cup' }], text);
  t.same(say('a bun and no cup').context.items, [{ quantity: 1, thing: 'bun' }]);
});
