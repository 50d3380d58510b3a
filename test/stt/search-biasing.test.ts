import t from 'tap';
import { renderPosteriors } from './render.js';
import { phones, recognise, render, sound } from './small-search.js';

t.test('a listed word gains, and is left alone where it was not said', async (t) => {
  const posteriors = render('a /D-AA-L/', { peak: 0.6 });
  t.equal(recognise(posteriors)[0].text, 'a doll');
  const unsure = renderPosteriors(sound('a tall'), { units: phones.length, peak: 0.4, noise: 1.2, seed: 8 });
  const weight = (text: string) => ({ text, weight: 6 });
  t.match(recognise(unsure, { bias: [weight('doll')] })[0].text, /doll/);
  t.match(recognise(unsure, { bias: [weight('tall')] })[0].text, /tall/);
  t.equal(
    recognise(render('the red beds'), { bias: [weight('doll'), weight('net')] })[0].text,
    'the red beds',
  );
});

t.test('a word that no dictionary has is heard once it is listed', async (t) => {
  const posteriors = render('a /P-AA-K-N-AH/ tea', { peak: 0.8 });
  t.notMatch(recognise(posteriors)[0].text, /pakna/);
  const own = { text: 'Pakna', pronunciations: [['P', 'AA', 'K', 'N', 'AH']] };
  t.equal(recognise(posteriors, { bias: [own] })[0].text, 'a pakna tea');
  const phrase = { text: 'Pak Na', pronunciations: [['P', 'AA', 'K', 'N', 'AH']] };
  const [{ words }] = recognise(posteriors, { bias: [phrase] });
  t.strictSame(
    words.map(({ text }) => text),
    ['a', 'pak', 'na', 'tea'],
    'a phrase said as one is several words',
  );
});

t.test('the more new words are listed, the less likely is each', async (t) => {
  const posteriors = render('a /P-AA-K-N-AH/ tea', { peak: 0.8 });
  const pakna = { text: 'Pakna', pronunciations: [['P', 'AA', 'K', 'N', 'AH']] };
  const others = Array.from({ length: 999 }, (_, index) => ({
    text: `brand${String(index).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)])}`,
  }));
  const [one] = recognise(posteriors, { bias: [pakna] });
  const [oneOfMany] = recognise(posteriors, { bias: [pakna, ...others] });
  t.equal(oneOfMany.text, 'a pakna tea');
  t.ok(one.score - oneOfMany.score > 2, `${one.score} alone, ${oneOfMany.score} among a thousand`);
  const [ofQuery] = recognise(posteriors, { bias: others, own: [pakna] });
  t.ok(Math.abs(ofQuery.score - one.score) < 0.1, "a query's own list is as short as ever");
});

t.test("a query's own words come on top of those of all", async (t) => {
  const posteriors = render('a /P-AA-K-N-AH/ /T-EH-K-AH/ tea', { peak: 0.8 });
  const pakna = { text: 'Pakna', pronunciations: [['P', 'AA', 'K', 'N', 'AH']] };
  const teka = { text: 'Teka', pronunciations: [['T', 'EH', 'K', 'AH']] };
  t.equal(recognise(posteriors, { bias: [pakna], own: [teka] })[0].text, 'a pakna teka tea');
  t.equal(recognise(posteriors, { own: [teka, pakna] })[0].text, 'a pakna teka tea');
  const once = recognise(posteriors, { bias: [pakna, teka] })[0];
  const again = recognise(posteriors, { bias: [pakna, teka], own: [teka, pakna] })[0];
  t.equal(again.text, once.text);
  t.ok(Math.abs(again.score - once.score) < 1e-6, 'what is listed twice gains once');
});
