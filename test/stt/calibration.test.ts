import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { calibrationError, type Judged, reliability } from '../../bench/calibration.js';
import { heldOutSounds, recipeSplit } from '../../bench/held-out.js';
import { fitLogistic } from '../../scripts/fit-logistic.js';
import { defaultConfidenceMap, toHypotheses } from '../../src/stt/confidence.js';
import { generator } from './render.js';

const recipeCases: [string, string, string, string][] = [
  ['librispeech_devclean_mp3', 'libri_1272', 'train', 'train'],
  ['librispeech_devclean_mp3', 'libri_1673', 'train', 'train'],
  ['librispeech_devclean_mp3', 'libri_2412', 'dev', 'test'],
  ['librispeech_devclean_mp3', 'libri_2428', 'dev', 'test'],
  ['librispeech_devclean_mp3', 'libri_84', 'dev', 'dev'],
  ['an4', 'an4_fash', 'train', 'train'],
  ['an4', 'an4_fbbh', 'train', 'train'],
  ['an4', 'an4_fjmd', 'train', 'test'],
  ['an4', 'an4_mewl', 'train', 'test'],
  ['an4', 'an4_fmjc', 'train', 'dev'],
  ['an4', 'an4_fmjd', 'train', 'dev'],
  ['speechocean762', '0001', 'train', 'train'],
  ['speechocean762', '0005', 'train', 'train'],
  ['speechocean762', '1050', 'dev', 'dev'],
  ['speechocean762', '1076', 'dev', 'dev'],
  ['speechocean762', '1061', 'dev', 'test'],
  ['speechocean762', '1075', 'dev', 'test'],
];

t.test('the calibration error is what confidence and accuracy differ by', async (t) => {
  const judged: Judged[] = Array.from({ length: 100 }, (_, index) => ({
    confidence: 0.95,
    isRight: index < 75,
  }));
  t.ok(Math.abs(calibrationError(judged) - 0.2) < 1e-9);
  t.equal(calibrationError([]), 0);
  t.equal(
    reliability(judged).reduce((sum, { count }) => sum + count, 0),
    100,
  );
  t.equal(reliability([{ confidence: 1, isRight: true }])[9].count, 1, 'full confidence is in the last bin');
});

t.test('logistic regression finds the odds that made the data', async (t) => {
  const random = generator(4);
  const cases = Array.from({ length: 4000 }, () => {
    const features = [random() * 6 - 3, random() * 2 - 2];
    const odds = 1.5 * features[0] + 0.8 * features[1] + 0.5;
    return { features, isRight: random() < 1 / (1 + Math.exp(-odds)) };
  });
  const { weights } = fitLogistic(cases);
  [1.5, 0.8, 0.5].forEach((wanted, index) => {
    t.ok(Math.abs(weights[index] - wanted) < 0.25, `${weights[index]} for ${wanted}`);
  });
});

t.test('logistic regression stays finite whatever the data', async () => {
  const one = fc.record({
    features: fc.tuple(fc.double({ min: -10, max: 10, noNaN: true })),
    isRight: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 30 }), (cases) => {
      const { weights, loss } = fitLogistic(cases);
      return weights.every(Number.isFinite) && loss <= Math.log(2) + 1e-9;
    }),
  );
});

t.test('a word that fits worse is less sure, and a reading of such words is rejected', async (t) => {
  const map = { ...defaultConfidenceMap, fit: 2, offset: 0, speechClarity: 2 };
  const read = (fit: number, clarity = 0.7, sureness?: number) =>
    toHypotheses([{ words: [{ word: 3, firstFrame: 0, lastFrame: 4, fit }], score: 0 }], {
      textOf: () => 'tea',
      secondsAt: (frame) => frame * 0.04,
      map,
      count: 5,
      clarity,
      sureness,
    });
  t.equal(read(-0.2)[0].text, 'tea');
  t.ok(read(-0.2)[0].words[0].confidence > read(-2)[0].words[0].confidence);
  const noise = read(-20);
  t.equal(noise[0].text, '');
  t.equal(noise[1].text, 'tea', 'what was rejected stays in the list');
  t.equal(read(-0.2, 0.001)[0].text, '', 'a sound that is like no phone in particular');
  t.equal(read(-4.8, 0.7)[0].text, 'tea', 'a clear sound makes up for words that are not sure');
  t.equal(read(-4.8, 0.3)[0].text, '');
  t.equal(read(-0.2, 0.3)[0].text, 'tea', 'and words that are sure for a sound that is not clear');
  t.equal(read(-0.2, 0.3, 0.5)[0].text, '', 'unless nothing is known of how sure they are');
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: -30, max: 0, noNaN: true }),
      (clarity, fit) => read(fit, clarity).every(({ confidence }) => confidence >= 0 && confidence <= 1),
    ),
  );
});

t.test('a word goes on while its last unit sounds, but not into the next word', async (t) => {
  const at = (word: number, firstFrame: number, lastFrame: number) => ({
    word,
    firstFrame,
    lastFrame,
    fit: 0,
  });
  const [{ words }] = toHypotheses([{ words: [at(0, 0, 3), at(1, 5, 8), at(2, 20, 22)], score: 0 }], {
    textOf: (word) => ['two', 'flat', 'whites'][word],
    secondsAt: (frame) => frame * 0.04,
    map: defaultConfidenceMap,
    count: 1,
    clarity: 1,
  });
  t.same(
    words.map(({ start, end }) => [start, end]),
    [
      [0, 0.2],
      [0.2, 0.44],
      [0.8, 1],
    ],
  );
});

t.test('splits are those of the training recipe', async (t) => {
  // By split_of of scripts/training/prepare.py.
  for (const [set, speaker, split, wanted] of recipeCases)
    t.equal(recipeSplit(set, speaker, split), wanted, speaker);
  t.equal(recipeSplit('mine', 'anyone', 'test'), 'test', 'other splits are left alone');
  const folder = mkdtempSync(join(tmpdir(), 'earshot-sounds-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const files = Array.from({ length: 200 }, (_, index) => `place/sound-${index}x.ogg`);
  const rows = files.map((file, index) => `${index * 10}\t10\t${file}\ta\tb`);
  writeFileSync(
    join(folder, 'background.tsv'),
    ['start_sample\tsamples\tfile\tsource\tlicence', ...rows].join('\n'),
  );
  const held = heldOutSounds(folder);
  t.ok(held.length > 8 && held.length < 45, `${held.length} of 200`);
  const halves = (['dev', 'test'] as const).map((half) => heldOutSounds(folder, { half }).length);
  t.equal(halves[0] + halves[1], held.length);
  t.equal(heldOutSounds(folder, { all: true }).length, 200);
});
