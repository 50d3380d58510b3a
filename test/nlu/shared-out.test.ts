import t from 'tap';

import { converse, understanderOf } from './say-to.js';

const pack = `
name: drinks
locales: [en]
fields:
  order: { kind: items, defaults: { quantity: 1 }, say: "{quantity|words} [{size} ][{milk} ][{syrup} ]{drink|counted:quantity}" }
lists:
  drink: { inflect: true, values: [tea, mocha, latte, { in: "mint [tea]", out: mint tea }, { in: "green [tea]", out: green tea }] }
  size: { values: [small, medium, large] }
  milk: { values: [oat, soy, { in: without oat, out: no oat }] }
  syrup: { values: [vanilla, caramel] }
entities:
  drink: {}
  size: {}
  milk: {}
  count: { kind: number, from: 1, to: 9 }
  flavor: { list: syrup }
  syrup:
    kind: pattern
    many: true
    patterns:
      - { in: "{flavor}", out: "{flavor}" }
      - { in: "{count} pumps of {flavor}", out: "{count} pumps of {flavor}" }
      - { in: "half a pump of {flavor}", out: "half a pump of {flavor}" }
  quantity: { kind: number, from: 1, to: 9, counts: true }
  what: &phrase
    kind: phrase
    into: order
    head: drink
    of: [quantity, size, milk, syrup, drink]
    separators: [and]
    shared: [both, each]
    glue: [a, and, with, ones, both, of, each, them, the]
  how:
    kind: phrase
    into: order
    of: [quantity, size, milk, syrup]
    separators: [and]
    shared: [both]
    glue: [a, and, with]
  which: { kind: phrase, into: order, head: drink, of: [drink] }
intents:
  order:
    sentences:
      - "{what}"
      - "{what} with {how:with} in the {which:target} [and {how:with} in the {which:target}]"
      - "{how} in my {which:target}"
      - "{how} and {how:with} in my {which:target}"
      - "{what} actually just the {what:kept}"
      - "{what} actually no {which:dropped}"
    context: [addItems]
    replies: ["{items}."]
  change:
    sentences:
      - "{how} [with both]"
      - "make it {how}"
      - "the {how:moved} in the {which:target} instead"
    priority: 2
    when: { filled: [order] }
    context: [changeItem]
    replies: ["{order}."]
  again:
    sentences: ["and {quantity} in it"]
    priority: 3
    when: { is: { order.milk: [oat] } }
    replies: ["The one spoken of last has oat."]
`;

/** The same where one is put right, and not said more of. */
const counted = pack.replace('context: [changeItem]', 'context: [correctItem]');

