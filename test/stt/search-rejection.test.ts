import t from 'tap';
import { generator, renderPosteriors } from './render.js';
import { phones, recognise, rejecting, render } from './small-search.js';

t.test('blank, noise and single clicks give no words', async (t) => {
  // 0.9 of blank is what little a network is sure of in soft noise; the rest is spread over all units.
  for (const peak of [0.9, 0.98]) {
    const blank = renderPosteriors([], { units: phones.length, gap: 100, peak });
    t.equal(recognise(blank, { map: rejecting })[0].text, '', `blank at ${peak}`);
  }
  const random = generator(5);
  for (let run = 0; run < 10; run++) {
    // Units at random, none of them sure, as a network gives on babble.
    const sequence = Array.from({ length: 12 }, () => 1 + Math.floor(random() * (phones.length - 1)));
    const noise = renderPosteriors(sequence, { units: phones.length, peak: 0.3, noise: 0.5, seed: run });
    const { text, confidence } = recognise(noise, { map: rejecting })[0];
    t.ok(text === '' || confidence < 0.5, `"${text}" with confidence ${confidence}`);
  }
});

t.test('what is said clearly is not rejected', async (t) => {
  for (const text of ['a tall tea', 'the bookkeeper read the book'])
    t.equal(recognise(render(text), { map: rejecting })[0].text, text);
});
