import t from 'tap';
import { configuredPack } from '../../src/cli/configured-pack.js';
import { createUnderstander } from '../../src/nlu/index.js';
import { english } from '../../src/nlu/locales/en.js';
import { americanSpellings, britishSpellings } from '../../src/nlu/locales/en-spellings.js';
import { sayTo } from './say-to.js';

t.test('a thing is the same, however its name is spelled', async (t) => {
  const pairs = [
    ['aluminium foil', 'aluminum foil'],
    ['moustache trimmer', 'mustache trimmer'],
    ['flavoured water', 'flavored water'],
    ['a cosy blanket for the caravan', 'a cozy blanket for the caravan'],
    ['grey towelling robe under thirty pounds', 'gray toweling robe under thirty pounds'],
    ['sulphate free shampoo for coloured hair', 'sulfate free shampoo for colored hair'],
  ];
  const shop = sayTo(createUnderstander(configuredPack({ pack: 'product-search' })));
  const american = (value: unknown) =>
    JSON.parse(JSON.stringify(value).replace(/[a-z]+/g, (word) => britishSpellings[word] ?? word));
  for (const [british, other] of pairs) {
    const { keywords, attributes, price } = shop(british).context;
    t.match(shop(other).context, american({ keywords, attributes, price }), british);
  }
});

t.test('every spelling has one other, and none is known by a word that is respelled', async (t) => {
  for (const [british, american] of Object.entries(britishSpellings)) {
    t.notOk(Object.hasOwn(britishSpellings, american), american);
    t.equal(americanSpellings[american], british);
  }
});

t.test('the words of the language are in the spelling that they are known by', async (t) => {
  const { contractions, respelled, regions, ...words } = english;
  const dead = JSON.stringify(words)
    .toLowerCase()
    .match(/[a-z]+/g)!
    .filter((word) => Object.hasOwn(britishSpellings, word));
  t.strictSame(dead, []);
});
