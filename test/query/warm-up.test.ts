import t from 'tap';
import { posteriorsOf } from '../../src/query/warm-up.js';
import { Recogniser } from '../../src/stt/recogniser.js';

t.test('what warming up searches is what the network would say about the sentence', async (t) => {
  const recogniser = await Recogniser.load({ directory: 'models/default' });
  const heard = async (sentence: string) => {
    const encoded = posteriorsOf(recogniser, sentence);
    return encoded && (await recogniser.searchAlone(encoded))[0].text;
  };
  t.equal(await heard('show me red running shoes'), 'show me red running shoes');
  t.equal(
    await heard('i would like a large latte with oat milk'),
    'i would like a large latte with oat milk',
  );
  t.equal(await heard('...'), undefined, 'nothing to be said');
});
