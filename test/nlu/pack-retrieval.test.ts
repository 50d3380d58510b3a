import t, { type Test } from 'tap';
import { namedAttributes } from '../../src/nlu/catalogue/named-attributes.js';
import { CatalogueIndex, createUnderstander, loadPack } from '../../src/nlu/index.js';
import { english } from '../../src/nlu/locales/en.js';
import { findingsIn } from './findings-of.js';
import { messageOf } from './message-of.js';
import { converse, sayTo } from './say-to.js';
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

/** A pack that says more of what it found. */
const museum = (t: Test, more = 'context: [{ move: 0 }]', found = '"{total}."', searching = '[find]') =>
  t.testdir({
    'pack.yaml': `name: museum
locales: [en]
lists: { thing: { values: [ferry, canal] }, artist: { values: [Brandauer] } }
entities: { thing: { into: keywords }, artist: { into: about.artist } }
fields: { keywords: { kind: list }, about: { kind: map } }
retrieval: { keywords: keywords, attributes: about, intents: ${searching} }
intents:
  find: { sentences: ["show me [the] {thing}", "works of {artist}"], context: [replace], replies: [${found}] }
  more:
    when: { results: true }
    sentences: ["tell me more"]
    ${more}
    replies: ["{selected.title}, {selected.year|first}, by {selected.artist}: {selected.description}", "No more."]
fallback: { silence: ["What?"], none: ["What?"] }
tests: [{ conversation: ferry, turns: [{ say: show me the ferry, intent: find }, { say: tell me more, intent: more }] }]
`,
  });

t.test('what was found is shown page by page, and each product of a page can be chosen', async (t) => {
  const dir = t.testdir({
    'pack.yaml': `name: shop
locales: [en]
lists: { thing: { values: [boat, car] } }
entities: { thing: { into: keywords }, page: { kind: number, from: 1, to: 99 }, nth: { kind: ordinal } }
fields: { keywords: { kind: list } }
retrieval: { keywords: keywords, intents: [find] }
intents:
  find: { sentences: ["find [a] {thing}"], context: [replace], replies: ["{total}."] }
  more: { sentences: [more], context: [{ page: 1 }], replies: &page [{ when: { said: [failed] }, say: ["No. {page}."] }, "Page {page}."] }
  less: { sentences: [back], context: [{ page: -1 }], replies: *page }
  page: { sentences: ["page {page}"], context: [{ page: page }], replies: *page }
  take: { sentences: ["the {nth} one"], context: [{ select: nth }], replies: ["{selected.title}."] }
fallback: { silence: ["What?"], none: ["What?"] }
`,
  });
  const boats = new CatalogueIndex(english);
  for (let id = 1; id <= 23; id++) boats.add({ id: String(id), title: `Boat ${id}` });
  const understander = createUnderstander(loadPack(dir), { catalogue: boats });
  const said = [
    'find a boat',
    'more',
    'the second one',
    'more',
    'more',
    'back',
    'page one',
    'page 9',
    'find a car',
  ];
  const answers = converse(understander, said);
  t.same(
    answers.map(({ reply, entities }) => [reply.text, entities.page, entities.products?.length]),
    [
      ['23.', undefined, 10],
      ['Page 2.', 2, 10],
      ['Boat 12.', undefined, 1],
      ['Page 3.', 3, 3],
      ['No. 3.', 3, 3],
      ['Page 2.', 2, 10],
      ['Page 1.', 1, 10],
      ['No. 1.', 1, 10],
      ['0.', undefined, 0],
    ],
  );
  t.notOk(answers[1].entities.selected, 'nothing is chosen');
});

t.test('a reply says all that the catalogue has of what was chosen', async (t) => {
  const works = new CatalogueIndex(english);
  works.add({
    id: 'w4',
    title: 'Night Ferry',
    description: 'A dark lake.',
    attributes: { artist: ['Ilse Brandauer'], year: ['1911'] },
  });
  const understander = createUnderstander(loadPack(museum(t)), { catalogue: works });
  const [, more] = converse(understander, ['show me the ferry', 'tell me more']);
  t.equal(more.reply.text, 'Night Ferry, 1911, by Ilse Brandauer: A dark lake.');
  t.match(more.entities.products, [{ id: 'w4', description: 'A dark lake.' }]);
  const gone = createUnderstander(loadPack(museum(t)), { catalogue });
  const [found] = converse(understander, ['show me the ferry']);
  t.equal(sayTo(gone)('tell me more', found).reply.text, 'No more.', 'of one that is there no more');
});

