import fc from 'fast-check';
import t from 'tap';
import { nBestPaths } from '../../src/stt/search/n-best-paths.js';
import { WordHistory } from '../../src/stt/search/word-history.js';
import { renderPosteriors } from './render.js';
import { newSearch, phones, recognise, render, said } from './small-search.js';

t.test('words are found, and the language model decides between those that sound the same', async (t) => {
  t.equal(recognise(render('a red bed'))[0].text, 'a red bed');
  t.equal(recognise(render('red a book'))[0].text, 'read a book', 'R EH D is read before a book');
  t.equal(recognise(render('a red beds'))[0].text, 'a red beds');
  t.equal(
    recognise(render('plain tea', { gap: 0 }))[0].text,
    'plain tea',
    'blanks between units are optional',
  );
});

t.test('a repeated phone needs a blank between', async (t) => {
  t.equal(recognise(render('bookkeeper'))[0].text, 'bookkeeper');
  t.equal(recognise(render('bookkeeper', { hold: 3 }))[0].text, 'bookkeeper');
  const [best] = recognise(render('bookkeeper', { gap: 0, hold: 2, peak: 0.99 }));
  t.equal(best.text, 'bookeeper', 'without one the second K is the first, held');
});

t.test('hesitations may stand anywhere, and are left out', async (t) => {
  for (const text of ['um read a book', 'read um a book', 'read a um book', 'read a book um'])
    t.equal(recognise(render(text))[0].text, 'read a book', text);
  const [plain] = recognise(render('read a book'));
  const [hesitant] = recognise(render('read a um book'));
  t.strictSame(
    hesitant.words.map(({ text }) => text),
    plain.words.map(({ text }) => text),
  );
  t.ok(hesitant.score < plain.score);

  const isHesitating = (text: string) => {
    const { decoder } = newSearch();
    const posteriors = render(text);
    decoder.advance(posteriors, posteriors.length / phones.length, phones.length);
    return decoder.ending()?.isHesitating;
  };
  t.equal(isHesitating('read a um'), true);
  t.equal(isHesitating('read um a'), false);
  t.equal(isHesitating('um'), true);
});

t.test('word times lie where the units are', async (t) => {
  const [{ words }] = recognise(render('a tall tea', { gap: 1 }));
  // Frames: blank AH blank T blank AA blank L blank T blank IY blank. The last unit of a word sounds on.
  t.strictSame(
    words.map(({ text, start, end }) => [text, start, end]),
    [
      ['a', 0.04, 0.12],
      ['tall', 0.12, 0.36],
      ['tea', 0.36, 0.56],
    ],
  );
});

t.test('the n-best list is ordered, free of doubles, and its confidences are probabilities', async (t) => {
  const list = recognise(render('a tall tea', { peak: 0.5, noise: 1, seed: 3 }), {
    options: { latticeBeam: 20, beam: 20 },
  });
  t.ok(list.length > 3, `${list.length} readings`);
  t.equal(new Set(list.map(({ text }) => text)).size, list.length);
  t.ok(list.every(({ score }, index) => index === 0 || score <= list[index - 1].score + 1e-9));
  const sum = list.reduce((total, { confidence }) => total + confidence, 0);
  t.ok(sum > 0.9 && sum <= 1.01, `${sum}`);
  for (const { text, words } of list) {
    t.equal(words.map((word) => word.text).join(' '), text);
    t.ok(words.every(({ confidence, start, end }) => confidence >= 0 && confidence <= 1 && start < end));
  }
  const clear = recognise(render('the bookkeeper', { peak: 0.99 }))[0];
  t.ok(clear.confidence > list[0].confidence, 'what was said clearly is surer');
});

t.test('every reading goes forward in time, so that none says the same sounds again and again', async () => {
  const text = fc.array(fc.constantFrom(...Object.keys(said)), { minLength: 1, maxLength: 6 });
  const seed = fc.integer({ min: 1, max: 1e6 });
  fc.assert(
    fc.property(text, seed, fc.double({ min: 0.25, max: 0.8, noNaN: true }), (spoken, noiseSeed, peak) => {
      const { decoder } = newSearch({ options: { wordBonus: 2 } });
      const posteriors = render(spoken.join(' '), { peak, noise: 1.5, seed: noiseSeed });
      decoder.advance(posteriors, posteriors.length / phones.length, phones.length);
      return decoder
        .nBest(50)
        .every(({ words }) =>
          words.every(({ lastFrame }, at) => at === 0 || lastFrame > words[at - 1].lastFrame),
        );
    }),
  );
});

