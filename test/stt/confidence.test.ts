import t from 'tap';
import { defaultConfidenceMap, speechOdds, toHypotheses, toReadings } from '../../src/stt/confidence.js';

/** Pieces by their numbers; those that go on with the word before have a hyphen in front. */
const pieces = ['te', '-a', '-s', 'tea', 'coffee', ''];
const options = {
  textOf: (word: number) => pieces[word].replace('-', ''),
  isStart: (word: number) => !pieces[word].startsWith('-'),
  secondsAt: (frame: number) => frame / 10,
  map: defaultConfidenceMap,
  count: 5,
};
/** A path of pieces, each with its fit, of one frame each. */
const path = (score: number, ...found: [piece: string, fit: number][]) => ({
  score,
  words: found.map(([piece, fit], frame) => ({
    word: pieces.indexOf(piece),
    firstFrame: frame,
    lastFrame: frame,
    fit,
  })),
});

t.test(
  'a word of several pieces lasts until its last one has sounded, and fits as the worst of them',
  async (t) => {
    const [reading] = toReadings([path(0, ['te', -1], ['-a', -3], ['-s', -2], ['coffee', -1])], options);
    t.equal(reading.text, 'teas coffee');
    t.match(reading.words, [
      { start: 0, end: 0.3 },
      { start: 0.3, end: 0.6 },
    ]);
    t.strictSame(reading.fits, [-3, -1]);
  },
);

t.test('a word that writes nothing is none, before others and at the end', async (t) => {
  const [reading] = toReadings([path(0, ['', -4], ['tea', -1], ['', -4])], options);
  t.match(reading, { text: 'tea', fits: [-1], words: [{ start: 0.1, end: 0.2 }] });
  t.equal(reading.words.length, 1);
});

t.test('a word begins behind the one before, also where a path joined histories that overlap', async (t) => {
  const said = (piece: string, firstFrame: number, lastFrame: number) => ({
    word: pieces.indexOf(piece),
    firstFrame,
    lastFrame,
    fit: 0,
  });
  const [reading] = toReadings([{ score: 0, words: [said('tea', 0, 4), said('coffee', 3, 6)] }], options);
  t.match(reading.words, [
    { start: 0, end: 0.5 },
    { start: 0.5, end: 0.9 },
  ]);
});

t.test('paths of the same text are one reading, which has the share of all', async (t) => {
  const readings = toReadings(
    [path(0, ['tea', 0]), path(0, ['coffee', 0]), path(0, ['te', 0], ['-a', 0])],
    options,
  );
  t.strictSame(
    readings.map(({ text }) => text),
    ['tea', 'coffee'],
  );
  t.ok(Math.abs(readings[0].share - 2 / 3) < 1e-9);
});

t.test('what is taken for noise is the empty reading, once', async (t) => {
  const map = { ...defaultConfidenceMap, speechOffset: -100 };
  const list = toHypotheses([path(0, ['tea', 0]), path(-1), path(-2, ['coffee', 0])], {
    ...options,
    map,
    clarity: 0.5,
  });
  t.strictSame(
    list.map(({ text }) => text),
    ['', 'tea', 'coffee'],
  );
});

t.test('the longer a text is, the likelier it is speech, up to 16 letters', async (t) => {
  const map = { ...defaultConfidenceMap, speechLength: 1 };
  const odds = (text: string) => speechOdds(map, { sureness: 0.5, clarity: 0.5, text });
  t.ok(odds('eight to') < odds('sixteen to fifteen'));
  t.equal(odds('a'.repeat(16)), odds('a'.repeat(17)));
  t.ok(odds('a'.repeat(15)) < odds('a'.repeat(16)));
  t.equal(odds('a a'), odds('aa'), 'spaces are no letters');
});

t.test('what a detector is sure of is likelier speech, and without one nothing is told', async (t) => {
  const map = { ...defaultConfidenceMap, speechVoice: 2, voiceOffset: -6 };
  const odds = (voice?: number) => speechOdds(map, { sureness: 0.5, clarity: 0.5, voice, text: 'tea' });
  t.equal(odds(), 0);
  t.ok(odds(0.99) > 0, 'sure');
  t.ok(odds(0.9) < 0, 'in doubt');
  t.equal(odds(0.98), odds(1), 'no surer than it is of all speech that is near');
  t.equal(odds(0.02), odds(0));
});
