import t from 'tap';

import { converse, understanderOf } from './say-to.js';

t.test('what is left out takes the place of what was added, and the other way round', async (t) => {
  const pack = `
name: grill
locales: [en]
lists: { burger: { values: [burger] }, topping: { values: [cheese, onions] } }
entities:
  burger: {}
  topping: {}
  with: { kind: pattern, many: true, patterns: [{ in: "[with|extra] {topping}", out: "{topping}" }, { in: "(no|without) {topping}", out: "no {topping}" }, { in: "(no|without) {topping} (and|or) {topping:other}", out: "no {topping} | no {other}" }] }
  item: { kind: phrase, of: [with, burger], head: [burger], separators: [and], glue: [a], into: order }
fields: { order: { kind: items } }
intents:
  order: { sentences: ["{item}"], context: [addItems], replies: ["{order}"] }
  change: { sentences: ["(no|actually|no actually) {item}"], when: { filled: [order] }, context: [changeItem], replies: ["{order}"] }
  correct: { sentences: ["rather {item}"], when: { filled: [order] }, context: [correctItem], replies: ["{order}"] }
  remove: { sentences: ["now no {item}"], when: { filled: [order] }, context: [removeItem], replies: ["{order}"] }
  swap: { sentences: ["rather no {item:old} but {item}"], when: { filled: [order] }, context: [swapItem], replies: ["{order}"] }
`;
  const understander = understanderOf(t, pack);
  const withIt = (...said: string[]) =>
    (converse(understander, said).at(-1)!.context.order as { with: string[] }[]).map((item) => item.with);
  t.same(withIt('a burger with extra cheese', 'no actually without cheese'), [['no cheese']]);
  t.same(withIt('a burger without cheese', 'actually with cheese'), [['cheese']]);
  t.same(withIt('a burger with cheese', 'rather onions'), [['onions']]);
  t.same(withIt('a burger without cheese', 'rather onions'), [['no cheese', 'onions']]);
  t.same(withIt('a burger with cheese', 'rather without onions'), [['cheese', 'no onions']]);
  // the "no" of the template is that of the option as well
  t.same(withIt('a burger with cheese', 'no cheese'), [['no cheese']]);
  t.same(withIt('a burger with cheese', 'no onions'), [['cheese', 'no onions']]);
  t.same(withIt('a burger with cheese', 'no onions and no cheese'), [['no onions', 'no cheese']]);
  t.same(withIt('a burger with cheese and onions', 'now no onions'), [['cheese']]);
  t.same(withIt('a burger with no cheese'), [['no cheese']]);
  t.same(withIt('a burger with no cheese and with no onions'), [['no cheese', 'no onions']]);
  t.same(withIt('a burger with no cheese also a burger with onions'), [['no cheese'], ['onions']]);
  t.equal(converse(understander, ['a burger and also a burger'])[0].entities.unmatched, undefined);
  t.same(withIt('a burger with cheese', 'rather no cheese but onions'), [['onions']]);
  const but = converse(understander, ['a burger without cheese but extra onions'])[0];
  t.match(but.context.order, [{ with: ['no cheese', 'onions'] }]);
  t.equal(but.entities.unmatched, undefined);
  t.same(withIt('a burger without cheese or onions', 'actually with onions'), [['no cheese', 'onions']]);
});

