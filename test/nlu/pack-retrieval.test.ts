import t, { type Test } from 'tap';
import { createUnderstander, loadPack } from '../../src/nlu/index.js';
import { findingsIn } from './findings-of.js';
import { messageOf } from './message-of.js';
import { converse } from './say-to.js';
import { catalogue } from './small-catalogue.js';

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
tests: [{ say: find hats, given: { filters: {} }, intent: find }, { say: sort by most popular, intent: sort }, { say: cheaper, intent: cheap }]
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

t.test('who chooses among results does not search anew, and replies know what was chosen', async (t) => {
  const pack = `
name: shop
locales: [en]
lists: { thing: { inflect: true, values: [shoe, boot] } }
entities: { thing: { into: keywords }, nth: { kind: ordinal } }
fields: { keywords: { kind: list } }
intents:
  find: { sentences: ["find {thing}"], context: [replace], replies: ["{total} found."] }
  next: { sentences: ["the next one"], context: [{ move: 1 }], replies: ["{selected.title} by {selected.brand}."] }
  pick: { sentences: ["the {nth} one"], context: [{ select: nth }], replies: ["{selected.attributes.color}."] }
retrieval: { keywords: keywords }
fallback: { silence: [Yes?], none: ["What?"] }
`;
  const loaded = loadPack(t.testdir({ 'pack.yaml': pack }));
  const understander = createUnderstander(loaded, { catalogue });
  const turns = converse(understander, ['find shoes', 'the next one', 'the next one', 'the first one']);
  t.same(
    turns.map(({ reply }) => reply.text),
    ['3 found.', 'Nike Air running shoes by Nike.', 'Adidas running shoe by Adidas.', 'Red.'],
  );
});
