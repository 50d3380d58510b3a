import t from 'tap';

import { typed, understanderOf } from './say-to.js';

const pack = `
name: drinks
locales: [en]
fields: { order: { kind: items, defaults: { quantity: 1 }, persons: person, say: "{quantity} {drink}[ for {for}]" } }
lists:
  drink: { inflect: true, values: [tea, mocha, latte] }
  milk: { values: [oat milk, soy milk] }
  person: { values: [{ in: "(i|me)", out: me }] }
entities:
  drink: {}
  milk: {}
  quantity: { kind: number, from: 1, to: 9 }
  who: { kind: text, maxWords: 1, isName: true }
  for: { kind: pattern, weight: -18, patterns: [{ in: "for {who}", out: "{who}" }] }
  whose: { kind: text, maxWords: 1, isName: true, into: order.for, weight: -8 }
  what:
    kind: phrase
    into: order
    head: drink
    of: [quantity, drink, milk, for]
    separators: [and]
    glue: [a, and, with, me a]
intents:
  order:
    sentences: ["[i want] {what}", "{whose:each} wants {what}"]
    context: [addItems]
    replies: [{ when: { said: [strangers] }, say: ["{order}, no {strangers}."] }, "{order}."]
`;

t.test('names in a row with no verb tell who gets what', async (t) => {
  const understander = understanderOf(t, pack);
  const answer = (said: string) => understander.understand({ locale: 'en-US', ...typed(said) });
  const order = (said: string) => answer(said).context.order as unknown[];
  const latte = { quantity: 1, drink: 'latte', for: 'jenny' };
  t.same(order('jenny a latte tom a tea'), [latte, { quantity: 1, drink: 'tea', for: 'tom' }]);
  t.same(order('i want jenny a latte with oat milk and tom two teas'), [
    { ...latte, milk: 'oat milk' },
    { quantity: 2, drink: 'tea', for: 'tom' },
  ]);
  t.same(order('jenny a latte and me a tea'), [latte, { quantity: 1, drink: 'tea' }], 'beside a person');
  for (const said of ['a latte a burger a tea a wrap', 'a latte with ketchup a tea with mustard a mocha'])
    t.equal(answer(said).reply.text.includes(' for '), false, said);
});
