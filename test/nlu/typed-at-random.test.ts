import t from 'tap';
import { createUnderstander, loadPack } from '../../src/nlu/index.js';
import { converse, sayTo } from './say-to.js';

const understander = createUnderstander(loadPack('product-search'));

t.test('what is typed at random is no search', async (t) => {
  for (const typed of ['asdfgh jkl qwert', 'hjkl fdsa', 'dfgdfgdfg', 'zxcv', 'sdkfjhsdkjfh', 'bcdfg'])
    t.equal(sayTo(understander)(typed).intent, 'none', typed);
});

t.test('words that nobody knows are looked for as long as they can be said', async (t) => {
  for (const typed of ['wumbo', 'schwarzkopf', 'ikigai', 'qwerty keyboard', 'tmnt', 'hdmi', 'catchphrase'])
    t.equal(sayTo(understander)(typed).intent, 'newSearch', typed);
});

t.test('what is typed at random leaves the search that is there', async (t) => {
  const [, { intent, context }] = converse(understander, ['red shoes', 'asdf asdf']);
  t.equal(intent, 'none');
  t.same(context.keywords, ['shoes']);
});
