import t from 'tap';
import { configuredPack } from '../../src/cli/configured-pack.js';
import { createUnderstander } from '../../src/nlu/index.js';
import { meanAlike } from './mean-alike.js';
import { sayTo } from './say-to.js';

/** Each turn as it is meant, and as somebody says it who begins anew. */
const conversations = {
  'product-search': [
    ['a baby monitor', 'a baby a baby monitor'],
    ['under eighty dollars', 'under eighty under eighty dollars'],
    ['show me the second one', 'show me the the second one'],
  ],
  'home-control': [
    ['add cream to the shopping list', 'add cream add cream to the shopping list'],
    ['set the kettle for half past six', 'set the kettle kettle for half past six'],
    ['remind me to renew the parking permit', 'remind me remind me to renew the parking permit'],
    ['two more degrees', 'two two more degrees'],
  ],
  'coffee-bar': [
    ["i'd like a latte", "i'd like a i'd like a latte"],
    ['make the latte a large one', 'make the latte make the latte a large one'],
    ['and a large tea', 'and a and a large large tea'],
  ],
};

meanAlike('what is said twice is meant once', conversations);

t.test('names that are a word twice', async (t) => {
  const shop = sayTo(createUnderstander(configuredPack({ pack: 'product-search' })));
  t.match(shop('a tom tom sat nav').context, { attributes: { brand: ['tomtom'] } });
  t.match(shop('a bora bora shirt').context, { keywords: ['bora bora', 'shirt'] });
  const home = sayTo(createUnderstander(configuredPack({ pack: 'home-control' })));
  t.match(home('play duran duran').entities, { title: 'duran duran' });
  t.match(home('switch to channel two two').entities, { channel: 22 });
});

t.test('signs are words, however they are written', async (t) => {
  const coffee = sayTo(createUnderstander(configuredPack({ pack: 'coffee-bar' })));
  t.strictSame(coffee('a latte & a muffin').context, coffee('a latte and a muffin').context);
  const shop = sayTo(createUnderstander(configuredPack({ pack: 'product-search' })));
  for (const text of ['prom dress < $100', 'prom dress <  $100!', 'Prom dress, <$100?'])
    t.match(shop(text).context, { keywords: ['prom dress'], price: { type: 'lessThan', value: 100 } }, text);
  t.match(shop('headphones $50+?').context, { price: { type: 'greaterThan', value: 50 } });
  t.match(shop('black & decker drill').context, { attributes: { brand: ['black and decker'] } });
  const home = sayTo(createUnderstander(configuredPack({ pack: 'home-control' })));
  t.match(home('turn on the lamp in noah’s room').context, { area: "noah's room" });
});

t.test('an article that was not said, or not heard', async (t) => {
  const home = sayTo(createUnderstander(configuredPack({ pack: 'home-control' })));
  t.match(home('add cream to shopping list'), {
    intent: 'addToList',
    entities: { things: 'cream', list: 'shopping' },
  });
  t.match(home('six minutes for pasta'), { intent: 'setTimer', entities: { label: 'pasta' } });
  t.match(home('turn on light in kitchen'), {
    intent: 'turnOn',
    context: { device: 'light', area: 'kitchen' },
  });
  t.equal(home('the kitchen is where we eat').intent, 'none');
  const shop = sayTo(createUnderstander(configuredPack({ pack: 'product-search' })));
  const before = shop('show me laptops under 400 dollars');
  t.match(shop('forget price', before), { intent: 'remove', context: { keywords: ['laptops'] } });
});

t.test('a word that was heard well is what it is where it makes sense', async (t) => {
  const shop = createUnderstander(configuredPack({ pack: 'product-search' }));
  const heard = (text: string, confidence = 0.95) => {
    const words = text.split(' ').map((word) => ({ text: word, confidence }));
    return shop.understand({ locale: 'en-US', readings: [{ text, confidence, words }] });
  };
  t.match(heard('i want a pair of leather boots').context, { keywords: ['boots'] }, 'no pears');
  t.match(heard('read shoes in sighs ate').context, {
    keywords: ['shoes'],
    attributes: { color: ['red'], size: ['8'] },
  });
  const coffee = createUnderstander(configuredPack({ pack: 'coffee-bar' }));
  const text = 'can i get two mochas no lattes please';
  const words = text.split(' ').map((word) => ({ text: word, confidence: 0.5 }));
  const { context } = coffee.understand({
    locale: 'en-US',
    readings: [{ text, confidence: 0.5, words }],
  });
  t.match(context, { order: [{ quantity: 2, drink: 'latte' }] }, 'no lettuce, however it was heard');
});
