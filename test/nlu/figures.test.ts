import t from 'tap';
import { createUnderstander, loadPack } from '../../src/nlu/index.js';
import { meanAlike } from './mean-alike.js';
import { sayTo } from './say-to.js';

/** Turns of one conversation, in words as they are spoken and with figures as they are typed. */
const conversations = {
  'product-search': [
    ['three t-shirts in black', '3 t-shirts in black'],
    ['twelve wine glasses', '12 wine glasses'],
    ['under forty dollars', 'under $40'],
    ['a wine rack for sale under one hundred', 'a wine rack for sale under 100'],
  ],
  'coffee-bar': [
    ['two flat whites with four shots', '2 flat whites with 4 shots'],
    ['and a large macchiato with two extra shots', 'and a large macchiato with 2 extra shots'],
    ['make it three', 'make it 3'],
  ],
  'home-control': [
    ['set two timers one for five minutes and one for ten', 'set 2 timers one for 5 minutes and one for 10'],
    ['switch on the two lamps in the den', 'switch on the 2 lamps in the den'],
    ['set the heating to nineteen', 'set the heating to 19'],
  ],
};

meanAlike('a number in figures is the same as in words', conversations);

t.test('a size for toddlers is one word, and three shirts are three', async (t) => {
  const shop = sayTo(createUnderstander(loadPack('product-search')));
  t.match(shop('3t shirts').context, { keywords: ['shirts'], attributes: { size: ['3T'] } });
  t.match(shop('3 t shirts').context, { keywords: ['t shirts'], attributes: { quantity: ['3'] } });
});
