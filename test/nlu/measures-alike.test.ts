import t, { type Test } from 'tap';

import { sayTo, understanderOf } from './say-to.js';

/** A pack of things, each of which has a measure. */
const packOf = (thing: string, measure: string) => `
name: things
locales: [en]
lists: { thing: { values: ${thing} } }
entities:
  thing: {}
  quantity: { kind: number, from: 1, to: 9 }
  measure: ${measure}
  item: { kind: phrase, of: [quantity, thing, measure], head: [thing], separators: [and], glue: [for, of, a], into: things }
fields: { things: { kind: items, say: "{thing}" } }
intents:
  take: { sentences: ["[renew] {item}"], context: [addItems], replies: ["{things}."] }
fallback: { silence: ["Yes?"], none: ["Pardon?"] }
`;
const loans = packOf('[dune, emma, ulysses]', '{ kind: duration }').replace('of: [quantity, ', 'of: [');
const luggage = packOf('[{ in: "bag[s]", out: bag }]', '{ kind: quantity, units: [kilogram] }');

const said = (t: Test, pack: string, text: string) => sayTo(understanderOf(t, pack))(text).context.things;

t.test('a unit is said of the first of several measures and holds for the others', async (t) => {
  t.same(said(t, loans, 'renew dune for a week and emma for two and ulysses for three'), [
    { thing: 'dune', measure: 'P7D' },
    { thing: 'emma', measure: 'P14D' },
    { thing: 'ulysses', measure: 'P21D' },
  ]);
  t.same(said(t, luggage, 'one bag of twenty kilos and one of fifteen'), [
    { quantity: 1, thing: 'bag', measure: '20 kilogram' },
    { quantity: 1, thing: 'bag', measure: '15 kilogram' },
  ]);
});

t.test('what is counted behind an "and" with an option of its own is counted besides', async (t) => {
  t.same(said(t, luggage, 'two bags of twenty kilos and one of fifteen'), [
    { quantity: 2, thing: 'bag', measure: '20 kilogram' },
    { quantity: 1, thing: 'bag', measure: '15 kilogram' },
  ]);
  t.same(said(t, luggage, 'two bags of twenty kilos three of fifteen and one of ten'), [
    { quantity: 2, thing: 'bag', measure: '20 kilogram' },
    { quantity: 3, thing: 'bag', measure: '15 kilogram' },
    { quantity: 1, thing: 'bag', measure: '10 kilogram' },
  ]);
  t.same(said(t, luggage, 'two bags of twenty kilos and one of fifteen kilos'), [
    { quantity: 2, thing: 'bag', measure: '20 kilogram' },
    { quantity: 1, thing: 'bag', measure: '15 kilogram' },
  ]);
  const boxes = packOf('[{ in: "box[es]", out: box }]', '{ list: goods }').replace(
    'lists: { ',
    'lists: { goods: { values: [screws, nails] }, ',
  );
  t.same(said(t, boxes, 'nine boxes of screws and four of nails'), [
    { quantity: 9, thing: 'box', measure: 'screws' },
    { quantity: 4, thing: 'box', measure: 'nails' },
  ]);
  t.same(said(t, boxes, 'nine boxes of screws four of nails'), [
    { quantity: 9, thing: 'box', measure: 'screws' },
    { quantity: 4, thing: 'box', measure: 'nails' },
  ]);
  t.same(
    said(t, boxes, 'nine boxes and four of them nails'),
    [
      { quantity: 5, thing: 'box' },
      { quantity: 4, thing: 'box', measure: 'nails' },
    ],
    'of these',
  );
});

t.test('of several things in what is named or weighed none is lost', async (t) => {
  const boxes = packOf('[{ in: "box[es]", out: box }]', '{ list: goods }').replace(
    'lists: { ',
    'lists: { goods: { values: [screws, nails] }, ',
  );
  t.same(said(t, boxes, 'three boxes of screws and nails'), [
    { quantity: 3, thing: 'box', measure: 'screws' },
    { quantity: 3, thing: 'box', measure: 'nails' },
  ]);
  const loose = packOf('[sand, nails]', '{ kind: quantity, units: [kilogram] }').replace(
    'head: [thing], ',
    '',
  );
  t.same(said(t, loose, 'five kilos of sand and two kilos of nails'), [
    { measure: '5 kilogram', thing: 'sand' },
    { measure: '2 kilogram', thing: 'nails' },
  ]);
});

t.test('what is left of so many are the others', async (t) => {
  const boxes = packOf('[{ in: "box[es]", out: box }]', '{ list: goods }').replace(
    'lists: { ',
    'lists: { goods: { values: [screws, nails] }, ',
  );
  const split = [
    { quantity: 1, thing: 'box', measure: 'screws' },
    { quantity: 1, thing: 'box', measure: 'nails' },
  ];
  for (const text of [
    'two boxes one of screws and one of nails',
    'two boxes one of screws the other one of nails',
    'two boxes one of screws and the other of nails',
    'two boxes one screws the other nails',
  ])
    t.same(said(t, boxes, text), split, text);
  t.same(said(t, boxes, 'three boxes one of screws and the other two of nails'), [
    { quantity: 1, thing: 'box', measure: 'screws' },
    { quantity: 2, thing: 'box', measure: 'nails' },
  ]);
});

t.test('numbers of a list count as well, and leave a measure behind them alone', async (t) => {
  const many = packOf('[{ in: "bag[s]", out: bag }]', '{ kind: quantity, units: [kilogram], counts: true }')
    .replace(
      'lists: { ',
      'lists: { quantity: { range: { from: 1, to: 500 }, values: [{ in: half a, out: 0.5 }] }, ',
    )
    .replace(/quantity: { kind: number.*/, 'quantity: { counts: true }');
  t.same(said(t, many, 'three twenty kilo bags and half a bag'), [
    { quantity: 3, thing: 'bag', measure: '20 kilogram' },
    { quantity: 0.5, thing: 'bag' },
  ]);
  t.same(said(t, many, 'two bags of twenty kilos and one of fifteen'), [
    { quantity: 2, thing: 'bag', measure: '20 kilogram' },
    { quantity: 1, thing: 'bag', measure: '15 kilogram' },
  ]);
});

t.test('a number with a thing of its own, or behind nothing alike, is no measure', async (t) => {
  t.same(said(t, luggage, 'one bag of twenty kilos and two bags'), [
    { quantity: 1, thing: 'bag', measure: '20 kilogram' },
    { quantity: 2, thing: 'bag' },
  ]);
  t.same(said(t, loans, 'renew dune for a week and emma'), [
    { thing: 'dune', measure: 'P7D' },
    { thing: 'emma' },
  ]);
});
