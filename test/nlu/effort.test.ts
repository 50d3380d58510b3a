import t from 'tap';
import { configuredPack } from '../../src/cli/configured-pack.js';
import { createUnderstander } from '../../src/nlu/index.js';

/** Texts that could be taken apart in very many ways. */
const texts = {
  'coffee-bar': ['two lattes and a mocha no ', 'i would like a latte please and thank you '],
  'home-control': ['no wait a latte i mean ', 'turn on the light and at nine ', 'at seven '],
  'product-search': ['red shoes under fifty and i am tired no '],
};

for (const [name, phrases] of Object.entries(texts)) {
  t.test(`${name}: no text is read more than so often`, async (t) => {
    const pack = configuredPack({ pack: name });
    const understander = createUnderstander(pack);
    let wordsRead = 0;
    const { homophones } = pack;
    // Looked at once for each word of a sentence that is analysed.
    Object.defineProperty(pack, 'homophones', {
      get: () => {
        wordsRead++;
        return homophones;
      },
    });
    for (const phrase of phrases) {
      const text = phrase.repeat(40).slice(0, 494).trim();
      for (const count of [1, 5]) {
        wordsRead = 0;
        const readings = Array.from({ length: count }, (_, at) => ({ text, confidence: 1 - at / 4 }));
        understander.understand({ locale: 'en-US', readings });
        const words = text.split(' ').length;
        t.ok(
          wordsRead >= words && wordsRead < 5 * words,
          `${wordsRead} of ${words} words, ${count} readings`,
        );
      }
    }
  });
}