t.test('what is ordered is shared out, told apart and taken back in the same breath', async (t) => {
  const understander = understanderOf(t, pack);
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

t.test('an article counts beside counts, where they come to as many as there are', async (t) => {
  const understander = understanderOf(t, pack);
  const said = (...turns: string[]) => converse(understander, turns).at(-1)!.reply.text;

  t.equal(said('three teas two small and a large'), 'Two small teas and one large tea.');
  t.equal(said('three teas a large with oat and two small'), 'One large oat tea and two small teas.');
  t.equal(
    said('four teas two small a medium and a large'),
    'Two small teas, one medium tea and one large tea.',
  );
  t.equal(said('three teas', 'two small and a large'), 'Two small teas and one large tea.');
  t.equal(said('two teas', 'a small one and a large one'), 'One small tea and one large tea.');
});

t.test('of several lines fewer are left in all, and one is told by what else is said', async (t) => {
  const named = counted.replace('"make it {how}"', '"make it {what}"');
  const understander = understanderOf(t, named);
  const said = (...turns: string[]) => converse(understander, turns).at(-1)!.reply.text;

  t.equal(said('two oat teas and two soy teas', 'make it three teas'), 'Two oat teas and one soy tea.');
  t.equal(said('a large tea and a small tea', 'make it one tea'), 'One large tea.');
  t.equal(
    said('a large tea and a small tea', 'make it three teas'),
    'One large tea and three small teas.',
    'which is more than there are',
  );
  t.equal(
    said('a large tea and two small teas', 'make it large green tea'),
    'One large green tea and two small teas.',
  );
});

t.test('what an article begins may be "one": what is said behind that belongs to it', async (t) => {
  const understander = understanderOf(t, pack);
  const said = (...turns: string[]) => converse(understander, turns).at(-1)!.reply.text;

  t.equal(
    said('two lattes a large one with oat and a small one'),
    'One large oat latte and one small latte.',
  );
  t.equal(
    said('three mochas a small one with soy a large one and a medium'),
    'One small soy mocha, one large mocha and one medium mocha.',
  );
  t.equal(
    said('four mochas a small soy one with vanilla and three large'),
    'One small soy vanilla mocha and three large mochas.',
  );
});

t.test('kinds are of those of which nothing else was said', async (t) => {
  const understander = understanderOf(t, pack);
  const said = (...turns: string[]) => converse(understander, turns).at(-1)!.reply.text;

  t.equal(
    said('five teas three with oat a green and a mint'),
    'Three oat teas, one green tea and one mint tea.',
  );
  t.equal(said('three teas two with oat and a green'), 'Two oat teas and one green tea.');
  t.equal(
    said('three teas two with oat and a green tea'),
    'One tea, two oat teas and one green tea.',
    'its whole name is that of another one',
  );
  t.equal(
    said('three teas a green one with oat and a mint'),
    'One tea, one oat green tea and one mint tea.',
    'of a kind there is one, where nobody says how many',
  );
  t.equal(
    said('three teas two with oat and a latte'),
    'One tea, two oat teas and one latte.',
    'no tea at all',
  );
});

t.test('"with both" is what those before have', async (t) => {
  const understander = understanderOf(t, pack);
  const said = (...turns: string[]) => converse(understander, turns).at(-1)!.reply.text;

  const three = 'One oat tea, one vanilla tea and one oat vanilla tea.';
  t.equal(said('three teas one with oat one with vanilla and one with both'), three);
  t.equal(said('three teas', 'one with oat one with vanilla and one with both'), three);
  t.equal(said('two teas both with oat'), 'Two oat teas.', 'what follows is said of both');
});

t.test('where the parts are more than were counted, they are what is ordered', async (t) => {
  const understander = understanderOf(t, pack);

  const [{ reply }] = converse(understander, ['four lattes two large three small']);
  t.equal(reply.text, 'Two large lattes and three small lattes.');
});

t.test('of what was just counted some are told apart', async (t) => {
  const understander = understanderOf(t, pack);
  const said = (...turns: string[]) => converse(understander, turns).at(-1)!.reply.text;

  const three = 'One large tea, one large oat tea and one small tea.';
  t.equal(said('three teas two large one of them with oat and one small'), three);
  t.equal(said('three teas two large one of them with oat and a small'), three);
  t.equal(
    said('three teas two of them large and one of them with oat'),
    'Two large teas and one oat tea.',
    'where they come to as many as there are, both are of all',
  );
});

t.test('of each of several things as many have what follows as are counted', async (t) => {
  const understander = understanderOf(t, pack);
  const said = (...turns: string[]) => converse(understander, turns).at(-1)!.reply.text;

  t.equal(said('a mocha and three teas one of each with oat'), 'One oat mocha, two teas and one oat tea.');
  t.equal(said('a mocha and three teas each with oat'), 'One oat mocha and three oat teas.');
});

t.test('"one with" has what the next one is without', async (t) => {
  const understander = understanderOf(t, pack);
  const said = (...turns: string[]) => converse(understander, turns).at(-1)!.reply.text;

  t.equal(said('two teas one with and one without oat'), 'One oat tea and one no oat tea.');
  t.equal(said('a tea with and a latte without oat'), 'One oat tea and one no oat latte.');
});

t.test('one with this and one with that are two, of what one alone can have both', async (t) => {
  const understander = understanderOf(t, pack);
  const said = (...turns: string[]) => converse(understander, turns).at(-1)!.reply.text;

  t.equal(said('one latte with vanilla one with caramel'), 'One vanilla latte and one caramel latte.');
  t.equal(said('one latte with vanilla and caramel'), 'One vanilla and caramel latte.');
});

t.test('what is named before the thing that it goes into is said of that', async (t) => {
  const understander = understanderOf(t, pack);
  const said = (...turns: string[]) => converse(understander, turns).at(-1)!.reply.text;

  t.equal(said('vanilla and oat in my latte'), 'One oat vanilla latte.');
});

t.test('a condition on an option looks at the item that was spoken of last', async (t) => {
  const understander = understanderOf(t, pack);
  const intent = (...turns: string[]) => converse(understander, turns).at(-1)!.intent;

  t.equal(intent('a latte and a mocha', 'the oat in the latte instead', 'and two in it'), 'again');
  t.not(intent('a latte and an oat mocha', 'the soy in the latte instead', 'and two in it'), 'again');
});

t.test('what comes in place of something counted is as many', async (t) => {
  const understander = understanderOf(t, counted);
  const said = (...turns: string[]) => converse(understander, turns).at(-1)!.reply.text;

  const two = 'a latte with two pumps of vanilla';
  t.equal(said(two, 'make it caramel'), 'One 2 pumps of caramel latte.');
  t.equal(said(two, 'make it three pumps of caramel'), 'One 3 pumps of caramel latte.');
  t.equal(said('a vanilla latte', 'make it caramel'), 'One caramel latte.');
  t.equal(said(two, 'make it half a pump of caramel'), 'One half a pump of caramel latte.');
});

t.test('a number alone is of what is counted in the only thing, if there are so many of that', async (t) => {
  const understander = understanderOf(t, pack);
  const said = (...turns: string[]) => converse(understander, turns).at(-1)!.reply.text;

  t.equal(said('a latte with two pumps of vanilla', 'make it one'), 'One 1 pump of vanilla latte.');
  t.equal(said('two lattes with three pumps of vanilla', 'make it one'), 'One 3 pumps of vanilla latte.');
  t.equal(said('a vanilla latte', 'make it one'), 'One vanilla latte.');
});

t.test(
  'what is counted of several that were told apart leaves each what it had, unless it is about that',
  async (t) => {
    const understander = understanderOf(t, pack);
    const said = (...turns: string[]) => {
      const order = converse(understander, turns).at(-1)!.context.order as Record<string, unknown>[];
      return order.map(
        ({ quantity, size, milk, drink }) => `${[quantity, size, milk, drink].filter(Boolean).join(' ')}`,
      );
    };
    const two = 'two lattes one oat and one soy';
    t.same(said(two, 'one large and one small'), ['1 large oat latte', '1 small soy latte']);
    t.same(said(two, 'make it one large and one small'), ['1 large oat latte', '1 small soy latte']);
    t.same(said(two, 'one soy and one oat'), ['1 soy latte', '1 oat latte']);
    t.same(said('a small tea and a large tea and a mocha', 'one soy and one oat'), [
      '1 small soy tea',
      '1 large oat tea',
      '1 mocha',
    ]);
    t.same(said('three lattes two oat and one soy', 'one large and two small'), [
      '2 small oat latte',
      '1 large soy latte',
    ]);
  },
);
