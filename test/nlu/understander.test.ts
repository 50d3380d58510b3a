import fc from 'fast-check';
import t from 'tap';
import {
  CatalogueIndex,
  createUnderstander,
  loadPack,
  type Product,
  type UnderstandResult,
} from '../../src/nlu/index.js';
import { english } from '../../src/nlu/locales/en.js';
import type { Locale } from '../../src/nlu/locales/locale.js';
import type { Reading } from '../../src/nlu/understanding.js';

const pack = loadPack('product-search');
let clock = Date.UTC(2026, 10, 20);
const understander = createUnderstander(pack, { now: () => new Date(clock) });
const typed = (text: string) => ({ readings: [{ text, confidence: 1 }] });
const say = (text: string, before?: UnderstandResult, locale = 'en-US') =>
  understander.understand({ locale, ...typed(text), context: before?.context, memory: before?.memory });

t.test('the documented shape, whatever was said', async (t) => {
  for (const text of ['red shoes', 'hello', 'gibberish you me', '', 'go to my cart']) {
    const { context, entities, reply, intent } = say(text);
    t.same(Object.keys(context).sort(), ['attributes', 'keywords', 'price', 'sortBy'], text);
    t.ok(
      Array.isArray(context.keywords) && Array.isArray(entities.products) && Array.isArray(entities.keywords),
    );
    t.type(context.sortBy, 'string');
    t.type(entities.queryString, 'string');
    t.ok(Object.values(context.attributes ?? {}).every((values) => Array.isArray(values)));
    t.ok(reply.text.length > 0 && intent.length > 0);
  }
  t.ok(understander.locales.includes('en-US') && understander.locales.includes('en-GB'));
});

t.test('a better reading further down the list wins; an equal one does not', async (t) => {
  const readings = [
    { text: 'so me red choose under fifty dollars', confidence: 0.45 },
    { text: 'show me red shoes under fifty dollars', confidence: 0.4 },
  ];
  t.equal(understander.understand({ locale: 'en-US', readings }).text, readings[1].text);
  const alike = [
    { text: 'show me blue shoes', confidence: 0.5 },
    { text: 'show me black shoes', confidence: 0.4 },
  ];
  t.equal(understander.understand({ locale: 'en-US', readings: alike }).text, alike[0].text);
});

t.test('near misses count on closed lists, by the confidence in the word', async (t) => {
  t.same(say('vacum cleaner').context.keywords, ['vacuum cleaner']);
  t.same(say('show me burgandy handbags').context.attributes, { color: ['burgundy'] });
  const heard = (confidence: number) =>
    understander.understand({
      locale: 'en-US',
      readings: [
        {
          text: 'show me jakits',
          confidence: 0.6,
          words: ['show', 'me', 'jakits'].map((text) => ({ text, confidence })),
        },
      ],
    });
  t.same(heard(0.3).context.keywords, ['jacket'], 'a doubtful word is taken for one that sounds alike');
  t.same(heard(1).context.keywords, ['jakits'], 'a certain one is not');
});

t.test(
  'a word that sounds like another may be that one where it was heard, not where it was written',
  async (t) => {
    const text = 'a novel to read on the plane';
    const words = text.split(' ').map((word) => ({ text: word, confidence: 0.9 }));
    const understood = (reading: Reading) =>
      understander.understand({ locale: 'en-US', readings: [reading] }).context;
    t.match(understood({ text, confidence: 0.9, words }).attributes, { color: ['red'], pattern: ['plain'] });
    const written = understood({ text, confidence: 1 });
    t.same(written.attributes, {});
    t.ok((written.keywords as string[]).includes('novel'));
  },
);

t.test("a client's own context is the base, in any of its shapes", async (t) => {
  const understand = (context: Record<string, unknown>) =>
    understander.understand({ locale: 'en-US', ...typed('only nike'), context }).context;
  t.same(understand({ keywords: ['shoes'], attributes: { color: 'red', size: ['10'] } }), {
    keywords: ['shoes'],
    attributes: { color: ['red'], size: ['10'], brand: ['nike'] },
    price: {},
    sortBy: '',
  });
  t.match(understand({ keywords: ['shoes'], attributes: 7, price: 'cheap', sortBy: 3, shop: { id: 9 } }), {
    keywords: ['shoes'],
    attributes: { brand: ['nike'] },
    shop: { id: 9 },
  });
});

