import t from 'tap';

import { converse, understanderOf } from './say-to.js';

const pack = `
name: drinks
locales: [en]
fields:
  order: { kind: items, defaults: { quantity: 1 }, say: "{quantity|words} [{size} ]{drink|counted:quantity}" }
lists: { drink: { values: [tea, mocha, latte] }, size: { values: [small, large] }, option: { values: [size] } }
entities:
  drink: {}
  size: {}
  option: {}
  quantity: { kind: number, from: 1, to: 9 }
  what:
    kind: phrase
    into: order
    head: drink
    of: [quantity, size, drink]
    separators: [and]
    glue: [a, and]
  which: { kind: phrase, into: order, head: drink, of: [drink] }
intents:
  order:
    sentences: ["{what}", "{what} [and] the same {option} (for|in) the {which:old}"]
    context: [addItems, { shareOption: option }]
    replies: ["{items}."]
`;

t.test('what another item is given as well is told beside what was ordered', async (t) => {
  const understander = understanderOf(t, pack);
  const last = (...said: string[]) => converse(understander, said).at(-1)!;

  const there = last('a tea', 'a large mocha and the same size for the tea');
  t.strictSame(there.context.order, [
    { quantity: 1, size: 'large', drink: 'tea' },
    { quantity: 1, size: 'large', drink: 'mocha' },
  ]);
  t.equal(there.reply.text, 'One large mocha and one large tea.');

  const together = last('a tea and a latte and a large mocha the same size for the tea');
  t.equal(together.reply.text, 'One large tea, one latte and one large mocha.', 'it stays in its place');

  const other = last('a large mocha', 'a large latte the same size for the tea');
  t.equal(other.reply.text, 'One large latte.', 'nobody ordered a tea');

  const neither = last('a tea', 'a mocha and the same size for the tea');
  t.equal(neither.reply.text, 'One mocha.', 'no size was said of any');
});
