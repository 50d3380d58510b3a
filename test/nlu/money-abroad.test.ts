import t from 'tap';
import { createUnderstander, loadPack } from '../../src/nlu/index.js';
import { sayTo } from './say-to.js';

const pack = `
name: bank
locales: [en]
entities: { sum: { kind: money, into: sum }, weight: { kind: quantity, units: [pound], into: weight } }
fields: { sum: { kind: value }, weight: { kind: value } }
intents:
  send: { sentences: ["send {sum}"], context: [replace], replies: ["{sum}?"] }
  weigh: { sentences: ["weigh {weight}"], context: [replace], replies: ["{weight}?"] }
fallback: { silence: [Yes?], none: ["What?"] }
`;

t.test('where nothing but money can be meant, pounds are money in every region', async (t) => {
  const say = sayTo(createUnderstander(loadPack(t.testdir({ 'pack.yaml': pack }))));
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
