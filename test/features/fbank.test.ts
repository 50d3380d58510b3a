import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { Fbank, type FbankOptions } from '../../src/features/fbank.js';

/** The same signal as in test/fixtures/features/make-golden.py. */
function signal(count: number): Float32Array {
  let state = 1;
  return Float32Array.from({ length: count }, (_, n) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    const noise = state / 2 ** 30 - 1;
    const tone = Math.sin((2 * Math.PI * (200 + 0.05 * n) * n) / 16000);
    return 0.05 * noise + 0.4 * tone + 0.1;
  });
}

/** Feeds pieces of the given lengths (then the rest), reading after each. */
function compute(samples: Float32Array, options: FbankOptions = {}, pieces: number[] = []): Float32Array {
  const fbank = new Fbank(options);
  const rows: number[] = [];
  const drain = (): void => {
    const output = new Float32Array(fbank.numFramesReady * fbank.numBins);
    fbank.read(output);
    for (const value of output) rows.push(value);
  };
  let position = 0;
  for (const length of [...pieces, samples.length]) {
    fbank.acceptWaveform(samples.subarray(position, position + length));
    position = Math.min(samples.length, position + length);
    drain();
  }
  fbank.finish();
  drain();
  return Float32Array.from(rows);
}

t.test('equals the golden rows of an independent implementation, mirrored edges included', async (t) => {
  const golden = JSON.parse(readFileSync('test/fixtures/features/fbank-golden.json', 'utf8'));
  const rows = compute(signal(golden.samples));
  t.equal(rows.length / 80, golden.frames);
  for (const [row, expected] of Object.entries<number[]>(golden.rows)) {
    const worst = Math.max(...expected.map((value, i) => Math.abs(value - rows[Number(row) * 80 + i])));
    t.ok(worst < 1e-4, `row ${row} differs by at most ${worst}`);
  }
});

const kaldi = join(
  process.env.EARSHOT_SHARED ?? '../shared',
  'fixtures/kaldi-fbank/kaldifeat/python/tests/test_data',
);
t.test(
  "equals Kaldi's own output",
  { skip: existsSync(kaldi) ? false : `needs ${kaldi} (set EARSHOT_SHARED)` },
  async (t) => {
    const wav = readFileSync(join(kaldi, 'test.wav'));
    // Kaldi works on +-32768.
    const samples = Float32Array.from({ length: (wav.length - 44) / 2 }, (_, i) =>
      wav.readInt16LE(44 + 2 * i),
    );
    const cases: [string, FbankOptions][] = [
      ['test-40-no-snip-edges.txt', { numBins: 40, highFreqHz: 0, snipEdges: false }],
      ['test-40.txt', { numBins: 40, highFreqHz: 0, snipEdges: true }],
      ['test.txt', { numBins: 23, highFreqHz: 0, snipEdges: true }],
    ];
    for (const [file, options] of cases) {
      const text = readFileSync(join(kaldi, file), 'utf8');
      const expected = text
        .slice(text.indexOf('[') + 1, text.indexOf(']'))
        .trim()
        .split(/\s+/)
        .map(Number);
      const rows = compute(samples, options);
      t.equal(rows.length, expected.length, `${file}: frames`);
      // Kaldi computes in single precision: what lies 70 dB (16 nats) under a pure tone is partly its rounding noise.
      const numBins = options.numBins ?? 80;
      let worst = 0;
      let worstFaint = 0;
      for (const [i, value] of expected.entries()) {
        const frame = expected.slice(i - (i % numBins), i - (i % numBins) + numBins);
        const difference = Math.abs(value - rows[i]);
        if (value > Math.max(...frame) - 16) worst = Math.max(worst, difference);
        else worstFaint = Math.max(worstFaint, difference);
      }
      t.ok(worst < 2e-3, `${file}: differs by at most ${worst}`);
      t.ok(worstFaint < 0.05, `${file}: 70 dB under the strongest bin by at most ${worstFaint}`);
    }
  },
);

t.test('how the signal is cut changes no bit', async () => {
  const samples = signal(4_000);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: samples.length }),
      fc.boolean(),
      fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 40 }),
      (length, snipEdges, pieces) => {
        const whole = compute(samples.subarray(0, length), { snipEdges });
        const cut = compute(samples.subarray(0, length), { snipEdges }, pieces);
        return Buffer.compare(Buffer.from(whole.buffer), Buffer.from(cut.buffer)) === 0;
      },
    ),
    { numRuns: 60 },
  );
});

t.test('a frame for every shift, none for less than half of one', async (t) => {
  for (const [length, frames] of [
    [0, 0],
    [1, 0],
    [79, 0],
    [80, 1],
    [239, 1],
    [240, 2],
    [16_000, 100],
  ]) {
    t.equal(compute(signal(length)).length / 80, frames, `${length} samples`);
  }
  t.ok(compute(new Float32Array(1_000)).every((value) => value === Math.fround(Math.log(2 ** -23))));
});

t.test('a long stream is bounded in memory', async (t) => {
  const fbank = new Fbank();
  const output = new Float32Array(80 * 100);
  const second = signal(16_000);
  const before = process.memoryUsage().arrayBuffers;
  for (let i = 0; i < 600; i++) {
    fbank.acceptWaveform(second);
    fbank.read(output);
  }
  t.equal(fbank.numSamples, 600 * 16_000);
  t.ok(process.memoryUsage().arrayBuffers - before < 2 ** 20, 'of 38 MB');
});

t.test('refuses what cannot be built', async (t) => {
  t.throws(() => new Fbank({ sampleRateHz: 8_000 }), { code: 'invalid_config' });
  t.throws(() => new Fbank({ lowFreqHz: 8_000 }), { code: 'invalid_config' });
});
