import fc from 'fast-check';
import t from 'tap';
import { Resampler } from '../../src/audio/resampler.js';

const toHz = 16_000;

function tone(frequencyHz: number, rateHz: number, seconds: number): Float32Array {
  return Float32Array.from({ length: Math.round(seconds * rateHz) }, (_, n) =>
    Math.sin((2 * Math.PI * frequencyHz * n) / rateHz),
  );
}

function resample(samples: Float32Array, fromHz: number, pieces: number[] = []): Float32Array {
  const resampler = new Resampler(fromHz, toHz);
  const out: Float32Array[] = [];
  let position = 0;
  for (const length of [...pieces, samples.length]) {
    out.push(resampler.process(samples.subarray(position, position + length)));
    position = Math.min(samples.length, position + length);
  }
  out.push(resampler.flush());
  return Float32Array.from(out.flatMap((piece) => [...piece]));
}

function decibels(ratio: number): number {
  return 20 * Math.log10(ratio);
}

/** Root mean square of the middle, where the edges of the signal do not reach. */
function level(samples: Float32Array, reference?: Float32Array): number {
  const margin = Math.floor(samples.length / 5);
  let sum = 0;
  for (let i = margin; i < samples.length - margin; i++) sum += (samples[i] - (reference?.[i] ?? 0)) ** 2;
  return Math.sqrt(sum / (samples.length - 2 * margin));
}

const rates = [8_000, 11_025, 12_000, 22_050, 24_000, 32_000, 37_123, 44_100, 48_000, 88_200, 95_999, 96_000];

t.test('tones in the pass band come through as they are', async (t) => {
  for (const fromHz of rates) {
    const passHz = (Math.min(fromHz, toHz) / 2) * 0.83;
    for (const frequencyHz of [50, 440, 1_234.5, passHz]) {
      const out = resample(tone(frequencyHz, fromHz, 0.25), fromHz);
      const error = decibels(level(out, tone(frequencyHz, toHz, 0.25)) / Math.SQRT1_2);
      t.ok(error < -75, `${frequencyHz} Hz at ${fromHz} Hz: error ${error.toFixed(1)} dB`);
    }
  }
});

t.test('tones above the new half-rate are gone: alias under -80 dB', async (t) => {
  for (const fromHz of rates.filter((rate) => rate > toHz)) {
    for (const frequencyHz of [
      8_001, 8_050, 8_500, 9_000, 10_000, 11_900, 15_000, 16_000, 20_000, 31_000, 47_000,
    ]) {
      if (frequencyHz >= fromHz / 2) continue;
      const alias = decibels(level(resample(tone(frequencyHz, fromHz, 0.25), fromHz)) / Math.SQRT1_2);
      t.ok(alias < -80, `${frequencyHz} Hz at ${fromHz} Hz: alias ${alias.toFixed(1)} dB`);
    }
  }
});

t.test('upsampling makes no image above the old half-rate', async (t) => {
  for (const fromHz of [8_000, 11_025]) {
    const out = resample(tone(3_000, fromHz, 0.25), fromHz);
    const imageHz = fromHz - 3_000;
    // One bin of a Fourier transform at the image, under a Hann window.
    let real = 0;
    let imaginary = 0;
    for (let n = 0; n < out.length; n++) {
      const windowed = out[n] * (0.5 - 0.5 * Math.cos((2 * Math.PI * n) / out.length));
      real += windowed * Math.cos((2 * Math.PI * imageHz * n) / toHz);
      imaginary += windowed * Math.sin((2 * Math.PI * imageHz * n) / toHz);
    }
    const image = decibels(Math.hypot(real, imaginary) / (out.length / 4));
    t.ok(image < -80, `${fromHz} Hz: image ${image.toFixed(1)} dB`);
  }
});

t.test('any cut gives the same bits, and the length is exact', async () => {
  const signal = Float32Array.from({ length: 6_000 }, (_, n) => Math.sin(n * n * 0.001) * 0.7);
  fc.assert(
    fc.property(
      fc.oneof(fc.constantFrom(...rates), fc.integer({ min: 8_000, max: 96_000 })),
      fc.integer({ min: 0, max: signal.length }),
      fc.array(fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 900 })), { maxLength: 30 }),
      (fromHz, length, pieces) => {
        const samples = signal.subarray(0, length);
        const whole = resample(samples, fromHz);
        const cut = resample(samples, fromHz, pieces);
        return (
          whole.length === Math.ceil((length * toHz) / fromHz) &&
          Buffer.compare(Buffer.from(whole.buffer), Buffer.from(cut.buffer)) === 0
        );
      },
    ),
    { numRuns: 80 },
  );
});

t.test('a constant stays itself, at every rate', async (t) => {
  for (const fromHz of rates) {
    const out = resample(new Float32Array(fromHz / 10).fill(0.5), fromHz);
    const middle = out.subarray(out.length * 0.3, out.length * 0.7);
    t.ok(
      middle.every((value) => Math.abs(value - 0.5) < 1e-5),
      `${fromHz} Hz`,
    );
  }
});
