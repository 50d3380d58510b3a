import t, { type Test } from 'tap';
import { createUnderstander, loadPack } from '../../src/nlu/index.js';
import { sayTo } from './say-to.js';

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

const said = (t: Test, pack: string, text: string) =>
  sayTo(createUnderstander(loadPack(t.testdir({ 'pack.yaml': pack }))))(text).context.things;

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
