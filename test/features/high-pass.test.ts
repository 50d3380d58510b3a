import fc from 'fast-check';
import t from 'tap';
import { HighPass } from '../../src/features/high-pass.js';

const rate = 16_000;

function filtered(samples: Float32Array, pieceLength = samples.length): Float32Array {
  const result = samples.slice();
  const filter = new HighPass(100, rate);
  for (let at = 0; at < result.length; at += pieceLength) filter.apply(result.subarray(at, at + pieceLength));
  return result;
}

/** By how many decibels a tone comes out softer, once the filter has settled. */
function loss(hertz: number): number {
  const tone = Float32Array.from({ length: rate }, (_, at) => Math.sin((2 * Math.PI * hertz * at) / rate));
  const power = (samples: Float32Array) =>
    samples.slice(rate / 2).reduce((sum, value) => sum + value ** 2, 0);
  return 10 * Math.log10(power(tone) / power(filtered(tone)));
}

t.test('an offset is gone from the first sample on, hum mostly, speech stays', async (t) => {
  t.ok(filtered(new Float32Array(rate).fill(0.3)).every((value) => Math.abs(value) < 1e-6));
  t.ok(loss(50) > 11 && loss(50) < 13, '12 dB an octave');
  t.ok(Math.abs(loss(100) - 3) < 0.1, '3 dB at the cutoff');
  t.ok(loss(300) < 0.1);
  t.ok(Math.abs(loss(4_000)) < 0.01);
});

t.test('however the samples are cut, the same comes out, and it is finite', async () => {
  fc.assert(
    fc.property(
      fc.float32Array({ minLength: 1, maxLength: 500, min: -1, max: 1, noNaN: true }),
      fc.nat(97),
      (samples, cut) => {
        const whole = filtered(samples);
        const pieces = filtered(samples, cut + 1);
        return whole.every((value, at) => value === pieces[at] && Number.isFinite(value));
      },
    ),
  );
});