t.test('a history that lost to another leads to those words alone that had not begun by then', async (t) => {
  const readings = (mergedIn: number, isBetween: boolean) => {
    const history = new WordHistory();
    const winner = history.add(0, 1, 0, 2, 0);
    const loser = history.add(0, 2, 0, mergedIn, 0);
    history.addAlternative(winner, loser, -1, mergedIn, isBetween);
    const next = history.add(winner, 3, 4, 8, 0);
    return nBestPaths(history, [{ record: next, score: 0 }], 10).map(({ words }) =>
      words.map(({ word }) => word),
    );
  };
  const both = [
    [1, 3],
    [2, 3],
  ];
  t.strictSame(readings(3, true), both, 'before it began');
  t.strictSame(readings(6, true), [[1, 3]], 'between words, while it was said');
  t.strictSame(readings(6, false), both, 'in the midst of it');
  t.strictSame(readings(8, false), [[1, 3]], 'when it was over');
});

t.test('how frames are cut into chunks changes nothing', async () => {
  fc.assert(
    fc.property(
      fc.integer(),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 40 }),
      (seed, cuts) => {
        const posteriors = render('the red beds', { peak: 0.5, noise: 1.5, seed });
        const whole = recognise(posteriors);
        const { decoder, hypotheses } = newSearch();
        const frames = posteriors.length / phones.length;
        for (let at = 0, cut = 0; at < frames; cut++) {
          const count = Math.min(cuts[cut % cuts.length], frames - at);
          decoder.advance(posteriors.subarray(at * phones.length), count, phones.length);
          decoder.partial();
          at += count;
        }
        return JSON.stringify(hypotheses()) === JSON.stringify(whole);
      },
    ),
    { numRuns: 30 },
  );
});

t.test('a word that may as well be another is not shown before more is heard', async (t) => {
  // Frames: blank AH blank T blank AA blank L blank T blank IY blank. The last unit of a word sounds on.
  const hear = (pea: number) => {
    const posteriors = render('a tall tea', { gap: 1 });
    const row = 9 * phones.length;
    posteriors[row + phones.indexOf('T')] = Math.log(0.5);
    posteriors[row + phones.indexOf('P')] = Math.log(pea);
    const { decoder, hypotheses } = newSearch({ options: { lmWeight: 0 } });
    decoder.advance(posteriors, posteriors.length / phones.length, phones.length);
    return { shown: decoder.partial().length, text: hypotheses()[0].text };
  };
  t.strictSame(hear(0.4), { shown: 2, text: 'a tall tea' });
  t.strictSame(hear(0.1), { shown: 3, text: 'a tall tea' });
});

t.test('words are shared as far as they are the same', async () => {
  const step = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 3 }));
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 1, maxLength: 30 }),
      fc.array(fc.nat(), { minLength: 1 }),
      (steps, picks) => {
        const history = new WordHistory();
        const records = [0];
        for (const [parent, word] of steps)
          records.push(history.add(records[parent % records.length], word, 0, 0, 0));
        const wordsOf = (record: number) => history.trace(record).map(({ word }) => word);
        const [first, ...others] = picks.map((pick) => records[pick % records.length]);
        const said = wordsOf(first);
        let same = 0;
        while (same < said.length && others.every((other) => wordsOf(other)[same] === said[same])) same++;
        return wordsOf(history.shared(first, others)).join() === said.slice(0, same).join();
      },
    ),
  );
});

t.test('pruning changes little while the truth is near the top', async () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const posteriors = render('the bookkeeper read the book', { peak: 0.7, noise: 0.7, seed });
      const wide = recognise(posteriors, { options: { beam: 40, maxActive: 4000 } })[0];
      const narrow = recognise(posteriors)[0];
      return (
        narrow.score <= wide.score + 0.05 && (narrow.text === wide.text || wide.score - narrow.score < 3)
      );
    }),
    { numRuns: 20 },
  );
});

t.test('a look ahead leaves no trace', async (t) => {
  const { decoder } = newSearch();
  const said = render('a tall tea');
  decoder.advance(said, said.length / phones.length, phones.length);
  const before = { clarity: decoder.clarity, words: decoder.nBest(1)[0].words };
  const mark = decoder.mark();
  const noise = renderPosteriors([3, 9, 4], { units: phones.length, peak: 0.3, noise: 0.5 });
  decoder.advance(noise, noise.length / phones.length, phones.length);
  t.ok(decoder.clarity < before.clarity);
  decoder.rewind(mark);
  t.strictSame({ clarity: decoder.clarity, words: decoder.nBest(1)[0].words }, before);

  const more = render('the red beds');
  const { decoder: straight } = newSearch();
  for (const part of [said, more]) straight.advance(part, part.length / phones.length, phones.length);
  decoder.advance(more, more.length / phones.length, phones.length);
  t.strictSame(decoder.nBest(3), straight.nBest(3), 'words after it fit as they would have');
});

t.test('a long stream needs no more memory than its words', async (t) => {
  const { decoder, hypotheses } = newSearch();
  const one = render('the bookkeeper read a book', { peak: 0.6, noise: 1 });
  const before = process.memoryUsage().heapUsed;
  for (let round = 0; round < 40; round++) decoder.advance(one, one.length / phones.length, phones.length);
  t.ok(hypotheses()[0].words.length > 150);
  t.ok(process.memoryUsage().heapUsed - before < 60e6);
});
