import t from 'tap';
import { CatalogueIndex, createUnderstander, loadPack } from '../../src/nlu/index.js';
import { english } from '../../src/nlu/locales/en.js';
import { converse } from './say-to.js';

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
    const understander = createUnderstander(loadPack(t.testdir({ 'pack.yaml': pack })), { catalogue });
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
