import t from 'tap';
import { didYouMean, didYouMeanHint } from '../../src/config/did-you-mean.js';

t.test('the name that was probably meant', async (t) => {
  const packs = ['product-search', 'coffee-bar', 'home-control'];
  t.equal(didYouMean('coffee', packs), 'coffee-bar', 'its beginning');
  t.equal(didYouMean('Home', packs), 'home-control', 'in any case');
  t.equal(didYouMean('cofee-bar', packs), 'coffee-bar', 'a letter left out');
  t.equal(
    didYouMean('EARSHOT_DATA_FOLDER', ['EARSHOT_KIOSK_FOLDER', 'EARSHOT_DATA']),
    'EARSHOT_DATA',
    'too much of it',
  );
  t.equal(didYouMean('modem', ['modern-pack', 'model']), 'model');
  t.equal(didYouMean('whisper', ['whisper-tiny', 'whisper-base']), undefined, 'the beginning of several');
  t.equal(didYouMean('pizza', packs), undefined);
  t.equal(didYouMean('co', packs), undefined, 'too little to tell');
  t.equal(didYouMean('foo', ['log', 'model']), undefined, 'most of it is another word');
  t.equal(didYouMean('lgo', ['log', 'model']), undefined);
  t.equal(didYouMean('lag', ['log', 'model']), 'log');
});

t.test('the hint that ends a message', async (t) => {
  t.equal(didYouMeanHint('prot', new Set(['port', 'host'])), 'did you mean "port"?');
  t.equal(didYouMeanHint('pizza', ['port', 'host']), undefined);
});