t.test('the attributes that a pack names are those of its searches and replies', async (t) => {
  t.same(namedAttributes(loadPack(museum(t))), ['artist', 'year']);
});

t.test('a search says something of the first that it found', async (t) => {
  const works = new CatalogueIndex(english);
  for (const id of ['w1', 'w2']) works.add({ id, title: `Ferry ${id}`, attributes: { year: ['1911'] } });
  const folder = museum(
    t,
    undefined,
    '"{total}, such as {selected.title} of {selected.year|first}.", "None."',
  );
  const understander = createUnderstander(loadPack(folder), { catalogue: works });
  const [found, none] = converse(understander, ['show me the ferry', 'show me the canal']);
  t.equal(found.reply.text, '2, such as Ferry w1 of 1911.');
  t.notOk(found.entities.selected, 'nothing is chosen');
  t.equal(none.reply.text, 'None.');
  t.same(findingsIn(folder), []);
});

t.test('a search that only chooses among what was found before is found', async (t) => {
  t.match(findingsIn(museum(t, 'context: [{ move: 0 }]', '"{total}."', '[find, more]')), [
    /^unfilled 6: more searches nothing/,
  ]);
});

t.test('a reply that says something of what was never chosen is found', async (t) => {
  t.same(findingsIn(museum(t)), []);
  t.match(findingsIn(museum(t, 'priority: 1')), [/^silent 13: \{selected.title\} is never there/]);
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

/** A pack that sets fields by a rule. */
const setting = (t: Test, ...rules: string[]) =>
  t.testdir({
    'pack.yaml': `name: shop
locales: [en]
lists: { thing: { inflect: true, values: [shoe, boot] }, brand: { values: [Nike, Puma] } }
entities: { thing: { into: keywords }, brand: { into: attributes.brand } }
fields: { keywords: { kind: list }, attributes: { kind: map, always: true }, sort: { kind: value } }
intents:
  find: { sentences: ["find {thing}", "by {brand}"], context: [replace], replies: ["{total} found."] }
  also:
    sentences: [more of that kind]
    context: [${rules.join(', ')}]
    replies: [{ when: { said: [failed] }, say: [Of what?] }, "{total} more."]
retrieval: { keywords: keywords, attributes: attributes }
fallback: { silence: [Yes?], none: ["What?"] }
`,
  });

t.test('what a rule sets has the shape of its field', async (t) => {
  const context = (rule: string) =>
    converse(createUnderstander(loadPack(setting(t, rule))), ['more of that kind'])[0].context;
  t.same(context('{ set: { attributes.color: red } }'), { attributes: { color: ['red'] } });
  t.same(context('{ set: { attributes.color: [red, blue] } }'), { attributes: { color: ['red', 'blue'] } });
  t.same(context('{ set: { attributes: { color: red } } }'), { attributes: { color: ['red'] } });
  t.same(context('{ set: { keywords: shoe, sort: new } }'), {
    attributes: {},
    keywords: ['shoe'],
    sort: 'new',
  });
  t.same(context('{ set: { attributes.color: red } }, { set: { attributes.color: "" } }'), {
    attributes: {},
  });
  t.same(context('{ set: { keywords: "" } }'), { attributes: {}, keywords: [] });
});

t.test('a rule sets a field to what the product that was chosen has', async (t) => {
  const rules = ['{ move: 0 }', '{ clear: all }', '{ set: { attributes.color: "{selected.color}" } }'];
  const understander = createUnderstander(loadPack(setting(t, ...rules)), { catalogue });
  const [, like] = converse(understander, ['find shoes', 'more of that kind']);
  t.same(like.context, { attributes: { color: ['red'] } });
  t.equal(like.reply.text, '2 more.');
  const [, none] = converse(understander, ['find boot', 'more of that kind']);
  t.same(none.context, { attributes: { color: ['brown'] } });
  const [of] = converse(understander, ['more of that kind']);
  t.equal(of.reply.text, 'Of what?');
  t.same(of.context, { attributes: {} });
});

t.test('a template that a rule cannot fill is refused with what to do', async (t) => {
  const fault = (...rules: string[]) => messageOf(() => loadPack(setting(t, ...rules)));
  t.match(
    fault('{ set: { attributes.brand: "{brand}" } }'),
    /"set" takes a value as it is, "\{selected.author\}" alone .* or "\{told.slot\}"/,
  );
  t.match(
    fault('{ set: { attributes.brand: "{selected.brand}" } }'),
    /put \{ move: 0 \} or a "select" before it/,
  );
  t.match(fault('{ move: 0 }', '{ set: { attributes.brand: "by {selected.brand}" } }'), /is none of these/);
});