t.test('memory: repeat, undo, expiry, and whatever else comes back as memory', async (t) => {
  const first = say('red shoes under fifty dollars');
  t.equal(say('repeat that', first).reply.text, first.reply.text);
  const second = say('only adidas', first);
  t.same(say('undo', second).context, first.context);
  const without = say('not leather', second);
  t.same(without.entities.excluded, ['leather']);
  const undone = say('undo', without);
  t.equal(undone.entities.excluded, undefined, 'what was not wanted is undone, too');
  t.same(undone.context, second.context);
  t.same(JSON.parse(JSON.stringify(second.memory)), second.memory, 'plain JSON');
  clock += 3_600_000;
  t.same(say('undo', second).context, second.context, 'too old to undo');
  clock -= 3_600_000;
  for (const memory of [null, 7, 'x', [], { v: 2 }, { v: 1, history: 'no' }]) {
    t.equal(understander.understand({ locale: 'en-US', ...typed('red shoes'), memory }).intent, 'newSearch');
  }
  t.equal(
    say('red shoes', first).reply.text,
    say('red shoes', first).reply.text,
    'the same turn gets the same reply',
  );
});

const catalogue = new CatalogueIndex(english);
const product = (id: string, title: string, price: number, more: Partial<Product> = {}): Product => ({
  id,
  title,
  price,
  ...more,
});
for (const item of [
  product('1', 'Nike Air running shoes', 89.99, {
    brand: 'Nike',
    attributes: { color: ['red'], size: ['9', '10'], department: ["Men's"] },
    rating: 4.5,
  }),
  product('2', 'Adidas running shoe', 59.5, {
    brand: 'Adidas',
    attributes: { color: ['blue'], size: ['10'], department: ["Women's"] },
    rating: 3.9,
  }),
  product('3', 'Puma running shoes', 39, {
    brand: 'Puma',
    attributes: { color: ['red'], size: ['8'] },
    rating: 4.9,
    currency: 'GBP',
  }),
  product('4', 'Leather boots', 120, {
    brand: 'Timberland',
    attributes: { color: ['brown'], material: ['leather'] },
  }),
  product('5', 'Case for iPhone 11', 15, { category: 'Phone cases', addedAt: '2026-01-01' }),
  // the second with a combining tilde
  product('6', 'Crème brûlée torch', 25),
  product('7', 'Jalapen\u0303o chips', 4),
])
  catalogue.add(item);
const shop = createUnderstander(pack, { catalogue, now: () => new Date(clock) });

t.test('a currency that was said is kept with the price, and goes with it', async (t) => {
  const euros = say('a suitcase for about eighty euros');
  t.match(euros.reply.text, /€80/);
  t.same(euros.context.price, { type: 'approx', value: 80 }, 'the wire knows whole units only');
  const more = say('or maybe up to a hundred', euros);
  t.match(more.reply.text, /under €100/);
  t.same(more.entities.amounts, [{ amount: '100', currency: 'EUR', text: 'up to a hundred' }]);
  t.match(say('make it blue', more).reply.text, /€100/);
  const undone = say('undo', say('under fifty dollars', more));
  t.match(say('show me all of them', undone).reply.text, /under €100/);
  t.match(say('a lamp under thirty', more).reply.text, /under \$30/);
  const none = say('any price', more);
  t.match(say('under sixty', none).reply.text, /under \$60/);
});

