import t from 'tap';
import { configuredPack } from '../../src/cli/configured-pack.js';
import { createUnderstander, loadPack } from '../../src/nlu/index.js';
import { english } from '../../src/nlu/locales/en.js';
import type { LanguageData } from '../../src/nlu/locales/language-data.js';
import type { Reading } from '../../src/nlu/understanding.js';
import { sayTo, typed } from './say-to.js';

const pack = configuredPack({ pack: 'product-search' });
const clock = Date.UTC(2026, 10, 20);
const understander = createUnderstander(pack, { now: () => new Date(clock) });
const say = sayTo(understander);

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

t.test('what was hardly heard makes no request of what is none', async (t) => {
  const heard = (confidence: number) =>
    understander.understand({
      locale: 'en-US',
      readings: [
        { text: 'and so be it', confidence: 0.515 },
        { text: 'and so boot', confidence },
      ],
    });
  t.equal(heard(0.003).intent, 'none');
  t.equal(heard(0.003).text, 'and so be it');
  t.equal(heard(0.5).intent, 'newSearch', 'as likely as the other, it is what was meant');
});

t.test('what was hardly heard and is hardly explained is no request', async (t) => {
  const text = 'the street and narrow landon pay of it but very fairly clean';
  const heard = (ofReading: number, ofWord: number) => {
    const words = text.split(' ').map((word) => ({ text: word, confidence: ofWord }));
    return understander.understand({ locale: 'en-US', readings: [{ text, confidence: ofReading, words }] });
  };
  t.equal(heard(0.6, 0.95).intent, understander.understand({ locale: 'en-US', ...typed(text) }).intent);
  t.not(heard(0.6, 0.95).intent, 'none');
  t.equal(heard(0.05, 0.6).intent, 'none');
  const request = ['show', 'me', 'red', 'shoes'].map((word) => ({ text: word, confidence: 0.3 }));
  const readings = [{ text: 'show me red shoes', confidence: 0.1, words: request }];
  t.equal(
    understander.understand({ locale: 'en-US', readings }).intent,
    'newSearch',
    'all of it is explained',
  );
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

t.test('what leaves out a "not" is not understood as the opposite', async (t) => {
  t.equal(say("i don't like it").intent, 'deny');
  t.equal(say("i don't like plumbers").intent, 'none');
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
const madeUp: LanguageData = {
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
  'a lower and an upper bound are the two ends of a range, where they leave something between',
  async (t) => {
    const over = say('over 40 dollars', say('lamps'));
    t.same(say('but under 90', over).context.price, { type: 'range', from: 40, to: 90 });
    t.same(say('but not more than 60', say('but under 90', over)).context.price, {
      type: 'range',
      from: 40,
      to: 60,
    });
    t.same(say('under 90', over).context.price, { type: 'range', from: 40, to: 90 });
    t.same(say('but under 30', over).context.price, { type: 'lessThan', value: 30 });
    t.same(say('and over 50', say('around 40 dollars', say('lamps'))).context.price, {
      type: 'greaterThan',
      value: 50,
    });
    const apart = say('red shoes over fifty in leather under a hundred dollars');
    t.same(apart.context.price, { type: 'range', from: 50, to: 100 }, 'also where both are in one sentence');
    t.same(say('shoes except over 200 dollars').context.price, { type: 'lessThan', value: 200 });
    t.same(say('boots other than under 50 dollars').context.price, { type: 'greaterThan', value: 50 });
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