t.test('options alone say more of the last item that is without them', async (t) => {
  const pack = `
name: cinema
locales: [en]
lists: { snack: { inflect: true, values: [popcorn, coke] }, size: { values: [large, small] }, topping: { values: [butter, ice] } }
entities:
  snack: {}
  size: {}
  topping: {}
  with: { kind: pattern, many: true, patterns: [{ in: "with {topping}", out: "{topping}" }] }
  quantity: { kind: number, from: 1, to: 9 }
  item: { kind: phrase, of: [quantity, size, with, snack], head: [snack], separators: [and], glue: [a, one, of, the], into: order }
fields: { order: { kind: items, defaults: { quantity: 1 }, say: "{quantity} [{size} ]{snack|counted:quantity}[ with {with}]" } }
intents:
  order:
    sentences: ["[and] [i want] {item}"]
    context: [addItems]
    replies: [{ when: { said: [incomplete] }, say: ["What?"] }, "{order}."]
  change: { sentences: ["make {item}"], context: [changeItem], replies: ["{order}."] }
`;
  const understander = understanderOf(t, pack);
  const said = (...turns: string[]) => converse(understander, turns).at(-1)!.reply.text;
  t.equal(said('a popcorn', 'large'), '1 large popcorn.');
  t.equal(said('a large popcorn and a coke', 'i want large'), '1 large popcorn and 1 large coke.');
  t.equal(said('a coke with ice', 'with butter', 'small'), '1 small coke with ice and butter.');
  t.equal(said('two popcorns', 'one large'), '1 popcorn and 1 large popcorn.');
  const [, some] = converse(understander, ['two popcorns', 'one large']);
  t.same(some.entities.items, [{ quantity: 1, size: 'large', snack: 'popcorn' }]);
  t.equal(
    said('three popcorns', 'two large', 'one small'),
    '1 small popcorn and 2 large popcorns.',
    'each is one of these',
  );
  t.equal(said('a large popcorn', 'a small one'), '1 large popcorn and 1 small popcorn.', 'another');
  t.equal(said('a popcorn', 'two large'), '2 large popcorns.', 'how many as well');
  t.equal(said('a large popcorn', 'two small'), '1 large popcorn and 2 small popcorns.');
  for (const another of ['a large one', 'and two large', 'one large'])
    t.equal(said('a popcorn', another), 'What?', another);
  t.equal(said('large', 'with butter', 'popcorn'), '1 large popcorn with butter.');
  t.equal(said('two popcorns', 'make one of the popcorns large'), '1 popcorn and 1 large popcorn.');
  t.equal(
    said('three large popcorns', 'make two of the large popcorns with butter'),
    '1 large popcorn and 2 large popcorns with butter.',
  );
});

t.test('things are found in their plural, also those whose plural is spelled as one might be', async (t) => {
  const pack = `
name: stand
locales: [en]
lists: { snack: { inflect: true, values: [pepperoni, panini, kiwi bowl, kiwi, tennis ball, potato] } }
entities: { snack: {}, quantity: { kind: number, from: 1, to: 9 }, item: { kind: phrase, of: [quantity, snack], head: [snack], into: order } }
fields: { order: { kind: items } }
intents: { order: { sentences: ["{item}"], context: [addItems], replies: ["{order}"] } }
`;
  const understander = understanderOf(t, pack);
  for (const [said, snack] of [
    ['pepperonis', 'pepperoni'],
    ['paninis', 'panini'],
    ['kiwis', 'kiwi'],
    ['kiwi bowls', 'kiwi bowl'],
    ['tennis balls', 'tennis ball'],
    ['potatoes', 'potato'],
  ])
    t.same(converse(understander, [`two ${said}`])[0].context.order, [{ quantity: 2, snack }], said);
});