t.test('products: found, filtered, sorted, and spoken of', async (t) => {
  const ask = (text: string, before?: UnderstandResult) =>
    shop.understand({ locale: 'en-US', ...typed(text), context: before?.context, memory: before?.memory });
  const ids = (result: UnderstandResult) => (result.entities.products as Product[]).map(({ id }) => id);
  const all = ask('running shoes');
  t.same(ids(all).sort(), ['1', '2', '3']);
  t.match(all.reply.text, /3 /);
  t.same(ids(ask('red running shoes')).sort(), ['1', '3']);
  t.same(ids(ask('running shoes under sixty dollars')).sort(), ['2', '3']);
  t.same(ids(ask('running shoes size ten')).sort(), ['1', '2']);
  t.same(ids(ask("men's running shoes")), ['1']);
  t.same(
    ids(ask('brown running shoes')).sort(),
    ['1', '2', '3'],
    'what has not all of it, but is such a thing',
  );
  t.match(ask('brown running shoes').reply.text, /^No exact match for brown running shoes\. 3 products/);
  t.equal(ask('brown running shoes').entities.partial, true);
  t.equal(ask('red running shoes').entities.partial, undefined);
  t.same(ids(ask('red hats')), [], 'never what only has the color of it');
  t.equal(ask('red hats').reply.text, 'I found nothing for red hats.');
  const sorted = ask('sort by price low to high', all);
  t.same(ids(sorted), ['3', '2', '1']);
  t.same(ids(ask('sort by rating', all)), ['3', '1', '2']);
  const second = ask('the second one', sorted);
  t.same(second.entities.selected, { position: 2, id: '2', title: 'Adidas running shoe', price: 59.5 });
  t.match(second.reply.text, /Adidas running shoe, \$59\.50\./);
  t.match(ask('how much is it', second).reply.text, /is \$59\.50\.$/);
  t.match(ask('what is the price of the first one', second).reply.text, /is £39\.$/, 'by its own currency');
  const cheaper = ask('show me cheaper ones', second);
  t.same(cheaper.context.price, { type: 'lessThan', value: 60 });
  t.match(ask('add it to my cart', second).reply.text, /Adidas running shoe/);
  t.match(ask('the ninth one', sorted).reply.text, /no such/);
  t.match(ask('next', second).entities.selected, { id: '1' });
  t.same(ids(ask('iphone eleven case')), ['5'], 'spoken numbers find written ones');
  t.same(ids(ask('creme brulee torch')), ['6'], 'accents that nobody says');
  t.same(ids(ask('jalapeño chips')), ['7']);
  t.same(ids(ask('purple elephants')), []);
  t.match(ask('purple elephants').reply.text, /0 |nothing|no /i);
  const others = ask('not adidas', all);
  t.notOk(ids(others).includes('2'), 'what is not wanted is not found');
  t.notOk(ids(ask('under a hundred dollars', others)).includes('2'), 'nor later');
  t.ok(ids(ask('adidas', others)).includes('2'), 'until it is asked for');
  t.same(ids(ask('rated at least four and a half stars', all)).sort(), ['1', '3']);
});

t.test('what leaves out a "not" is not understood as the opposite', async (t) => {
  t.equal(say("i don't like it").intent, 'deny');
  t.equal(say("i don't like plumbers").intent, 'none');
});

t.test('however much is not wanted, the conversation goes on', async (t) => {
  let turn = say('a dress');
  for (let index = 0; index < 120; index++) {
    const name = index
      .toString(26)
      .replace(/./g, (digit) => 'bcdfghjklmnpqrstvwxzyaeiou'[parseInt(digit, 26)]);
    turn = say(`without q${name}q`, turn);
  }
  const excluded = turn.entities.excluded as string[];
  t.equal(excluded.length, 100);
  t.same(say('in red', turn).entities.excluded, excluded);
});

t.test('regions of one language: spelling and currency', async (t) => {
  const british = say('a grey jumper under fifty pounds', undefined, 'en-GB');
  t.same(british.context.attributes, { color: ['grey'] });
  t.match(british.context.price, { type: 'lessThan', value: 50 });
  t.match(british.reply.text, /£50/);
  t.same(say('a grey sweater').context.attributes, { color: ['gray'] });
  t.match(say('boots under fifty dollars', undefined, 'en-AU').entities.amounts, [{ currency: 'AUD' }]);
  for (const locale of ['en-GB', 'en-IE', 'en-IN', 'en-ZA']) {
    const dollars = say('boots under fifty dollars', undefined, locale).entities.amounts;
    t.match(dollars, [{ currency: 'USD' }], `${locale} has no dollars of its own`);
  }
});

