import t from 'tap';

import { converse, understanderOf } from './say-to.js';

const pack = `
name: shop
locales: [en]
entities:
  size: { kind: pattern, into: attributes.size, patterns: [{ in: "size {number}", out: "{number}" }, { in: "{number} inch", out: "{number} inch" }] }
  number: { kind: number, from: 1, to: 5000 }
  price: { kind: price, into: price }
fields: { attributes: { kind: map, always: true }, price: { kind: value, always: true, empty: {} } }
intents:
  say: { sentences: ["{size}", "{price}", "{size} {price}"], context: [replace], replies: [Okay.] }
  again: { sentences: ["make that {number}"], context: [{ latestNumber: { number: number, fields: [attributes.size, price] } }], replies: [{ when: { said: [failed] }, say: [No.] }, Okay.] }
  double: { sentences: ["double that"], context: [{ latestNumber: { times: 2, fields: [price, attributes.size] } }], replies: [{ when: { said: [failed] }, say: [No.] }, Okay.] }
fallback: { silence: [Yes?], none: [Sorry.] }
`;

t.test('a number alone takes the place of the one that was said last', async (t) => {
  const understander = understanderOf(t, pack);
  const after = (...said: string[]) => {
    const { context, reply } = converse(understander, said).at(-1)!;
    const { size } = context.attributes as { size?: string[] };
    return [size, (context.price as { value?: number }).value, reply.text];
  };
  t.same(after('size nine', 'under eighty dollars', 'make that sixty'), [['9'], 60, 'Okay.']);
  t.same(after('under eighty dollars', 'size nine', 'make that eleven'), [['11'], 80, 'Okay.']);
  t.same(after('under eighty dollars', 'size nine', 'make that eleven', 'make that ten'), [
    ['10'],
    80,
    'Okay.',
  ]);
  t.same(
    after('fifty five inch', 'make that sixty five'),
    [['65 inch'], undefined, 'Okay.'],
    'of the same unit',
  );
  t.same(
    after('size twelve under sixty dollars', 'make that fourteen'),
    [['14'], 60, 'Okay.'],
    'nearest of two at once',
  );
  t.same(after('size twelve under sixty dollars', 'make that fifty'), [['12'], 50, 'Okay.']);
  t.same(after('size nine', 'under eighty dollars', 'make that twenty'), [['9'], 20, 'Okay.'], 'near enough');
  t.same(
    after('size four', 'under two hundred dollars', 'make that six'),
    [['6'], 200, 'Okay.'],
    'too far from it',
  );
  t.same(after('make that six'), [undefined, undefined, 'No.'], 'there is no number');
  t.same(after('ten inch', 'under eighty dollars', 'double that'), [['10 inch'], 160, 'Okay.']);
  t.same(after('under eighty dollars', 'ten inch', 'double that'), [['20 inch'], 80, 'Okay.']);
  t.same(
    after('ten inch under eighty dollars', 'double that'),
    [['10 inch'], 160, 'Okay.'],
    'the first field',
  );
  t.same(after('double that'), [undefined, undefined, 'No.']);
});

t.test(
  'an amount takes the place of the amount that is there, which stays a bound of its kind',
  async (t) => {
    const shop = `
name: shop
locales: [en]
entities:
  price: { kind: price, into: price }
  anAmount: { kind: price, into: price, bare: true, completed: true }
fields: { keywords: { kind: list }, price: { kind: value, always: true, empty: {} } }
retrieval: { keywords: keywords, price: price, intents: [say] }
intents:
  say: { sentences: ["{price}"], context: [replace], replies: [Okay.] }
  again: { sentences: ["make it {anAmount}"], context: [{ latestNumber: { number: anAmount, fields: [price] } }], replies: [Okay.] }
fallback: { silence: [Yes?], none: [Sorry.] }
`;
    const understander = understanderOf(t, shop);
    const after = (...said: string[]) => converse(understander, said).at(-1)!.context.price;
    t.same(after('over one hundred dollars', 'make it two hundred'), { type: 'greaterThan', value: 200 });
    t.same(
      after('under five hundred dollars', 'make it six'),
      { type: 'lessThan', value: 600 },
      'in its hundreds',
    );
    t.same(after('around fifty dollars', 'make it eighty'), { type: 'approx', value: 80 });
    const range = 'between two hundred and four hundred dollars';
    t.same(
      after(range, 'make it five hundred'),
      { type: 'range', from: 200, to: 500 },
      'the end that is nearer',
    );
    t.same(after(range, 'make it one hundred'), { type: 'range', from: 100, to: 400 });
    t.same(after(range, 'make it under three hundred'), { type: 'lessThan', value: 300 }, 'as it is said');
  },
);

t.test('a number in a field is put right with its sign, and stays a number', async (t) => {
  const freezer = `
name: freezer
locales: [en]
entities:
  temperature: { kind: number, from: -100, to: 100, into: temperature }
  pressure: { kind: number, from: 1, to: 5000, into: pressure }
  number: { kind: number, from: -100, to: 5000 }
fields: { temperature: { kind: value }, pressure: { kind: value } }
intents:
  log: { sentences: ["temperature {temperature}", "pressure {pressure}"], context: [replace], replies: [Okay.] }
  again:
    sentences: ["no {number}"]
    context: [{ latestNumber: { number: number, fields: [temperature, pressure] } }]
    replies: [{ when: { said: [failed] }, say: [No.] }, Okay.]
fallback: { silence: [Yes?], none: [Sorry.] }
`;
  const understander = understanderOf(t, freezer);
  const after = (...said: string[]) => converse(understander, said).at(-1)!.context;
  t.same(after('temperature minus three point two', 'no minus two point three'), { temperature: -2.3 });
  t.same(after('temperature minus three point two', 'no plus four'), { temperature: 4 });
  t.same(after('temperature minus eighteen', 'pressure one thousand and five', 'no one thousand and six'), {
    temperature: -18,
    pressure: 1006,
  });
  t.same(after('pressure one thousand and five', 'temperature minus eighteen', 'no minus eighty'), {
    temperature: -80,
    pressure: 1005,
  });
});
