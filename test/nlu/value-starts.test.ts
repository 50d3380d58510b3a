import t from 'tap';
import { configuredPack } from '../../src/cli/configured-pack.js';
import { AnalysedSentence } from '../../src/nlu/matching/sentence.js';
import { tokenise } from '../../src/nlu/tokenise.js';

/** Sentences of a pack that are looked at. */
const samples = 1000;

for (const name of ['product-search', 'coffee-bar']) {
  t.test(`${name}: a part of a phrase that is not looked for at a word has no value there`, async (t) => {
    const pack = configuredPack({ pack: name });
    const resolved = pack.resolve('en-US');
    const phrases = [...pack.entities.values()].filter(({ kind }) => kind === 'phrase');
    const step = Math.ceil(pack.examples.length / samples);
    const said = pack.examples.filter((_, index) => index % step === 0).map((words) => words.join(' '));
    for (const text of [...said, 'two pounds of coffee no three', 'the large box no sorry the small one']) {
      const sentence = new AnalysedSentence(pack, tokenise(text, resolved.locale), resolved, {
        today: new Date(Date.UTC(2026, 10, 20)),
      });
      for (const phrase of phrases) {
        const all = sentence.tokens.map((_, at) =>
          pack.starts.partsOf(phrase).flatMap((part) => sentence.mentions(part, at)),
        );
        const found = sentence.tokens.map((_, at) => sentence.partsAt(phrase, at));
        if (JSON.stringify(found) !== JSON.stringify(all)) t.same(found, all, `${phrase.name} in "${text}"`);
      }
    }
    t.ok(said.length > samples / 2, `${said.length} sentences`);
  });
}
