import t from 'tap';

import { converse, understanderOf } from './say-to.js';

t.test('an item is pointed at by what only it has', async (t) => {
  const pack = `
name: post
locales: [en]
lists: { thing: { inflect: true, values: [parcel, letter] }, country: { values: [france, germany] }, speed: { values: [express, standard] } }
entities:
  thing: {}
  speed: {}
  country: {}
  to: { kind: pattern, patterns: [{ in: "to {country}", out: "{country}" }] }
  quantity: { kind: number, from: 1, to: 9 }
  item: { kind: phrase, of: [quantity, to, speed, thing], head: [thing], separators: [and], glue: [a, the, by], into: order }
fields: { order: { kind: items, defaults: { quantity: 1 } } }
intents:
  send: { sentences: ["{item}"], context: [addItems], replies: ["{order}."] }
  change: { sentences: ["make {item}"], when: { filled: [order] }, context: [changeItem], replies: ["{order}."] }
  remove: { sentences: ["remove {item}", "take {item} off"], context: [removeItem], replies: ["[{order}]."] }
`;
  const understander = understanderOf(t, pack);
  const order = (...said: string[]) =>
    (converse(understander, ['a parcel to france and one to germany', ...said]).at(-1)!.context.order ??
      []) as object[];
  const parcel = { quantity: 1, thing: 'parcel' };
  const [french, german] = [
    { ...parcel, to: 'france' },
    { ...parcel, to: 'germany' },
  ];
  t.same(converse(understander, ['no express'])[0].context, {}, 'refuses what nobody asked for');
  t.same(order('make the one to france express'), [{ ...french, speed: 'express' }, german]);
  t.same(order('the one to france by express'), [{ ...french, speed: 'express' }, german]);
  t.same(order('take the one to france off'), [german]);
  t.same(order('make the one to france express', 'remove the express'), [french, german], 'an option');
});

t.test('a thing is pointed at by the kind in its name, which elsewhere is an option', async (t) => {
  const pack = `
name: bakery
locales: [en]
lists:
  thing: { values: [chocolate bun, plain bun, coffee] }
  syrup: { values: [{ in: "chocolate [syrup]", out: chocolate syrup }] }
  heat: { values: [warm] }
  kind: { values: [plain] }
entities:
  thing: {}
  syrup: {}
  heat: {}
  kind: {}
  item: { kind: phrase, of: [syrup, heat, thing], head: [thing], separators: [and], glue: [a, with], into: order }
  which: { kind: phrase, of: [syrup, heat, kind], into: order }
  how: { kind: phrase, of: [heat], into: order }
fields: { order: { kind: items } }
intents:
  order: { sentences: ["{item}"], context: [addItems], replies: ["{order}"] }
  change: { sentences: ["make the {which:target} one {how}"], when: { filled: [order] }, context: [changeItem], replies: [{ when: { said: [failed] }, say: ["No."] }, "{order}"] }
`;
  const understander = understanderOf(t, pack);
  const buns = (...said: string[]) =>
    converse(understander, ['a chocolate bun and a plain bun and a coffee', ...said]).at(-1)!;
  const [chocolate, plain, coffee] = ['chocolate bun', 'plain bun', 'coffee'].map((thing) => ({ thing }));
  const warm = { heat: 'warm' };
  t.same(buns('make the chocolate one warm').context.order, [{ ...chocolate, ...warm }, plain, coffee]);
  t.same(buns('make the plain one warm').context.order, [chocolate, { ...plain, ...warm }, coffee]);
  const sweet = buns('a coffee with chocolate syrup', 'make the chocolate one warm').context.order;
  t.same(sweet, [chocolate, plain, coffee, { ...coffee, syrup: 'chocolate syrup', ...warm }]);
  const none = converse(understander, ['a coffee', 'make the plain one warm'])[1];
  t.match(none, { context: { order: [coffee] }, reply: { text: 'No.' } });
});

