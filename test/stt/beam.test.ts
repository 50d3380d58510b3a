import fc from 'fast-check';
import t from 'tap';
import { Beam } from '../../src/stt/search/beam.js';

const options = { beam: 11, maxActive: 8, maxActiveInSentence: 4 };
const open = () => 0 as const;
const inSentence = () => 1 as const;

t.test('few hypotheses have the whole beam', async (t) => {
  const beam = new Beam(options);
  beam.start(Float64Array.of(-3, -4, -5), 3, open);
  beam.note(0, -20);
  t.equal(beam.thresholds[0], -31);
});

t.test('where their number bounded a frame, the next one tries little more', async (t) => {
  const beam = new Beam(options);
  beam.start(Float64Array.of(-3, -3.5, -4, -4.5, -5), 5, open);
  beam.note(0, -20);
  t.equal(beam.thresholds[0], -20 - 2 - 1);
  beam.start(Float64Array.of(-3), 1, open);
  beam.note(0, -20);
  t.equal(beam.thresholds[0], -31, 'and is as wide as ever after that');
});

t.test('sentences to expect are bounded by their own number', async (t) => {
  const beam = new Beam(options);
  beam.start(Float64Array.of(-3, -3.5, -4), 3, inSentence);
  beam.note(1, -20);
  beam.note(0, -20);
  t.equal(beam.thresholds[1], -20 - 1 - 1);
  t.equal(beam.thresholds[0], -31);
});

t.test('the beam never gets wider than the option', async () => {
  const score = fc.double({ min: -100, max: 0, noNaN: true });
  fc.assert(
    fc.property(fc.array(score, { minLength: 1, maxLength: 20 }), score, (before, best) => {
      const beam = new Beam(options);
      beam.start(Float64Array.from(before), before.length, open);
      beam.note(0, best);
      return beam.thresholds[0] >= best - options.beam && beam.thresholds[0] <= best;
    }),
  );
});
