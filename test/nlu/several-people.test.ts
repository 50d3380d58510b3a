import t from 'tap';

import { converse, understanderOf } from './say-to.js';

const pack = `
name: drinks
locales: [en]
fields:
  order:
    kind: items
    defaults: { quantity: 1 }
    persons: person
    ofEach: [serving]
    say: "{quantity|words} {drink|counted:quantity}[ with {milk}][ for {for}]"
  serving: { kind: value }
lists:
  drink: { inflect: true, values: [tea, mocha, latte] }
  size: { values: [small, large] }
  milk: { values: [oat milk, soy milk, { in: no oat milk, out: no oat milk }] }
  serving: { values: [to go, for here] }
  owner: { values: [{ in: hers, out: her }] }
  person: { values: [{ in: "(i|me)", out: me }, { in: "(she|her|hers|friend)", out: her }] }
entities:
  drink: {}
  size: {}
  milk: {}
  serving: { into: serving }
  quantity: { kind: number, from: 1, to: 9 }
  what:
    kind: phrase
    into: order
    head: drink
    of: [quantity, size, drink, milk]
    separators: [and]
    glue: [a, and, with, for me, for her]
  which: { kind: phrase, into: order, head: drink, of: [drink], glue: [the] }
  how: { kind: phrase, into: order, of: [size, milk] }
  owner: {}
  who: { kind: text, maxWords: 1, isName: true, into: order.for }
intents:
  order:
    data:
      - sentences: ["[i want] {what}", "{who:each} wants {what}", "{what} all with {how:with} except the {which:spared}"]
      - sentences: ["{what} and the {how:target} one with {how:with}"]
    context: [addItems, replace]
    replies: ["{items}. Anything else?"]
  change:
    when: { filled: [order] }
    sentences:
      - "the {how:moved} is for the {which:target}"
      - "the one with {how:target} with {how}"
      - "[make] the {which:target} {serving} and the others {serving:rest}"
      - "only the {which:target} {serving:only}"
      - "everything {serving}"
      - "{owner} with {how}"
    context: [changeItem, replace]
    replies:
      - { when: { said: [failed] }, say: ["That cannot be done."] }
      - "Now it is {order}."
  some: { when: { filled: [order] }, sentences: ["{quantity:part} {serving}"], context: [replace], replies: ["Now it is {order}."] }
  others: { when: { filled: [order] }, sentences: ["the others {serving}"], context: [changeOthers, replace], replies: ["Now it is {order}."] }
  ask: { sentences: ["is there {drink}"], replies: ["There is {drink}. Anything else?"] }
  several:
    joins: { words: [and], intents: [order, change, ask] }
    replies: ["{replies}"]
`;

/** What is said of each item, but for how many there are. */
const itemsOf = (order: unknown) =>
  (order as Record<string, unknown>[]).map(({ quantity, ...item }) => ({
    ...item,
    ...(quantity === 1 ? {} : { quantity }),
  }));

t.test('orders of several people', async (t) => {
  const understander = understanderOf(t, pack);
  const last = (...said: string[]) => converse(understander, said).at(-1)!;
  const order = (...said: string[]) => itemsOf(last(...said).context.order);

  t.test('a name begins another wish, with a word that joins it or without', async (t) => {
    const both = [
      { drink: 'latte', for: 'mike' },
      { drink: 'tea', for: 'sara' },
    ];
    t.strictSame(order('mike wants a latte sara wants a tea'), both);
    t.strictSame(order('mike wants a latte and sara wants a tea'), both);
    t.notMatch(
      JSON.stringify(order('mike wants a latte tea wants a tea')),
      /for.:.tea/,
      'no drink is a name',
    );
  });

  t.test('a word for whose it is begins another wish', async (t) => {
    t.strictSame(order('i want a latte and she wants a tea', 'only the latte to go hers with oat milk'), [
      { drink: 'latte', serving: 'to go' },
      { drink: 'tea', milk: 'oat milk' },
    ]);
  });

  t.test('what two people have is said twice', async (t) => {
    t.strictSame(order('a latte for me a latte for her'), [{ drink: 'latte', quantity: 2 }]);
    t.strictSame(order('a latte a latte with oat milk'), [{ drink: 'latte', milk: 'oat milk' }]);
  });

  t.test('what holds for all holds for all but one', async (t) => {
    t.strictSame(order('a latte a mocha and a tea all with oat milk except the tea'), [
      { drink: 'latte', milk: 'oat milk' },
      { drink: 'mocha', milk: 'oat milk' },
      { drink: 'tea' },
    ]);
    t.strictSame(order('a large latte and a small latte and the small one with soy milk'), [
      { size: 'large', drink: 'latte' },
      { size: 'small', drink: 'latte', milk: 'soy milk' },
    ]);
  });

  t.test('what was said of the wrong item is taken from it', async (t) => {
    t.strictSame(
      order('a latte with oat milk and a tea with soy milk and a mocha', 'the oat milk is for the mocha'),
      [{ drink: 'latte' }, { drink: 'tea', milk: 'soy milk' }, { drink: 'mocha', milk: 'oat milk' }],
    );
    const none = last('a latte with oat milk', 'the oat milk is for the mocha');
    t.equal(none.reply.text, 'That cannot be done.');
    t.strictSame(itemsOf(none.context.order), [{ drink: 'latte', milk: 'oat milk' }]);
  });

  t.test('one without something is any that has something else, or nothing', async (t) => {
    t.strictSame(
      order('a latte with oat milk and a latte with soy milk', 'the one with no oat milk with large'),
      [
        { drink: 'latte', milk: 'oat milk' },
        { drink: 'latte', milk: 'soy milk', size: 'large' },
      ],
    );
  });

  t.test('as many as are said are to go, and the others may be named later', async (t) => {
    const two = { quantity: 2, drink: 'latte' };
    t.same(last('two lattes and a tea', 'two to go').context.order, [
      { ...two, serving: 'to go' },
      { quantity: 1, drink: 'tea' },
    ]);
    t.same(
      last('two lattes', 'two to go').context,
      { order: [two], serving: 'to go' },
      'that is all of them',
    );
    t.same(last('two lattes and a tea', 'two to go', 'the others for here').context.order, [
      { ...two, serving: 'to go' },
      { quantity: 1, drink: 'tea', serving: 'for here' },
    ]);
    t.same(last('two lattes and a tea', 'one to go').context.order, [
      { quantity: 1, drink: 'latte' },
      { quantity: 1, drink: 'latte', serving: 'to go' },
      { quantity: 1, drink: 'tea' },
    ]);
  });

  t.test('one of several is to go, and the others are not', async (t) => {
    t.strictSame(order('a latte a mocha and a tea', 'the latte to go and the others for here'), [
      { drink: 'latte', serving: 'to go' },
      { drink: 'mocha', serving: 'for here' },
      { drink: 'tea', serving: 'for here' },
    ]);
    const only = last('a latte and a mocha', 'everything to go', 'only the mocha to go');
    t.strictSame(itemsOf(only.context.order), [{ drink: 'latte' }, { drink: 'mocha', serving: 'to go' }]);
    t.equal(only.context.serving, undefined);
    t.match(only.reply.text, 'Now it is', 'which can be done');
  });

  t.test('of several replies only the last asks what else there is', async (t) => {
    const { reply } = last('a latte and is there tea');
    t.equal(reply.text, 'One latte. There is tea. Anything else?');
  });
});
