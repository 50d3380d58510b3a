import t from 'tap';

import { converse, understanderOf } from './say-to.js';

const pack = `
name: grill
locales: [en]
lists:
  meal: { inflect: true, values: [burger meal, wrap meal] }
  side: { inflect: true, values: [fries, salad] }
  drink: { inflect: true, values: [coke, lemonade, water] }
  size: { values: [small, large] }
entities:
  quantity: { kind: number, from: 1, to: 9 }
  meal: {}
  side: {}
  drink: {}
  size: {}
  mealSide: { list: side }
  mealDrink: { list: drink }
  item:
    kind: phrase
    of: [quantity, size, meal, side, drink]
    head: [meal, side, drink]
    separators: [and]
    glue: [a, the, with]
    rules:
      - { take: [side], as: mealSide, since: [with], with: meal }
      - { take: [drink], as: mealDrink, since: [with], with: meal }
      - { take: [drink], as: mealDrink, behind: [mealSide] }
    into: order
fields: { order: { kind: items, defaults: { quantity: 1 } } }
intents:
  order: { sentences: ["[and] {item}"], context: [addItems], replies: [Yes.] }
  each: { sentences: ["[and] {item} each", "{item:first} and {item} each"], context: [addEachItem], replies: [Yes.] }
  change: { sentences: ["(no|make) {item}", "make {item:target} {item}"], when: { filled: [order] }, context: [changeItem], replies: [Yes.] }
  swap: { sentences: ["swap [{quantity:part} of] {item:old} for {item}"], when: { filled: [order] }, context: [swapItem], replies: [Yes.] }
  remove: { sentences: ["take {item} off"], when: { filled: [order] }, context: [removeItem], replies: [Yes.] }
fallback: { silence: [What?], none: [Sorry?] }
`;

t.test('several things that are there are changed at once', async (t) => {
  const understander = understanderOf(t, pack);
  const order = (...said: string[]) => converse(understander, said).at(-1)!.context.order;
  const changed = [
    { quantity: 1, drink: 'coke', size: 'large' },
    { quantity: 1, drink: 'water', size: 'small' },
  ];
  t.same(order('a coke and a water', 'make the coke large and the water small'), changed);
  t.same(order('a water and a coke', 'make large and the water small'), changed.toReversed());
  t.same(order('a coke and a water', 'make the coke large the water small'), changed);
});

t.test('one each is as many as there are of the first kind that was ordered', async (t) => {
  const understander = understanderOf(t, pack);
  const order = (...said: string[]) => converse(understander, said).at(-1)!.context.order;
  const ordered = [
    { quantity: 3, side: 'salad' },
    { quantity: 3, drink: 'coke' },
  ];
  t.same(order('three salads', 'and a coke each'), ordered);
  t.same(order('three salads and a coke each'), ordered);
  t.same(order('two burger meals and a salad', 'and a water each'), [
    { quantity: 2, meal: 'burger meal' },
    { quantity: 1, side: 'salad' },
    { quantity: 2, drink: 'water' },
  ]);
});

t.test('what is part of a meal is changed where it is', async (t) => {
  const understander = understanderOf(t, pack);
  const order = (...said: string[]) => converse(understander, said).at(-1)!.context.order;
  const meal = { quantity: 1, meal: 'burger meal', mealSide: 'fries', mealDrink: 'coke' };
  t.same(order('a burger meal with fries and a coke'), [meal]);
  t.same(order('a burger meal with fries and a coke', 'swap the coke for a lemonade'), [
    { ...meal, mealDrink: 'lemonade' },
  ]);
  t.same(order('a burger meal with fries and a coke', 'take the coke off'), [
    { quantity: 1, meal: 'burger meal', mealSide: 'fries' },
  ]);
  t.same(order('two burger meals with fries and a coke', 'swap one of the cokes for a water'), [
    meal,
    { ...meal, mealDrink: 'water' },
  ]);
  t.same(
    order('a burger meal with fries and a coke', 'no a lemonade'),
    [{ ...meal, mealDrink: 'lemonade' }],
    'put right',
  );
  t.same(
    order('a burger meal with fries and a coke', 'and a coke', 'swap the coke for a water'),
    [meal, { quantity: 1, drink: 'water' }],
    'the one that was ordered by itself',
  );
  t.same(order('a coke', 'take the water off'), [{ quantity: 1, drink: 'coke' }], 'which nobody ordered');
  t.same(
    order('two cokes', 'no four waters'),
    [{ quantity: 4, drink: 'water' }],
    'of which there was no meal',
  );
  t.same(
    order('a burger meal with fries and a coke', 'and a lemonade'),
    [meal, { quantity: 1, drink: 'lemonade' }],
    'what is added is no part of it',
  );
});
