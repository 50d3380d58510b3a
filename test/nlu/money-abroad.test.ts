import t from 'tap';

import { converse, sayTo, understanderOf } from './say-to.js';

const pack = `
name: bank
locales: [en]
entities: { sum: { kind: money, into: sum }, weight: { kind: quantity, units: [pound], into: weight } }
fields: { sum: { kind: value }, weight: { kind: value } }
intents:
  send: { sentences: ["send {sum}", "[no] make it {sum}"], context: [replace], replies: ["{sum}?"] }
  weigh: { sentences: ["weigh {weight}"], context: [replace], replies: ["{weight}?"] }
fallback: { silence: [Yes?], none: ["What?"] }
`;

t.test('where nothing but money can be meant, pounds are money in every region', async (t) => {
  const say = sayTo(understanderOf(t, pack));
  const reply = (text: string, locale: string) => say(text, undefined, locale).reply.text;
  t.equal(reply('send twenty pounds', 'en-US'), '£20?');
  t.same(say('send twenty pounds fifty', undefined, 'en-AU').context.sum, {
    amount: '20.50',
    currency: 'GBP',
  });
  t.equal(reply('send twenty pounds', 'en-GB'), '£20?');
  t.equal(reply('send twenty dollars', 'en-US'), '$20?');
  t.same(say('send twenty dollars', undefined, 'en-AU').context.sum, { amount: '20', currency: 'AUD' });
  t.same(say('weigh twenty pounds').context.weight, '20 pound');
});

t.test('an amount without its currency is in that of the one that is there', async (t) => {
  const understander = understanderOf(t, pack);
  const last = (...said: string[]) => converse(understander, said).at(-1)!.context.sum;
  t.same(last('send five euros', 'no make it six'), { amount: '6', currency: 'EUR' });
  t.same(last('send five euros', 'make it six pounds'), { amount: '6', currency: 'GBP' });
  t.same(last('send five', 'make it six'), { amount: '6', currency: 'USD' });
  t.same(last('send five euros', 'make it fifty cents'), { amount: '0.50', currency: 'USD' });
});

t.test(
  'within limits two numbers in a row are units and cents, and no hundreds that cannot be meant',
  async (t) => {
    const sum = (limits: string, text: string) => {
      const limited = pack.replace('{ kind: money, into: sum }', `{ kind: money${limits}, into: sum }`);
      const { context } = sayTo(understanderOf(t, limited))(text);
      return (context.sum as { amount: string } | undefined)?.amount;
    };
    t.equal(sum('', 'send four fifty'), '450');
    t.equal(sum(', to: 50', 'send four fifty'), '4.50');
    t.equal(sum(', to: 50', 'send four fifty dollars'), '4.50');
    t.equal(sum(', to: 50', 'send nine oh five'), '9.05');
    t.equal(sum(', to: 50', 'send twelve twenty'), '12.20');
    t.equal(sum(', to: 500', 'send four fifty'), '450');
    t.equal(sum(', to: 50', 'send four hundred fifty'), undefined, 'that is too much');
    t.equal(sum(', from: 5, to: 50', 'send four fifty'), undefined);
  },
);
