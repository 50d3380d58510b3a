import t, { type Test } from 'tap';
import { loadPack } from '../../src/nlu/index.js';
import { findingsIn } from './findings-of.js';
import { messageOf } from './message-of.js';

/** A pack that searches, with what it says of the search. */
const shop = (t: Test, retrieval: string, order = 'popular', set = 'priceLowToHigh') =>
  t.testdir({
    'pack.yaml': `name: shop
locales: [en]
lists:
  thing: { values: [shoes, hats] }
  order: { values: [{ in: most popular, out: ${order} }] }
entities: { thing: { into: keywords }, order: { into: sort } }
fields: { keywords: { kind: list }, sort: { kind: value }, filters: { kind: map } }
intents:
  find: { sentences: ["find {thing}"], context: [replace], replies: [ok] }
  sort: { sentences: ["sort by {order}"], context: [replace], replies: [ok] }
  cheap: { sentences: [cheaper], context: [{ set: { sort: ${set} } }], replies: [ok] }
retrieval: { ${retrieval} }
tests: [{ say: find hats, intent: find }, { say: sort by most popular, intent: sort }, { say: cheaper, intent: cheap }]
`,
  });

t.test('a search that looks at what is not there is refused with its line', async (t) => {
  for (const [retrieval, message] of [
    ['keywords: kwords', 'there is no field "kwords"; did you mean "keywords"?'],
    ['keywords: sort', 'the field "sort" is of the kind value; "keywords" needs one of the kind list'],
    [
      'keywords: keywords, price: filters',
      'the field "filters" is of the kind map; "price" needs one of the kind value',
    ],
    ['keywords: keywords, intents: [fnd]', 'there is no intent "fnd"; did you mean "find"?'],
    ['keywords: keywords, omit: [thign]', 'there is no entity or attribute "thign"; did you mean "thing"?'],
    ['keywords: keywords, weighed: thigns', 'there is no list "thigns"; did you mean "thing"?'],
  ] as const) {
    const [, fault] = messageOf(() => loadPack(shop(t, retrieval))).split('\n');
    t.match(fault, /pack\.yaml:12: /);
    t.ok(fault.endsWith(message), fault);
  }
});

t.test('an order that no products can be sorted in is found', async (t) => {
  const search = 'keywords: keywords, sortBy: sort';
  t.same(findingsIn(shop(t, search)), []);
  t.same(findingsIn(shop(t, search, 'poplar')), [
    'unknown 5: products cannot be sorted by "poplar"; did you mean "popular"?',
  ]);
  t.same(findingsIn(shop(t, search, 'popular', 'shiny')), [
    'unknown 11: products cannot be sorted by "shiny"; there are: priceLowToHigh, priceHighToLow, new, popular, rating, sale',
  ]);
  t.same(
    findingsIn(shop(t, 'keywords: keywords', 'poplar', 'poplar')),
    [],
    'without a search it is a value like any other',
  );
});