t.test('what is left out, an item that was only an option, and one of several that is changed', async (t) => {
  const pack = `
name: pizzeria
locales: [en]
lists:
  pizza: { inflect: true, values: [calzone, diavola] }
  topping: { values: [ham, { in: "olive[s]", out: olives }, { in: "onion[s]", out: onions }] }
  size: { values: [large, small] }
entities:
  pizza: {}
  size: {}
  topping: { many: true }
  leftOut:
    kind: pattern
    many: true
    patterns:
      - { in: "(no|without) {topping}", out: "{topping}" }
      - { in: "(no|without) {topping} (and|or) {topping:other}", out: "{topping} | {other}" }
  quantity: { kind: number, from: 1, to: 9 }
  item: { kind: phrase, of: [quantity, size, topping, leftOut, pizza], head: [pizza], separators: [and], glue: [a, with, of, the], into: order }
fields: { order: { kind: items, defaults: { quantity: 1 } } }
intents:
  order: { sentences: ["{item}"], context: [addItems], replies: ["{order}."] }
  swap: { sentences: ["make {item:old} [a] {item}"], when: { filled: [order] }, context: [swapItem], replies: ["{order}."] }
  remove: { sentences: ["remove {item}"], context: [removeItem], replies: ["So far[ {order}]."] }
`;
  const understander = understanderOf(t, pack);
  const order = (...said: string[]) => converse(understander, said).at(-1)!.context.order;
  const calzone = { quantity: 1, pizza: 'calzone' };
  t.same(order('a calzone without olives and onions'), [{ ...calzone, leftOut: ['olives', 'onions'] }]);
  t.same(order('a calzone without olives and with ham'), [
    { ...calzone, leftOut: ['olives'], topping: ['ham'] },
  ]);
  t.same(order('a calzone', 'with ham', 'remove the ham'), [calzone], 'nothing is left of "one with ham"');
  t.same(
    order('a diavola with olives and the diavola with ham'),
    [{ quantity: 1, pizza: 'diavola', topping: ['olives', 'ham'] }],
    'it is named again',
  );
  const large = [calzone, { ...calzone, size: 'large' }, { quantity: 2, pizza: 'diavola' }];
  t.same(order('two calzones and two diavolas', 'make one calzone large'), large);
  t.same(order('two calzones and two diavolas', 'make one of the calzones large'), large);
});

t.test('an item of which nobody said what it is still has words', async (t) => {
  const pack = `
name: stand
locales: [en]
lists: { snack: { values: [popcorn] }, flavor: { values: [sweet, salted] } }
entities: { snack: {}, flavor: {}, item: { kind: phrase, of: [flavor, snack], head: [snack], into: order } }
fields: { order: { kind: items, defaults: { quantity: 1 }, say: "{quantity|words} [{flavor} ]{snack}" } }
intents: { order: { sentences: ["{item}"], context: [addItems], replies: ["{order}."] } }
`;
  const understander = understanderOf(t, pack);
  const replies = converse(understander, ['salted popcorn', 'sweet']).map(({ reply }) => reply.text);
  t.same(replies, ['One salted popcorn.', 'One salted popcorn and 1 sweet.']);
});

t.test('what is never said of one thing is said of the one beside it', async (t) => {
  const grill = `
name: grill
locales: [en]
lists: { dish: { inflect: true, values: [burger, steak, beer, fry] }, done: { values: [rare, medium, well done] } }
entities:
  dish: {}
  done: {}
  quantity: { kind: number, from: 1, to: 9 }
  item: { kind: phrase, of: [quantity, done, dish], head: [dish], separators: [and], glue: [a, with], into: order }
fields: { order: { kind: items, defaults: { quantity: 1 }, never: { done: [beer, fry] } } }
intents: { order: { sentences: ["{item}"], context: [addItems], replies: ["{order}."] } }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;
  const understander = understanderOf(t, grill);
  const order = (said: string) => converse(understander, [said])[0].context.order;
  const burger = { quantity: 1, dish: 'burger', done: 'well done' };
  const fries = { quantity: 1, dish: 'fry' };
  t.same(order('a burger with fries well done'), [burger, fries]);
  t.same(order('a beer rare and a steak'), [
    { quantity: 1, dish: 'beer' },
    { quantity: 1, dish: 'steak', done: 'rare' },
  ]);
  t.same(order('two burgers one medium and one well done with fries'), [
    burger,
    { ...burger, done: 'medium' },
    fries,
  ]);
  t.same(
    order('a steak rare and fries well done'),
    [
      { quantity: 1, dish: 'steak', done: 'rare' },
      { ...fries, done: 'well done' },
    ],
    'no other can have it',
  );
});