/** A language that nobody speaks: other words, another way to count, another plural. */
const madeUp: Locale = {
  ...english,
  language: 'qaa',
  contractions: { "k'la": 'ka la' },
  fillers: ['mm', 'ze'],
  functionWords: ['vu'],
  homophones: [],
  numbers: {
    ...english.numbers,
    units: { nul: 0, un: 1, du: 2, tri: 3 },
    tens: { dek: 10, dudek: 20 },
    scales: { cent: 100 },
    collectives: {},
    fractions: {},
    ordinals: { unua: 1 },
    and: ['kaj'],
    articles: [],
    point: ['punkt'],
  },
  money: { major: { kron: 'QAK' }, minor: ['ore'], multiples: {}, symbols: {} },
  comparisons: {
    before: { lessThan: ['sub'], greaterThan: ['super'], approx: ['kirka'], exact: ['por'] },
    after: { lessThan: [], greaterThan: [], approx: [] },
    ranges: [{ open: 'inter', join: ['kaj'] }],
    bareJoin: [],
    pricing: [],
    lead: [],
  },
  regions: { QQ: { currency: 'QAK', currencySymbol: 'k' } },
  stem: (word) => word.replace(/j$/, ''),
  plural: (word) => `${word}j`,
  soundKey: (word) => word,
  describePrice: (price) => ('value' in price ? `sub ${price.value}` : `${price.from} - ${price.to}`),
  joinList: (items) => items.join(' kaj '),
};

t.test('whether the words so far are a whole request', async (t) => {
  const home = createUnderstander(loadPack('home-control'));
  const judged = (text: string, by = understander) => by.completeness({ locale: 'en-US', ...typed(text) });
  for (const text of [
    'show me red shoes',
    'under fifty dollars',
    'sort by price low to high',
    'go to cart',
  ]) {
    t.equal(judged(text), 'complete', text);
  }
  const brokenOff = [
    'show me red shoes under',
    'red running shoes and',
    'show me um',
    'um',
    'between fifty and',
  ];
  for (const text of brokenOff) t.equal(judged(text), 'incomplete', text);
  const other = [
    'he was an old man who fished alone',
    'i had long been wishing that an old fashioned christmas',
  ];
  // what somebody tells, as far as the shop's talk knows it, goes on in any way
  const told = ['you made me before', 'i saw the lady', 'i asked', 'i do not love'];
  for (const text of ['under fifty', ...other, ...told, '']) {
    t.equal(judged(text), 'unknown', text);
  }
  t.equal(judged('turn on the lights in the', home), 'incomplete');
  t.equal(judged('turn on the lights in the kitchen', home), 'complete');
  t.not(judged('turn it on', home), 'incomplete', 'a template may end with a preposition');
  const both = 'turn off the kitchen light and set the heating';
  t.equal(judged(both, home), 'unknown', 'one of two requests is not all there');
  t.equal(judged(`${both} to`, home), 'incomplete');
  t.equal(judged('turn off the kitchen light and close the blinds', home), 'complete');
  fc.assert(
    fc.property(fc.string(), (text) => ['complete', 'incomplete', 'unknown'].includes(judged(text))),
    { numRuns: 200 },
  );
});

t.test('another language is data', async (t) => {
  const folder = t.testdir({
    'pack.yaml': `
name: butiko
locales: [qaa]
lists: { product: { values: [shuo, chapelo], inflect: true } }
entities:
  product: { into: keywords }
  price: { kind: price, into: price }
  count: { kind: number, into: count }
fields: { keywords: { kind: list }, price: { kind: value, empty: {} }, count: { kind: value } }
intents:
  serchi:
    sentences: ["ka la {product} [{price}]", "mi volas {count} {product}"]
    context: [replace]
    replies: ["Jen {count} {keywords|first}[ {price|price}].", "Jen {keywords}[ {price|price}]."]
fallback: { silence: [nenio], none: [kio] }
`,
  });
  t.throws(() => loadPack(folder), { code: 'invalid_pack' }, 'no data for the language');
  const other = createUnderstander(loadPack(folder, { locales: [madeUp] }));
  t.same(other.locales, ['qaa-QQ']);
  const ask = (text: string) => other.understand({ locale: 'qaa-QQ', ...typed(text) });
  t.same(ask("mm k'la ze shuoj sub dudek tri kron").context, {
    keywords: ['shuo'],
    price: { type: 'lessThan', value: 23 },
  });
  t.same(ask('ka la chapelo inter un kaj du kron').context.price, { type: 'range', from: 1, to: 2 });
  t.equal(ask('mi volas du cent dek tri shuoj').context.count, 213);
  t.equal(ask('mi volas tri shuoj').reply.text, 'Jen 3 shuo.');
  t.equal(ask('show me shoes').reply.text, 'Kio');
});

