import t from 'tap';
import { createUnderstander, loadPack } from '../../src/nlu/index.js';
import { converse } from './say-to.js';

const pack = `
name: stall
locales: [en]
lists:
  brand: { values: [acme, zenith] }
entities:
  pieces: { kind: pattern, into: attributes.quantity, patterns: [{ in: "{number}", out: "{number}" }, { in: "{number} or {number:other}", out: "{number} | {other}" }] }
  number: { kind: number, from: 1, to: 100, into: seats }
  step: { kind: number, from: 1, to: 100 }
  brand: { into: attributes.brand }
fields: { keywords: { kind: list }, attributes: { kind: map }, seats: { kind: value } }
retrieval: { keywords: keywords, attributes: attributes, intents: [find] }
intents:
  find: { sentences: ["find {pieces}", "find {brand}", "seats {number}"], context: [replace], replies: [Here.] }
  double: { sentences: [double it], context: [{ stepNumber: { field: attributes.quantity, times: 2 } }], replies: [&failed { when: { said: [failed] }, say: [No.] }, Done.] }
  halve: { sentences: [halve it], context: [{ stepNumber: { field: attributes.quantity, times: 0.5 } }], replies: [*failed, Done.] }
  more: { sentences: ["{step} more"], context: [{ stepNumber: { field: attributes.quantity, by: step, direction: greater } }], replies: [*failed, Done.] }
  fewer: { sentences: ["{step} fewer"], context: [{ stepNumber: { field: attributes.quantity, by: step, direction: less } }], replies: [*failed, Done.] }
  seat: { sentences: ["{step} seats more"], context: [{ stepNumber: { field: seats, by: step, direction: greater } }], replies: [*failed, Done.] }
  refuse: { sentences: ["no {brand}"], context: [exclude], replies: [Okay.] }
  allow: { sentences: ["{brand} is fine"], context: [allow], replies: [Okay.] }
`;

t.test('a number goes up and down, and so many times', async (t) => {
  const understander = createUnderstander(loadPack(t.testdir({ 'pack.yaml': pack })));
  const after = (...said: string[]) => {
    const { context, reply } = converse(understander, said).at(-1)!;
    return [(context.attributes as { quantity?: string[] } | undefined)?.quantity, reply.text];
  };
  t.same(after('find four', 'double it'), [['8'], 'Done.']);
  t.same(after('find four', 'halve it'), [['2'], 'Done.']);
  t.same(after('find four', 'three more'), [['7'], 'Done.']);
  t.same(after('find four', 'three fewer'), [['1'], 'Done.']);
  t.same(after('find five', 'halve it'), [['5'], 'No.'], 'nobody buys half of one');
  t.same(after('find four', 'four fewer'), [['4'], 'No.'], 'nothing would be left');
  t.same(after('find four or six', 'double it'), [['4', '6'], 'No.'], 'it is not known which is meant');
  t.same(after('find acme', 'double it'), [undefined, 'No.'], 'there is no number');
  const [, more] = converse(understander, ['seats four', 'two seats more']);
  t.equal(more.context.seats, 6, 'a number stays one');
});

t.test('what was not wanted may be shown again, and is not asked for', async (t) => {
  const understander = createUnderstander(loadPack(t.testdir({ 'pack.yaml': pack })));
  const turns = converse(understander, ['find four', 'no acme', 'acme is fine', 'zenith is fine']);
  const excluded = turns.map(({ entities }) => entities.excluded ?? []);
  t.same(excluded, [[], ['acme'], [], []]);
  t.same(turns[2].context.attributes, { quantity: ['4'] });
  t.same(turns[3].context.attributes, { quantity: ['4'], brand: ['zenith'] }, 'all else is added');
});
