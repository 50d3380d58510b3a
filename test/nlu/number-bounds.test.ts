import fc from 'fast-check';
import t from 'tap';
import { configuredPack } from '../../src/cli/configured-pack.js';
import { createUnderstander } from '../../src/nlu/index.js';
import { inWords } from './in-words.js';
import { sayTo } from './say-to.js';

const counts = { numRuns: 150 };

const understanderOf = (pack: string) => sayTo(createUnderstander(configuredPack({ pack })));

t.test('of a number of things that nobody can order no other number is ordered', async (t) => {
  const understand = understanderOf('coffee-bar');
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999 }), fc.boolean(), (count, and) => {
      const { context } = understand(`${inWords(count, and)} lattes`);
      const order = context.order as { quantity: number }[];
      return order.length === 0 || (order.length === 1 && order[0].quantity === count);
    }),
    counts,
  );
  for (const text of ['zero lattes', 'minus two lattes', 'half a sandwich'])
    t.match(understand(text), { intent: 'none', context: { order: [] } }, text);
});

t.test('a value out of its range is not taken apart', async (t) => {
  const understand = understanderOf('home-control');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999 }), fc.boolean(), (value, and) => {
      const { intent, entities } = understand(`set the brightness to ${inWords(value, and)} percent`);
      return value > 100
        ? entities.brightness === undefined && intent !== 'several'
        : entities.brightness === value;
    }),
    counts,
  );
  const { intent, entities } = understand("set an alarm for twenty five o'clock");
  t.not(intent, 'several');
  t.notOk(entities.time);
});