t.test('any text, context and memory get a defined answer', async (t) => {
  const vocabulary = fc.constantFrom(
    'show',
    'me',
    'red',
    'shoes',
    'under',
    'fifty',
    'dollars',
    'and',
    'a',
    'the',
    'two',
    'one',
    'not',
    'instead',
    'of',
    'in',
    'size',
    'ten',
    'point',
    'half',
    'between',
    '$',
    '1,000',
    'um',
    'please',
    'xyzzy',
    "i'm",
    'cheaper',
    'first',
    'for',
    'to',
    'iphone',
    'undo',
  );
  const sentence = fc.oneof(
    fc.string({ maxLength: 300 }),
    fc.string({ unit: 'binary', maxLength: 100 }),
    fc.array(vocabulary, { maxLength: 60 }).map((words) => words.join(' ')),
  );
  let before: UnderstandResult | undefined;
  fc.assert(
    fc.property(sentence, fc.boolean(), fc.jsonValue(), (text, fresh, junk) => {
      const memory = fresh ? junk : before?.memory;
      const context =
        fresh && typeof junk === 'object' && junk !== null && !Array.isArray(junk)
          ? (junk as Record<string, unknown>)
          : before?.context;
      before = shop.understand({
        locale: fresh ? text.slice(0, 5) : 'en-US',
        ...typed(text),
        context,
        memory,
      });
      return (
        before.intent !== '' && before.confidence >= 0 && before.confidence <= 1 && before.reply.text !== ''
      );
    }),
    { numRuns: 1500 },
  );
  t.pass();
});

t.test('a long or hostile sentence costs a bounded amount of work', async (t) => {
  // Each would take hours if any part of the matching grew faster than the sentence.
  for (const text of [
    'red '.repeat(5000),
    'under fifty dollars and '.repeat(2000),
    'one two three four five six seven eight nine ten '.repeat(500),
    `${'between one and two to three and '.repeat(500)}dollars`,
    'show me the show me the not red instead of blue '.repeat(300),
    'x'.repeat(1_000_000),
    '"'.repeat(100_000),
    '1'.repeat(100_000),
  ]) {
    t.ok(say(text).intent);
  }
});

t.test(
  'what is not wanted: a bound is the other way round, a thing said last is no correction',
  async (t) => {
    const bound = say("i don't want anything over two hundred dollars just a basic tablet");
    t.same(bound.context.price, { type: 'lessThan', value: 200 });
    t.notOk(bound.entities.excluded, 'an amount is no thing to be without');
    t.notMatch(bound.reply.text, /object/);
    const frame = say('picture frame in black no glass');
    t.same(frame.context.keywords, ['picture frame']);
    t.same(frame.entities.excluded, ['glass']);
    t.same(
      say('a jacket no a coat').context.keywords,
      ['coat'],
      'next to each other one stands for the other',
    );
  },
);

t.test('a form of a word is no brand that nobody knows', async (t) => {
  t.same(say('the quietest vacuum cleaner').context.attributes, {});
  t.same(say('shortened trousers').context.attributes, {});
  t.same(say('zogbo jacket').context.attributes, { brand: ['zogbo'] });
  t.same(say('zogbo costume').context.attributes, { theme: ['zogbo'] }, 'a costume is of whom it shows');
});

t.test(
  'a bound joins the other one only where it is said besides it, and they leave something between',
  async (t) => {
    const over = say('over 40 dollars', say('lamps'));
    t.same(say('but under 90', over).context.price, { type: 'range', from: 40, to: 90 });
    t.same(say('but not more than 60', say('but under 90', over)).context.price, {
      type: 'range',
      from: 40,
      to: 60,
    });
    t.same(say('under 90', over).context.price, { type: 'lessThan', value: 90 });
    t.same(say('but under 30', over).context.price, { type: 'lessThan', value: 30 });
    t.same(say('and over 50', say('around 40 dollars', say('lamps'))).context.price, {
      type: 'greaterThan',
      value: 50,
    });
  },
);

