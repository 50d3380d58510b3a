import fc from 'fast-check';
import t from 'tap';

import { inWords } from './in-words.js';
import { converse, sayTo, understanderOf } from './say-to.js';

const freezer = `
name: freezer
locales: [en]
entities:
  low: { kind: number, from: -100, to: 100, into: low }
  high: { kind: number, from: -100, to: 100, into: high }
  within: { kind: number, from: 0, to: 20, into: within }
  boxes: { kind: number, from: 1, to: 20, into: boxes }
fields: { low: { kind: value }, high: { kind: value }, within: { kind: value }, boxes: { kind: value } }
intents:
  keep:
    sentences: ["[no] [keep it] (between {low} and {high}|[at] {low} [plus or minus {within}]) [degrees]", "[no] plus or minus {within}"]
    context: [replace]
    replies: ["Done."]
  store: { sentences: ["store {boxes} boxes"], context: [replace], replies: ["Done."] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;

t.test('a number that can be below zero is read with either sign', async (t) => {
  const understander = understanderOf(t, freezer);
  const kept = (...said: string[]) => converse(understander, said).at(-1)!.context;
  t.same(kept('keep it between minus five and plus five degrees'), { low: -5, high: 5 });
  t.same(kept('keep it at negative eighteen', 'no plus four'), { low: 4 });
  t.same(kept('keep it at eighteen point five degrees below zero'), { low: -18.5 });
  t.same(kept('keep it between twenty below zero and five degrees'), { low: -20, high: 5 });
  t.equal(kept('store plus two boxes').boxes, undefined, 'of things there are none with a sign');

  const say = sayTo(understander);
  const tenths = fc.integer({ min: 0, max: 999 });
  fc.assert(
    fc.property(tenths, fc.constantFrom('minus', 'negative', 'plus', ''), (value, sign) => {
      const { context } = say(`keep it at ${sign} ${inWords(Math.floor(value / 10))} point ${value % 10}`);
      const isBelow = sign === 'minus' || sign === 'negative';
      return context.low === (isBelow && value > 0 ? -value : value) / 10;
    }),
    { numRuns: 60 },
  );
});

t.test('plus or minus is no sign of the number behind it', async (t) => {
  const understander = understanderOf(t, freezer);
  const kept = (...said: string[]) => converse(understander, said).at(-1)!.context;
  t.same(kept('keep it at minus seventy plus or minus two'), { low: -70, within: 2 });
  t.same(kept('seventy plus or minus two', 'no plus or minus one point five'), { low: 70, within: 1.5 });
});
