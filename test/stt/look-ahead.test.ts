import { readFileSync } from 'node:fs';
import t from 'tap';
import { createAudioDecoder } from '../../src/audio/audio-decoder.js';
import { weightedTree } from '../../src/stt/language-resources.js';
import { Lexicon } from '../../src/stt/lexicon/lexicon.js';
import { NgramModel } from '../../src/stt/lm/ngram-model.js';
import { Recogniser } from '../../src/stt/recogniser.js';
import { LexiconBeamSearch } from '../../src/stt/search/lexicon-beam-search.js';
import { LookAheadCache } from '../../src/stt/search/look-ahead.js';

t.test('what is found does not depend on how many tables of the look-ahead there is room for', async (t) => {
  const decoder = await createAudioDecoder({ container: 'wav' });
  const speech = await decoder.decode(readFileSync('test/fixtures/turn-on-the-lights.wav'));
  const recogniser = await Recogniser.load({ directory: 'models/default' });
  const encoded = await recogniser.encode(speech);
  const { resources } = recogniser;
  const { search: options, lookAheadIndex } = resources;
  const [lexicon, lm] = [new Lexicon(resources.lexicon), new NgramModel(resources.lm)];
  const tree = weightedTree(lexicon, lm, options);
  const [few, many] = [1, 2048].map((slots) => {
    const cache = new LookAheadCache(tree, lookAheadIndex, lm, { ...options, slots });
    const search = new LexiconBeamSearch({ tree, cache }, lm, options, Lexicon.unknown);
    const units = lexicon.units.length;
    search.advance(encoded, encoded.length / units, units);
    return search.nBest(50);
  });
  t.ok(few.length > 1, `${few.length} readings`);
  t.strictSame(few, many);
});