t.test(
  'signs that people type are read as the words they stand for, and only before and behind figures',
  async (t) => {
    t.same(say('lamps <= $40').context.price, { type: 'lessThan', value: 40 });
    t.same(say('lamps > 40').context.price, { type: 'greaterThan', value: 40 });
    t.same(say('lamps $40+').context.price, { type: 'greaterThan', value: 40 });
    t.same(say('lamps <b>red</b>').context.price, {});
    t.same(say('disney+ lamps').context.price, {});
  },
);

t.test('the search text is of what was said, or of the whole search once that goes on', async (t) => {
  const text = (result: UnderstandResult) => result.entities.queryString;
  const wired = say('show me wired headphones with a microphone');
  t.equal(text(wired), 'wired headphones with microphone');
  const wireless = say('wireless', wired);
  t.equal(text(wireless), 'headphones microphone wireless', 'also where one took the place of another');
  t.equal(text(say('remove wireless', wireless)), 'headphones microphone', 'also where one is gone');
  t.equal(text(say('show me lamps made of glass', wireless)), 'lamps glass', 'another search is its own');
  t.equal(text(say('not the red ones show me blue jackets', wireless)), 'blue jackets');
});

t.test('the second half of a request that was answered too soon', async (t) => {
  const resumed = (first: string, second: string) => {
    const answered = say(first);
    return understander.understand({
      locale: 'en-US',
      ...typed(second),
      context: answered.context,
      memory: answered.memory,
      resumes: { text: first },
    });
  };
  for (const [first, second] of [
    ['jeans', 'for my husband he is six foot three'],
    ['do you have any lamps', 'under forty dollars'],
  ]) {
    const { isResumed, text, intent, context } = resumed(first, second);
    const whole = say(`${first} ${second}`);
    t.ok(isResumed, second);
    t.strictSame(
      { text, intent, context },
      { text: whole.text, intent: whole.intent, context: whole.context },
    );
  }
  for (const [first, second] of [
    ['jeans', 'show me the cheapest ones'],
    ['jeans', 'next page'],
    ['jeans', ''],
    ['jeans', 'with of the from'],
  ]) {
    const answered = say(first);
    t.strictSame(resumed(first, second), say(second, answered), `${second}: a request of its own`);
  }

  const home = createUnderstander(loadPack('home-control'));
  const ask = (text: string, resumes?: { text: string }) =>
    home.understand({ locale: 'en-US', ...typed(text), resumes });
  const timer = { text: 'set a timer for five minutes' };
  t.match(ask('and thirty seconds', timer), { isResumed: true, intent: ask(timer.text).intent });
  t.notOk(ask('and dim the lights', timer).isResumed, 'there is one timer, and it is running');
});

t.test('of an alarm and of a reminder that is put right stays what nobody spoke of', async (t) => {
  const home = createUnderstander(loadPack('home-control'), { now: () => new Date(2026, 10, 20, 12) });
  const replies = (...said: string[]) => {
    let state: Partial<ReturnType<typeof home.understand>> = {};
    return said.map((text) => {
      const { context, memory } = state;
      state = home.understand({ locale: 'en-US', ...typed(text), context, memory });
      return state.reply?.text;
    });
  };
  t.same(replies('wake me at six tomorrow', 'no half past six', 'make it sunday', 'actually every weekday'), [
    'Alarm set for 06:00 on Saturday, November 21.',
    'Alarm set for 06:30 on Saturday, November 21.',
    'Alarm set for 06:30 on Sunday, November 22.',
    'Alarm set for 06:30, weekdays.',
  ]);
  t.same(replies('set an alarm for monday at seven', 'set an alarm for eight'), [
    'Alarm set for 07:00 on Monday, November 23.',
    'Alarm set for 08:00.',
  ]);
  t.same(replies('remind me to ring grandma', 'on sunday', 'at four', 'no in ten minutes'), [
    'When shall I remind you?',
    "I'll remind you to ring grandma on Sunday, November 22.",
    "I'll remind you to ring grandma on Sunday, November 22 at 04:00.",
    "I'll remind you to ring grandma in 10 minutes.",
  ]);
});
