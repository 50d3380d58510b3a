import t from 'tap';
import { CatalogueIndex } from '../../src/nlu/index.js';
import { english } from '../../src/nlu/locales/en.js';
import { converse, understanderOf } from './say-to.js';

const pack = `
name: shop
locales: [en]
lists: { thing: { values: [hat, cap, scarf, glove] } }
entities: { thing: { into: keywords }, nth: { kind: ordinal }, price: { kind: price, into: price } }
fields: { keywords: { kind: list }, price: { kind: value }, sortBy: { kind: value } }
retrieval: { keywords: keywords, price: price, intents: [find, cheaper, dearer] }
intents:
  find: { sentences: ["find {thing} [{price}]"], context: [{ clear: all }, replace], replies: ["{total}."] }
  choose: { sentences: ["the {nth}"], context: [{ select: nth }], replies: [ok] }
  cheaper: { sentences: [cheaper], context: [{ relative: { field: price, property: price, direction: less, alsoSet: { sortBy: priceHighToLow } } }], replies: ["{total}."] }
  dearer: { sentences: [dearer], context: [{ relative: { field: price, property: price, direction: greater } }], replies: ["{total}."] }
fallback: { silence: [Yes?], none: ["What?"] }
`;

t.test(
  'cheaper and dearer are so than the middle of what was shown, what was chosen of it, or what was asked for',
  async (t) => {
    const catalogue = new CatalogueIndex(english);
    const prices = { hat: [10, 20.4, 29, 40.5], cap: [12.5], scarf: [0], glove: [undefined, undefined] };
    for (const [title, all] of Object.entries(prices))
      for (const [at, price] of all.entries())
        catalogue.add({ id: `${title}${at}`, title, ...(price === undefined ? {} : { price }) });
    const understander = understanderOf(t, pack, { catalogue });
    const after = (...said: string[]) => converse(understander, said).at(-1)!.context;
    const price = (...said: string[]) => after(...said).price;

    t.same(price('find hat', 'cheaper'), { type: 'lessThan', value: 20 });
    t.same(price('find hat', 'dearer'), { type: 'greaterThan', value: 20 });
    t.equal(after('find hat', 'cheaper').sortBy, 'priceHighToLow');
    t.equal(after('find hat', 'dearer').sortBy, undefined);
    t.same(
      price('find hat', 'the fourth', 'cheaper'),
      { type: 'lessThan', value: 41 },
      'nothing of it falls out',
    );
    t.same(price('find hat', 'the fourth', 'dearer'), { type: 'greaterThan', value: 40 });
    t.same(price('find cap', 'cheaper'), { type: 'lessThan', value: 13 }, 'the only one');
    t.same(price('find scarf', 'cheaper'), undefined, 'nothing is cheaper than what costs nothing');
    t.same(price('find glove', 'cheaper'), undefined, 'nobody knows what they cost');
    t.same(price('find glove under fifty dollars', 'cheaper'), { type: 'lessThan', value: 50 });
    t.same(price('find glove under fifty dollars', 'dearer'), { type: 'greaterThan', value: 50 });
    t.same(price('find glove from ten to fifty dollars', 'dearer'), { type: 'greaterThan', value: 50 });
    t.same(price('find glove from ten to fifty dollars', 'cheaper'), { type: 'lessThan', value: 10 });
  },
);

t.test(
  'longer and shorter are so than the one measure that is there; a number alone is at least so much, too',
  async (t) => {
    const hoses = `
name: hoses
locales: [en]
lists: { letter: { values: [S, M] }, quality: { values: [full hd, 4k] } }
entities:
  measure: { kind: quantity, into: attributes.size }
  atLeast: { kind: pattern, into: attributes.size, patterns: [{ in: "at least {measure}", out: "at least {measure}" }, { in: "{measure} to {measure:most}", out: "{measure} to {most}" }] }
  number: { kind: number, from: 1, to: 500 }
  bare: { kind: pattern, into: attributes.size, patterns: [{ in: "{number}", out: "{number}" }] }
  letter: { into: attributes.size }
  quality: { into: attributes.quality }
fields: { attributes: { kind: map } }
intents:
  say: { sentences: ["{measure} [and {measure:other}]", "{atLeast}", "{letter}"], context: [replace], replies: [ok] }
  again: { sentences: ["(make it|no|i mean) ({bare}|{measure}|{quality})"], context: [replace], replies: [ok] }
  longer: { sentences: [longer], context: [{ relative: { field: attributes.size, direction: greater } }], replies: [{ when: { said: [failed] }, say: ["Which?"] }, ok] }
  shorter: { sentences: [shorter], context: [{ relative: { field: attributes.size, direction: less } }], replies: [{ when: { said: [failed] }, say: ["Which?"] }, ok] }
fallback: { silence: [Yes?], none: ["What?"] }
`;
    const understander = understanderOf(t, hoses);
    const after = (...said: string[]) => {
      const { context, reply } = converse(understander, said).at(-1)!;
      const { size, quality = [] } = (context.attributes ?? {}) as Record<string, string[]>;
      return reply.text === 'Which?' ? reply.text : [...(size ?? []), ...quality];
    };
    t.same(after('two meters', 'longer'), ['over 2 meter']);
    t.same(after('two meters', 'longer', 'shorter'), ['under 2 meter']);
    t.same(after('at least fifty feet', 'longer'), ['over 50 foot']);
    t.same(after('forty inches to fifty inches', 'longer'), ['over 50 inch']);
    t.same(after('forty inches to fifty inches', 'shorter'), ['under 40 inch']);
    t.equal(after('S', 'longer'), 'Which?', 'a letter is no measure');
    t.same(
      after('two meters and three kilos', 'longer'),
      ['over 2 meter', '3 kilogram'],
      'of several the length',
    );
    t.equal(after('two liters and three kilos', 'longer'), 'Which?', 'of two nobody knows which');
    t.equal(after('longer'), 'Which?');
    t.same(after('at least fifty feet', 'make it seventy five'), ['at least 75 foot']);
    t.same(
      after('two meters', 'longer', 'make it three'),
      ['at least 3 meter'],
      'which holds for three, too',
    );
    t.same(after('two meters', 'no three'), ['3 meter']);
    t.same(after('two meters', 'i mean feet'), ['2 foot'], 'a unit alone puts right that of a map');
    t.same(after('two meters', 'make it 4k'), ['2 meter', '4k'], 'what is on a list is no number alone');
  },
);
