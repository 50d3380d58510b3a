import t from 'tap';
import { checkPack } from '../../src/cli/check/check-pack.js';
import { createUnderstander, loadPack } from '../../src/nlu/index.js';
import { openPronouncer } from '../../src/stt/lexicon/open-pronouncer.js';
import { messageOf } from './message-of.js';
import { converse, sayTo, understanderOf } from './say-to.js';

const speech = openPronouncer('models/default');

t.test('a list can give prices', async (t) => {
  const pack = `
name: stall
locales: [en]
lists: { price: { values: [{ in: "(latte|flat white)", out: 3.5 }, { in: espresso, out: 2 }] } }
entities: { price: { closed: true } }
intents:
  askPrice: { sentences: ["how much is (a|an) {price}"], replies: ["That is {price|money}."] }
`;
  const understander = understanderOf(t, pack);
  const reply = (text: string, locale: string) => sayTo(understander)(text, undefined, locale).reply.text;
  t.equal(reply('how much is a flat white', 'en-US'), 'That is $3.50.');
  t.equal(reply('how much is an espresso', 'en-GB'), 'That is £2.');
});

t.test('a list takes in others, and a condition names one for all of its values', async (t) => {
  const pack = (lists: string, is: string) => `
name: garden
locales: [en]
lists: { ${lists} }
entities: { plant: { into: plant }, tree: { into: plant, closed: true } }
fields: { plant: { kind: value } }
intents:
  water: { sentences: ["water the {plant}"], context: [replace], replies: ["Watered."] }
  prune: { sentences: ["prune the {tree}"], replies: ["Pruned."] }
  pick:
    when: { is: { plant: [${is}] } }
    sentences: ["pick [the] fruit"]
    replies:
      - { when: { is: { plant: [<tree>] } }, say: ["Up the ladder."] }
      - Picked.
`;
  const load = (lists: string, is: string) => loadPack(t.testdir({ 'pack.yaml': pack(lists, is) }));
  const trees = 'tree: { values: [apple, { in: "(cherry|sour cherry)", out: cherry }] }';
  const garden = load(`${trees}, plant: { lists: [tree], values: [rose, currant] }`, '<tree>, currant');
  const understander = createUnderstander(garden);
  const replies = (...said: string[]) => converse(understander, said).map(({ reply }) => reply.text);
  t.same(replies('water the sour cherry', 'pick the fruit'), ['Watered.', 'Up the ladder.']);
  t.same(replies('water the currant', 'pick the fruit'), ['Watered.', 'Picked.']);
  t.not(replies('water the rose', 'pick the fruit')[1], 'Picked.');
  t.not(replies('prune the rose')[0], 'Pruned.');
  const shelves = `
name: shelves
locales: [en]
lists: { reading: { values: [novel], inflect: true }, thing: { lists: [reading], values: [mug], inflect: true } }
entities: { thing: { into: things, asSaid: true } }
fields: { things: { kind: list } }
intents:
  find: { sentences: ["find {thing}"], context: [replace], replies: ["Found."] }
  author: { when: { is: { things: [<reading>] } }, sentences: ["who wrote it"], replies: ["I know."] }
`;
  const reader = understanderOf(t, shelves);
  const last = (...said: string[]) => converse(reader, said).at(-1)!.reply.text;
  t.equal(
    last('find novels', 'who wrote it'),
    'I know.',
    'in the plural as well, where the list is found so',
  );
  t.not(last('find mugs', 'who wrote it'), 'I know.');
  const fault = (lists: string, is = 'rose') => messageOf(() => load(lists, is)).split('\n')[1];
  t.match(fault(`${trees}, plant: { lists: [bush] }`), /there is no list "bush"/);
  t.match(fault('tree: { lists: [plant] }, plant: { lists: [tree] }'), /holds itself/);
  t.match(fault(`${trees}, plant: { values: [rose] }`, '<bush>'), /there is no list "bush"/);
});

t.test('a lead-in of a phrase is a part of it only before a value', async (t) => {
  const pack = `
name: kiosk
locales: [en]
fields: { order: { kind: items } }
lists: { drink: { values: [tea, mocha] }, size: { values: [large, small] } }
entities:
  drink: {}
  size: {}
  items: { kind: phrase, into: order, head: drink, of: [drink, size], glue: [in, a], leadIns: ["that (is|comes)"] }
intents:
  order: { sentences: ["{items}"], context: [addItems], replies: ["{order}."] }
  done: { sentences: ["that is all"], replies: ["Done."] }
  several: { joins: { words: [and], intents: [order, done] }, replies: ["{replies}"] }
`;
  const understander = understanderOf(t, pack);
  const understand = sayTo(understander);
  for (const text of ["a tea that's large", 'a tea that comes in large']) {
    const { intent, entities } = understand(text);
    t.match(
      { intent, items: entities.items },
      { intent: 'order', items: [{ drink: 'tea', size: 'large' }] },
      text,
    );
    t.notOk(entities.unmatched, text);
  }
  t.match(understand("a tea and that's all"), { intent: 'several', context: { order: [{ drink: 'tea' }] } });
});

