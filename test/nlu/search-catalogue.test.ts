import t from 'tap';
import { CatalogueIndex } from '../../src/nlu/index.js';
import { english } from '../../src/nlu/locales/en.js';
import { converse, understanderOf } from './say-to.js';

const pack = `
name: corner-shop
locales: [en]
lists:
  thing: { inflect: true, values: [milk, bread, egg, shirt, jeans, lamp, bedside table] }
  color: { values: [red, blue] }
entities:
  thing: { into: keywords, asSaid: true }
  color: { into: attributes.color }
  own: { kind: text, into: keywords }
  sort: { kind: pattern, into: sortBy, patterns: [{ in: cheapest first, out: priceLowToHigh }] }
  search:
    kind: phrase
    of: [thing, color, sort]
    head: thing
    glue: [a, and, for]
    each: { head: thing, by: [color], words: [and], as: own }
fields:
  keywords: { kind: list, always: true, things: thing }
  attributes: { kind: map, always: true }
  sortBy: { kind: value, always: true, empty: "" }
retrieval: { keywords: keywords, attributes: attributes, sortBy: sortBy }
intents:
  find:
    sentences: ["find {search}"]
    context: [{ clear: all }, replace]
    replies:
      - { when: { said: [nothing] }, say: ["Nothing."] }
      - { when: { said: [partial] }, say: ["{total} close."] }
      - "{total} found."
  more: { sentences: [more], context: [{ page: 1 }], replies: ["Page {page}."] }
fallback: { silence: [Yes?], none: [Sorry.] }
`;

const shelf: [title: string, price: number][] = [
  ['Whole milk', 1.2],
  ['White bread', 1.5],
  ['Six eggs', 2],
  ['Oat milk', 1.9],
  ['Red shirt', 20],
  ['Blue shirt', 19],
  ['Red jeans', 30],
  ['Blue jeans', 35],
  ['Table lamp', 25],
];

t.test('several things that are no one product are found each by itself', async (t) => {
  const catalogue = new CatalogueIndex(english);
  for (const [index, [title, price]] of shelf.entries())
    catalogue.add({ id: String(index), title, price, currency: 'USD' });
  const understander = understanderOf(t, pack, { catalogue });
  const found = (...said: string[]) => {
    const { entities, reply } = converse(understander, said).at(-1)!;
    return [(entities.products as { title: string }[]).map(({ title }) => title), reply.text];
  };
  const groceries = ['Whole milk', 'White bread', 'Six eggs', 'Oat milk'];
  t.same(found('find milk and bread and eggs'), [groceries, '4 found.'], 'in turn');
  const cheapest = ['Whole milk', 'White bread', 'Oat milk', 'Six eggs'];
  t.same(found('find milk and bread and eggs cheapest first'), [cheapest, '4 found.']);
  t.same(found('find a red shirt and blue jeans'), [['Red shirt', 'Blue jeans'], '2 found.']);
  t.same(found('find a lamp for a bedside table')[1], '1 close.', 'which is one thing for another');
  for (let at = 0; at < 12; at++)
    catalogue.add({ id: `m${at}`, title: `Milk ${at}`, price: 3, currency: 'USD' });
  const titles = [1, 2].flatMap(
    (page) => found('find milk and bread and eggs', ...Array(page - 1).fill('more'))[0],
  );
  t.equal(titles.length, 16);
  t.equal(new Set(titles).size, 16, 'none on two pages');
});

t.test('of things that are each to be of a size each is looked for in its own', async (t) => {
  const catalogue = new CatalogueIndex(english);
  const sizes: [title: string, size: string][] = [
    ['Red shirt', 'L'],
    ['Red shirt', 'S'],
    ['Blue jeans', '32'],
    ['Blue jeans', '36'],
  ];
  for (const [index, [title, size]] of sizes.entries())
    catalogue.add({ id: String(index), title: `${title} ${index}`, attributes: { size: [size] } });
  const sized = pack
    .replace(
      '  own:',
      '  size: { kind: pattern, into: attributes.size, patterns: [{ in: "size {count}", out: "{count}" }, { in: large, out: L }] }\n  count: { kind: number, from: 1, to: 60 }\n  own:',
    )
    .replace('of: [thing, color, sort]', 'of: [thing, color, size, sort]')
    .replace('as: own }', 'as: own, sizes: { by: [size], word: size } }');
  const understander = understanderOf(t, sized, { catalogue });
  const { entities, reply } = converse(understander, ['find a large shirt and jeans size thirty two']).at(
    -1,
  )!;
  t.same(
    (entities.products as { title: string }[]).map(({ title }) => title),
    ['Red shirt 0', 'Blue jeans 2'],
  );
  t.equal(reply.text, '2 found.');
});
