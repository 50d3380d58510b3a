import t from 'tap';

import { converse, sayTo, understanderOf } from './say-to.js';

const store = `
name: store
locales: [en]
entities: { item: { kind: spelled, into: item }, count: { kind: number, from: 1, to: 500, into: count } }
fields: { item: { kind: value }, count: { kind: value } }
intents:
  pick:
    sentences: ["[pick {count} of] item {item}"]
    context: [replace]
    replies: [{ when: { said: [unmatched] }, say: ["I didn't catch {unmatched|or}."] }, "{item}."]
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;

t.test('figures alone put the figures of a code right', async (t) => {
  const say = sayTo(understanderOf(t, store));
  const item = (text: string) => say(text).context.item;
  t.equal(item('item k l four oh seven no four oh eight'), 'KL408');
  t.equal(item('pick five of item k l four oh seven sorry eighty'), 'KL80');
  t.equal(item('item k l four oh seven no k m four oh seven'), 'KM407');
  t.equal(item('item k l four oh seven no four oh eight b'), '408B');
  t.equal(item('item four oh seven no four oh eight'), '408');
  t.equal(item('item k l no four oh eight'), '408');
  t.equal(item('item k l four oh seven no k m'), 'KM407', 'and letters its letters');
});

const pallets = `
name: pallets
locales: [en]
entities: { pallet: { kind: spelled, into: pallet }, bay: { kind: number, from: 1, to: 599, into: bay } }
fields: { pallet: { kind: value }, bay: { kind: value } }
intents:
  store:
    sentences: ["[no|sorry] [pallet] {pallet}", "[no|sorry] bay {bay}", "no {bay}", "{bay}"]
    context: [replace]
    replies: ["Done."]
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;

t.test('a code is put right in part by a later turn', async (t) => {
  const understander = understanderOf(t, pallets);
  const pallet = (...said: string[]) => converse(understander, said).at(-1)!.context.pallet;
  const isAB287 = 'pallet a b two eight seven';
  t.equal(pallet(isAB287, 'sorry two eight six'), 'AB286', 'its figures');
  t.equal(pallet(isAB287, 'no a d'), 'AD287', 'its letters');
  t.equal(pallet(isAB287, 'no k l four'), 'KL4', 'all of it');
  t.equal(pallet(isAB287, 'two eight six i mean'), 'AB286', 'told only then');
  t.equal(pallet(isAB287, 'k l two eight six sorry'), 'KL286');
  t.equal(pallet(isAB287, 'two eight six'), '286', 'another one');
  const isPlate = 'pallet a b one two c d e';
  t.equal(pallet(isPlate, 'no c d f'), 'AB12CDF', 'the letters of which there are so many');
  t.equal(pallet(isPlate, 'no one three'), 'AB13CDE', 'figures in its midst');
  t.equal(pallet(isPlate, 'no one three c d f'), 'AB13CDF', 'both');
  t.equal(pallet(isPlate, 'no x y three four'), 'XY34', 'another one');
  t.equal(pallet('pallet a b one two c d', 'no a f'), 'AF12CD', 'those that are most like it');
  t.equal(pallet(isAB287, 'no the last digit is nine'), 'AB289');
  t.equal(pallet(isAB287, 'no the last two digits are one nine'), 'AB219');
  t.equal(pallet(isAB287, 'the second letter should be d as in dog'), 'AD287');
  t.equal(pallet(isAB287, 'the fourth character is zero'), 'AB207');
  t.equal(pallet(`${isAB287} no the first digit is four`), 'AB487');
  t.equal(pallet(isAB287, 'the last is nine'), 'AB289');
  t.equal(pallet(isAB287, 'no the last two are one nine'), 'AB219');
  t.equal(pallet(isAB287, 'the ninth digit is four'), 'AB287', 'there is none');
  t.equal(pallet('five five one two', 'no one three'), '5513', 'of figures alone the last');
  t.equal(pallet('pallet c four one four', 'no d as in delta'), 'D414', 'its only letter');
  t.equal(pallet(isAB287, 'no d as in delta'), 'AB287', 'one of two letters is not told');
});

t.test('of a number the figure in a place is put right', async (t) => {
  const understander = understanderOf(t, pallets);
  const bay = (...said: string[]) => converse(understander, said).at(-1)!.context.bay;
  t.equal(bay('bay five one two', 'no the last digit is three'), 513);
  t.equal(bay('bay five one two', 'the first digit is nine'), 512, 'beyond its limits');
});

t.test('an article that is left out is not told', async (t) => {
  const say = sayTo(understanderOf(t, store));
  t.equal(say('the item k l four').reply.text, 'KL4.');
  t.equal(say('item k l four in the office').reply.text, "I didn't catch in the office.");
});
