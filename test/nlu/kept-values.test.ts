import t from 'tap';
import { loadPack } from '../../src/nlu/index.js';
import { messageOf } from './message-of.js';
import { converse, understanderOf } from './say-to.js';

const pack = `
name: shop
locales: [en]
lists:
  thing: { inflect: true, values: [shirt, hat, shoe] }
  color: { values: [red, blue, white] }
  maker: { values: [acme, zenith] }
  named: { values: [{ in: (color|colour), out: attributes.color }, { in: size, out: attributes.size }, { in: maker, out: attributes.maker }, price] }
entities:
  thing: { into: keywords }
  color: { into: attributes.color }
  maker: { into: attributes.maker }
  number: { kind: number, from: 1, to: 999 }
  size: { kind: pattern, patterns: [{ in: "{number}", out: "{number}" }], into: attributes.size }
  price: { kind: price, into: price }
  named: {}
fields:
  keywords: { kind: list }
  attributes: { kind: map }
  price: { kind: value, empty: {} }
intents:
  find: { sentences: ["find [{color} [(and|or) {color}]] [{maker}] {thing} [in size {size}] [{price}]"], context: [{ clear: all }, replace], replies: [ok] }
  narrow: { sentences: ["in {color}", "by {maker}"], context: [replace], replies: [ok] }
  keep: { sentences: ["keep the {named:kept}", "keep the {color:kept} [and the {color:kept}]"], context: [{ keepNamed: { slots: [kept] } }], replies: [ok] }
  only: { sentences: ["only the {color:kept}", "only the {maker:kept}", "only the {named:kept}"], context: [{ keepNamed: { slots: [kept], fields: [keywords] } }], replies: [ok] }
  both: { sentences: [both], context: [keepBoth], replies: [{ when: { said: [failed] }, say: [No.] }, ok] }
  number: { sentences: ["make (that|it) {number}"], context: [{ latestNumber: { number: number, fields: [attributes.size, price] } }], replies: [{ when: { said: [failed] }, say: [No.] }, ok] }
fallback: { silence: [Yes?], none: ["What?"] }
`;

t.test('what is kept by its name, or by what it is called, is all that stays', async (t) => {
  const understander = understanderOf(t, pack);
  const after = (...said: string[]) => converse(understander, said).at(-1)!.context;
  const two = 'find red or blue acme shirts in size 9 under fifty dollars';
  t.same(after(two, 'keep the color'), { attributes: { color: ['red', 'blue'] } });
  t.same(after(two, 'keep the price'), { price: { type: 'lessThan', value: 50 } });
  t.same(after('find shirts', 'keep the color'), {}, 'which nobody said');
  t.same(after(two, 'keep the blue'), { attributes: { color: ['blue'] } });
  t.same(after(two, 'keep the blue and the red'), { attributes: { color: ['blue', 'red'] } });
  t.same(
    after(two, 'only the blue'),
    {
      keywords: ['shirt'],
      attributes: { color: ['blue'], maker: ['acme'], size: ['9'] },
      price: { type: 'lessThan', value: 50 },
    },
    'these, and not all that is blue',
  );
  t.same(
    after(two, 'only the white'),
    { keywords: ['shirt'], attributes: { color: ['red', 'blue'] } },
    'which is not there',
  );
  t.same(
    after(two, 'only the acme'),
    { keywords: ['shirt'], attributes: { maker: ['acme'] } },
    'the only one of its kind',
  );
  t.same(after(two, 'only the size'), { keywords: ['shirt'], attributes: { size: ['9'] } });
});

t.test('both are what the last change put in the place of another, and that', async (t) => {
  const understander = understanderOf(t, pack);
  const last = (...said: string[]) => converse(understander, said).at(-1)!;
  t.same(last('find acme shirts', 'by zenith', 'both').context.attributes, { maker: ['acme', 'zenith'] });
  t.same(last('find red acme shirts', 'find hats', 'both').context, {
    keywords: ['shirt', 'hat'],
    attributes: {},
  });
  t.equal(last('find acme shirts', 'in red', 'both').reply.text, 'No.');
  t.equal(last('find shirts', 'both').reply.text, 'No.');
  t.equal(last('both').reply.text, 'No.');
  t.same(
    last('find blue hats', 'keep the size', 'both').context,
    { attributes: {} },
    'there is nothing beside it',
  );
});

t.test('a number alone takes the place of the nearest of those that were said last', async (t) => {
  const understander = understanderOf(t, pack);
  const last = (...said: string[]) => converse(understander, said).at(-1)!;
  const both = 'find shoes in size 12 under sixty dollars';
  t.match(last(both, 'make that 14').context, { attributes: { size: ['14'] }, price: { value: 60 } });
  t.match(last(both, 'make that 70').context, { attributes: { size: ['12'] }, price: { value: 70 } });
  t.match(last('find shoes from 40 to 60 dollars', 'make that 80').context.price, { from: 40, to: 80 });
  t.equal(last('find shoes', 'make that 80').reply.text, 'No.');
});

t.test('an amount of money that is said in a pattern is one', async (t) => {
  const pack = (out: string, kind = 'money') => `
name: post
locales: [en]
entities:
  sum: { kind: ${kind} }
  insured: { kind: pattern, patterns: [{ in: "insured for {sum}", out: "${out}" }], into: insured }
fields: { insured: { kind: value } }
intents: { send: { sentences: ["a parcel {insured}"], context: [replace], replies: ["{insured}."] } }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;
  const sent = (out: string) =>
    converse(understanderOf(t, pack(out)), ['a parcel insured for two hundred euros'])[0];
  t.same(sent('{sum}').context.insured, { amount: '200', currency: 'EUR' });
  t.equal(sent('{sum}').reply.text, '€200.');
  t.equal(sent('up to {sum}').context.insured, 'up to 200 EUR');
  t.match(
    messageOf(() => loadPack(t.testdir({ 'pack.yaml': pack('{sum}', 'price') }))),
    /the price "sum" cannot stand in it/,
  );
});
