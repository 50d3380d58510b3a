import t from 'tap';
import { createUnderstander, loadPack } from '../../src/nlu/index.js';
import { converse } from './say-to.js';

const pack = `
name: drinks
locales: [en]
fields:
  order: { kind: items, defaults: { quantity: 1 }, say: "{quantity|words} [{size} ][{milk} ]{drink|counted:quantity}" }
lists:
  drink: { values: [tea, mocha, latte] }
  size: { values: [small, medium, large] }
  milk: { values: [oat, soy] }
entities:
  drink: {}
  size: {}
  milk: {}
  quantity: { kind: number, from: 1, to: 9, counts: true }
  what: &phrase
    kind: phrase
    into: order
    head: drink
    of: [quantity, size, milk, drink]
    separators: [and]
    glue: [a, and, with, ones]
  how: { kind: phrase, into: order, of: [quantity, size, milk], separators: [and], glue: [a, and, with] }
  which: { kind: phrase, into: order, head: drink, of: [drink] }
intents:
  order:
    sentences:
      - "{what}"
      - "{what} with {how:with} in the {which:target} [and {how:with} in the {which:target}]"
      - "{what} actually just the {what:kept}"
      - "{what} actually no {which:dropped}"
    context: [addItems]
    replies: ["{items}."]
  change:
    sentences:
      - "{how}"
      - "the {how:moved} in the {which:target} instead"
    priority: 2
    when: { filled: [order] }
    context: [changeItem]
    replies: ["{order}."]
`;

t.test('what is ordered is shared out, told apart and taken back in the same breath', async (t) => {
  const understander = createUnderstander(loadPack(t.testdir({ 'pack.yaml': pack })));
  const said = (...turns: string[]) => converse(understander, turns).at(-1)!.reply.text;

  t.equal(said('a small a medium and a large tea'), 'One small tea, one medium tea and one large tea.');
  t.equal(said('one latte with oat two with soy'), 'One oat latte and two soy lattes.');
  t.equal(said('a large tea two small ones'), 'One large tea and two small teas.');
  t.equal(said('a latte and a mocha with oat in the latte'), 'One oat latte and one mocha.');
  t.equal(
    said('a latte and a mocha with oat in the mocha and soy in the latte'),
    'One soy latte and one oat mocha.',
  );
  t.equal(said('a large latte and a mocha actually just the latte'), 'One large latte.');
  t.equal(said('a latte and a mocha actually just the tea'), 'One tea.', 'none of them, but another one');
  t.equal(said('a latte and a mocha actually no mocha'), 'One latte.');
  t.equal(said('a tea and an oat latte', 'the oat in the tea instead'), 'One oat tea and one latte.');
});
