import t from 'tap';
import { configuredPack } from '../../src/cli/configured-pack.js';
import { CatalogueIndex, createUnderstander } from '../../src/nlu/index.js';
import { english } from '../../src/nlu/locales/en.js';
import { converse, sayTo } from './say-to.js';

const pack = configuredPack({ pack: 'product-search' });
const understander = createUnderstander(pack);

t.test('what is typed at random is no search', async (t) => {
  for (const typed of ['asdfgh jkl qwert', 'hjkl fdsa', 'dfgdfgdfg', 'zxcv', 'sdkfjhsdkjfh', 'bcdfgh'])
    t.equal(sayTo(understander)(typed).intent, 'none', typed);
});

t.test('words that nobody knows are looked for as long as they can be said', async (t) => {
  for (const typed of [
    'wumbo',
    'schwarzkopf',
    'ikigai',
    'qwerty keyboard',
    'tmnt',
    'hdmi',
    'hdtvs',
    'catchphrase',
  ])
    t.equal(sayTo(understander)(typed).intent, 'newSearch', typed);
});

t.test('what is typed at random leaves the search that is there', async (t) => {
  const [, { intent, context }] = converse(understander, ['red shoes', 'asdf asdf']);
  t.equal(intent, 'none');
  t.same(context.keywords, ['shoes']);
});

t.test('what a product is called is a search, however it is spelled', async (t) => {
  const catalogue = new CatalogueIndex(english);
  catalogue.add({ id: '1', title: 'BLNDSMTH hair clips' });
  const say = sayTo(createUnderstander(pack, { catalogue }));
  t.match(say('blndsmth'), { intent: 'newSearch', entities: { total: 1 } });
  t.equal(say('blndsmthx').intent, 'none');
});