t.test('a number alone is rather an answer than an order of nothing', async (t) => {
  const pack = `
name: workshop
locales: [en]
fields: { load: { kind: items }, machine: { kind: value }, span: { kind: value } }
lists: { part: { values: [bolts, nuts] }, machine: { values: [lathe] } }
entities:
  part: {}
  quantity: { kind: number, from: 1, to: 500 }
  machine: { into: machine }
  span: { kind: duration, bare: true, into: span }
  goods: { kind: phrase, into: load, head: part, of: [quantity, part] }
intents:
  store: { sentences: ["{goods}"], context: [addItems], replies: ["{load}."] }
  reserve: { sentences: ["reserve the {machine}"], context: [replace], replies: ["For how long?"] }
  howLong: { when: { filled: [machine] }, sentences: ["{span}"], context: [replace], replies: ["{span|duration}."] }
`;
  const understander = understanderOf(t, pack);
  const [, long, more] = converse(understander, ['reserve the lathe', 'forty five', 'forty five bolts']);
  t.match(long, { intent: 'howLong', context: { span: 'PT45M' } });
  t.match(more, { intent: 'store', context: { load: [{ quantity: 45, part: 'bolts' }] } });
});

t.test('what is not to be done is not done', async (t) => {
  const pack = `
name: bedside
locales: [en]
lists: { staff: { values: [nurse, doctor] }, light: { values: [night light] } }
entities: { staff: { into: staff }, light: {} }
fields: { staff: { kind: value } }
rules: { want: "(i want|i need)" }
intents:
  call: { sentences: ["call [the|a] {staff}", "[<want>] [the|a] {staff}"], context: [replace], replies: ["Called."] }
  light: { sentences: ["turn off the {light}"], replies: ["It is off."] }
  both: { joins: { words: [and], intents: [call, light] }, replies: ["{replies}"] }
`;
  const say = sayTo(understanderOf(t, pack));
  for (const text of [
    "i don't want the doctor",
    "i don't need a nurse",
    "don't call the nurse",
    'please do not turn off the night light',
  ])
    t.match(say(text), { intent: 'none', context: {} }, text);
  for (const text of [
    'i want the doctor',
    "i don't feel well call the nurse",
    "i can't sleep i need a nurse",
  ])
    t.equal(say(text).intent, 'call', text);
});

t.test(
  'a question of which only a name was understood is no request, with an article or without',
  async (t) => {
    const pack = `
name: bedside
locales: [en]
lists: { staff: { values: [nurse, doctor okafor] } }
entities: { staff: { into: staff } }
fields: { staff: { kind: value } }
intents: { call: { sentences: ["[i need] [the|a] {staff}"], context: [replace], replies: ["Called."] } }
fallback: { silence: ["What?"], none: ["What?"], question: ["Please ask."] }
`;
    const say = sayTo(understanderOf(t, pack));
    for (const text of [
      'when can i see doctor okafor',
      'when can i see the nurse',
      'where can i find a nurse',
    ])
      t.match(say(text), { intent: 'none', reply: { text: 'Please ask.' }, context: {} }, text);
    t.equal(say('can i get the nurse').intent, 'call');
  },
);

t.test('what is said of something is asked where the words before it ask', async (t) => {
  const pack = `
name: surgery
locales: [en]
lists: { animal: { values: [dog, cat] }, reason: { values: [limping, check-up, dental] } }
entities: { animal: { into: animal }, reason: { into: reason } }
fields: { animal: { kind: value }, reason: { kind: value } }
intents: { book: { sentences: ["[my|the] {animal} (is|needs) [a] {reason}"], context: [replace], replies: ["When?"] } }
fallback: { silence: ["What?"], none: ["What?"], question: ["Please ask."] }
`;
  const say = sayTo(understanderOf(t, pack));
  for (const text of ['how much is a check up', 'how long is dental', 'why is my dog limping'])
    t.match(say(text), { intent: 'none', reply: { text: 'Please ask.' }, context: {} }, text);
  for (const text of ['with what dog is it', 'for which cat'])
    t.match(say(text), { intent: 'none', reply: { text: 'Please ask.' } }, 'behind a preposition');
  t.match(
    say('is limping dangerous'),
    { intent: 'none', reply: { text: 'Please ask.' } },
    'of what has no article',
  );
  t.match(say('my dog is limping'), { intent: 'book', context: { animal: 'dog', reason: 'limping' } });
});