t.test(
  'of several things each is found by what it is called or has, and the one that is not wanted goes',
  async (t) => {
    const pack = `
name: canteen
locales: [en]
lists:
  thing: { inflect: true, values: [coffee, mint tea, soup, lemon bun] }
  syrup: { values: [{ in: "(mint|caramel) [syrup]", out: mint syrup }] }
  extra: { values: [lemon, milk] }
  kind: { values: [lemon] }
  size: { values: [small, large, { in: heat, out: hot }] }
  lacking: { range: { from: 1, to: 1 }, values: [{ in: "one plain", out: 1 }] }
entities:
  thing: {}
  syrup: {}
  kind: {}
  size: {}
  quantity: { kind: number, from: 1, to: 9 }
  lacking: { closed: true }
  with: { kind: pattern, many: true, patterns: [{ in: "with {extra}", out: "{extra}" }] }
  extra: {}
  item: { kind: phrase, of: [quantity, lacking, size, syrup, with, thing], head: [thing], rules: [{ take: [lacking], as: quantity }], separators: [and], glue: [a, the], into: order }
  which: { kind: phrase, of: [kind, syrup, size], into: order }
  how: { kind: phrase, of: [size, with], into: order }
fields: { order: { kind: items, defaults: { quantity: 1 } } }
intents:
  order: { sentences: ["{item}"], context: [addItems], replies: ["{order}"] }
  rather: { sentences: ["(just|rather) {item} not the {item:old}"], when: { filled: [order] }, context: [swapItem], replies: ["{order}"] }
  change: { sentences: ["make the {which:target} one {how}"], when: { filled: [order] }, context: [changeItem], replies: ["{order}"] }
  both: { sentences: ["the {item:target} {how} the other {how:rest}"], when: { filled: [order] }, context: [changeItem, changeOther], replies: ["{order}"] }
  specify: { sentences: ["the {item}"], when: { filled: [order] }, context: [setItem], replies: ["{order}"] }
  remove: { sentences: ["scrap the {which:distinct}"], when: { filled: [order] }, context: [removeItem], replies: [{ when: { said: [failed] }, say: ["No."] }, "{order}"] }
`;
    const understander = understanderOf(t, pack);
    const order = (...said: string[]) => converse(understander, said).at(-1)!.context.order;
    const one = (thing: string, options = {}) => ({ quantity: 1, thing, ...options });
    const both = 'a coffee and a soup';
    t.same(order(both, 'just the coffee not the soup'), [one('coffee')]);
    t.same(order(both, 'just a coffee not the soup'), [{ ...one('coffee'), quantity: 2 }], 'another one');
    const lemon = one('coffee', { with: ['lemon'] });
    t.same(order('a coffee with lemon and a soup', 'make the lemon one large'), [
      { ...lemon, size: 'large' },
      one('soup'),
    ]);
    t.same(order(both, 'the coffee with milk the other with lemon'), [
      one('coffee', { with: ['milk'] }),
      one('soup', { with: ['lemon'] }),
    ]);
    t.same(order('a mint tea and a soup', 'scrap the mint'), [one('soup')]);
    t.same(order('a mint tea and a soup', 'the mint large'), [
      one('mint tea', { size: 'large' }),
      one('soup'),
    ]);
    const large = one('coffee', { size: 'large' });
    t.same(order(both, 'the coffee large and heat the soup'), [large, one('soup', { size: 'hot' })]);
    t.same(
      order('a coffee and a soup and a mint tea', 'rather a large mint tea and heat the soup not the coffee'),
      [one('mint tea', { size: 'large' }), one('soup', { size: 'hot' }), one('mint tea')],
    );
    t.same(
      order('a mint coffee and a mint tea', 'scrap the mint'),
      [one('coffee'), one('mint tea')],
      'an option',
    );
    const sweet = one('coffee', { syrup: 'mint syrup' });
    t.same(order('one large caramel coffee and one plain'), [
      { ...sweet, size: 'large' },
      one('coffee', { size: 'large' }),
    ]);
  },
);