t.test('a number before a measure or an amount can be a number of things', async (t) => {
  const pack = `
name: tools
locales: [en]
lists: { tool: { inflect: true, values: [drill bit, reamer] } }
entities:
  tool: {}
  quantity: { kind: number, counts: true, from: 1, to: 9 }
  size: { kind: quantity, counts: true, units: [mm, inch] }
  price: { kind: money, counts: true }
  item: { kind: phrase, of: [quantity, size, price, tool], head: [tool], into: order }
fields: { order: { kind: items, defaults: { quantity: 1 } } }
intents:
  order: { sentences: ["[i want] {item}"], context: [addItems], replies: ["{order}"] }
`;
  const understander = understanderOf(t, pack);
  const order = (text: string) => converse(understander, [text])[0].context.order;
  t.same(order('two five millimeter drill bits'), [{ quantity: 2, size: '5 mm', tool: 'drill bit' }]);
  t.same(order('two ten millimeter reamers'), [{ quantity: 2, size: '10 mm', tool: 'reamer' }]);
  t.same(order('a twenty five millimeter drill bit'), [{ quantity: 1, size: '25 mm', tool: 'drill bit' }]);
  const costing = (amount: string) => ({ price: { amount, currency: 'USD' }, tool: 'reamer' });
  t.same(order('two fifty dollar reamers'), [{ quantity: 2, ...costing('50') }]);
  t.same(order('five eighty five cent reamers'), [{ quantity: 5, ...costing('0.85') }]);
  t.same(order('a reamer for two fifty'), [{ quantity: 1, ...costing('250') }]);
});

t.test(
  'a number behind a thing that was counted is an amount of money, where that can be said of it',
  async (t) => {
    const pack = `
name: kiosk
locales: [en]
lists: { card: { inflect: true, values: [voucher, stamp] }, brand: { values: [gamebox] } }
entities:
  card: {}
  brand: {}
  quantity: { kind: number, from: 1, to: 20 }
  worth: { kind: money, counts: true }
  item: { kind: phrase, of: [quantity, worth, brand, card], head: [card], separators: [and], glue: [a, of, for], into: order }
fields: { order: { kind: items, defaults: { quantity: 1 } } }
intents:
  order: { sentences: ["[i want] {item}"], context: [addItems], replies: ["{order}"] }
`;
    const understander = createUnderstander(loadPack(t.testdir({ 'pack.yaml': pack })));
    const order = (text: string) => converse(understander, [text])[0].context.order;
    const vouchers = (quantity: number, amount: string) => ({
      quantity,
      card: 'voucher',
      worth: { amount, currency: 'USD' },
    });
    t.same(order('a voucher of fifteen'), [vouchers(1, '15')]);
    t.same(order('two vouchers for fifteen'), [vouchers(2, '15')]);
    t.same(order('two gamebox vouchers of fifteen'), [{ ...vouchers(2, '15'), brand: 'gamebox' }]);
    t.same(order('a voucher fifteen and three stamps'), [vouchers(1, '15'), { quantity: 3, card: 'stamp' }]);
    t.same(order('vouchers fifteen'), [{ quantity: 15, card: 'voucher' }], 'nobody said how many');
    t.same(order('a voucher and fifteen stamps'), [
      { quantity: 1, card: 'voucher' },
      { quantity: 15, card: 'stamp' },
    ]);
  },
);

t.test('a pack may say how sure understanding must be', async (t) => {
  const intentOf = (least: object) => {
    const pack = {
      name: 'bar',
      locales: ['en'],
      lists: { snack: { values: ['coke', 'popcorn'] } },
      entities: { snack: { into: 'snack' } },
      fields: { snack: { kind: 'value' } },
      intents: {
        order: { sentences: ['[i want] [the] {snack}'], context: ['replace'], replies: ['{snack}'] },
      },
      ...least,
    };
    const understander = understanderOf(t, JSON.stringify(pack));
    return converse(understander, ['i want the coke', 'take away the coke']).map(({ intent }) => intent);
  };
  t.same(intentOf({}), ['order', 'order']);
  t.same(intentOf({ leastConfidence: 0.5 }), ['order', 'none']);
});

t.test('examples of a pack are sentences that it understands', async (t) => {
  const pack = (example: string) =>
    loadPack(
      t.testdir({
        'pack.yaml': `name: x
locales: [en]
welcome: { invitation: Which way?, examples: [${example}] }
intents: { go: { sentences: ["go (left|right)"], replies: [ok] } }
tests: [{ say: go left, intent: go }]
`,
      }),
      { tests: true },
    );
  t.same(checkPack(pack('Go left'), speech).findings, []);
  t.match(checkPack(pack('Go under'), speech).findings, [
    { kind: 'unanswered', message: 'the example "Go under" is not understood' },
  ]);
});
