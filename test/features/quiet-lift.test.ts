import fc from 'fast-check';
import t from 'tap';
import { Fbank, melEnergyFloor } from '../../src/features/fbank.js';
import { deepEnergyFloor, QuietLift } from '../../src/features/quiet-lift.js';

const rate = 16_000;
const width = 80;

/** A second of soft noise, then a second in which it swells and falls four times, as syllables do. */
function syllables(): Float32Array {
  let seed = 1;
  const noise = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
    return seed / 2 ** 31;
  };
  return Float32Array.from({ length: 2 * rate }, (_, at) => {
    const seconds = at / rate;
    const loudness = seconds < 1 ? 0.001 : 0.001 + 0.2 * Math.sin(4 * Math.PI * seconds) ** 2;
    return loudness * noise();
  });
}

function features(samples: Float32Array): Float32Array {
  const fbank = new Fbank({ numBins: width, energyFloor: deepEnergyFloor });
  fbank.acceptWaveform(samples);
  fbank.finish();
  const frames = new Float32Array(fbank.numFramesReady * width);
  fbank.read(frames, 0);
  return frames;
}

/** Through the lift in chunks of so many frames. */
function lifted(samples: Float32Array, chunkFrames = 200): Float32Array {
  const frames = features(samples);
  const lift = new QuietLift(width);
  for (let at = 0; at < frames.length; at += chunkFrames * width) {
    const chunk = frames.subarray(at, at + chunkFrames * width);
    lift.apply(chunk, chunk.length / width);
  }
  return frames;
}

const floor = Math.log(melEnergyFloor);
const mean = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
const scaled = (samples: Float32Array, factor: number) => samples.map((sample) => sample * factor);
const even = syllables().slice(0, rate);

t.test('what is quiet is lifted to what is not, and never below the floor', async (t) => {
  const loud = scaled(syllables(), 3);
  const normal = lifted(loud);
  const plain = features(loud).map((value) => Math.max(value, floor));
  t.strictSame([...normal], [...plain], 'speech at its usual level stays as it is, bit by bit');
  const [one, other] = [0.01, 0.03].map((factor) => lifted(scaled(loud, factor)));
  t.ok(
    one.every((value, index) => Math.abs(value - other[index]) < 1e-3 || value <= floor),
    'a microphone turned down by 30 or by 40 dB makes no difference',
  );
  t.ok(mean(one) > mean(features(scaled(loud, 0.01))) + 3, 'they were lifted');
  t.ok(mean(lifted(scaled(loud, 1e-5))) < mean(one), 'but by 35 dB at most');
});

t.test('clicks and knocks beside quiet speech do not pass for it', async (t) => {
  const quiet = scaled(syllables(), 0.01);
  const clicked = quiet.slice();
  for (const at of [2_000, 9_000, 31_000]) clicked.fill(0.7, at, at + 640);
  const [without, withClicks] = [lifted(quiet), lifted(clicked)];
  const syllable = [110 * width, 140 * width] as const;
  t.ok(
    withClicks
      .subarray(...syllable)
      .every((value, index) => Math.abs(value - without.subarray(...syllable)[index]) < 0.3),
    '40 ms of them, 50 dB louder than the speech, three times',
  );
});

t.test('what is louder than the speech by far is not lifted with it', async (t) => {
  const beeped = scaled(syllables(), 0.01);
  for (let at = 31_000; at < 31_640; at++) beeped[at] += 0.7 * Math.sin((2 * Math.PI * 1000 * at) / rate);
  const beep = [195 * width, 196 * width] as const;
  t.same(
    [...lifted(beeped).subarray(...beep)],
    [...features(beeped).subarray(...beep)].map((value) => Math.max(value, Math.fround(floor))),
  );
});

t.test('hum has no say in how much speech is lifted', async (t) => {
  const quiet = scaled(syllables(), 0.01);
  const humming = quiet.map((sample, at) => sample + 0.3 * Math.sin((2 * Math.PI * 50 * at) / rate));
  const [expected, found] = [lifted(quiet), lifted(humming)];
  const bins = Array.from({ length: 40 }, (_, bin) => 130 * width + 40 + bin);
  const worst = Math.max(...bins.map((at) => Math.abs(found[at] - expected[at])));
  t.ok(worst < 0.5, `it differs by ${worst} where the hum is not`);
});

t.test('what is told to be no speech has no say in how much speech is lifted', async () => {
  const quiet = scaled(syllables(), 0.01);
  const syllable = [110 * width, 140 * width] as const;
  const drawn = fc.record({
    hertz: fc.integer({ min: 200, max: 5000 }),
    loudness: fc.double({ min: 0.05, max: 1, noNaN: true }),
    startMs: fc.integer({ min: 0, max: 400 }),
    lastsMs: fc.integer({ min: 50, max: 500 }),
    chunkFrames: fc.integer({ min: 5, max: 100 }),
  });
  fc.assert(
    fc.property(drawn, ({ hertz, loudness, startMs, lastsMs, chunkFrames }) => {
      const beeped = quiet.slice();
      for (let at = startMs * 16; at < (startMs + lastsMs) * 16; at++)
        beeped[at] += loudness * Math.sin((2 * Math.PI * hertz * at) / rate);
      const frames = features(beeped);
      const lift = new QuietLift(width);
      lift.ignore(startMs, startMs + lastsMs);
      for (let at = 0; at < frames.length; at += chunkFrames * width) {
        const chunk = frames.subarray(at, at + chunkFrames * width);
        lift.apply(chunk, chunk.length / width);
      }
      const expected = lifted(quiet, chunkFrames).subarray(...syllable);
      return frames.subarray(...syllable).every((value, index) => Math.abs(value - expected[index]) < 0.5);
    }),
    { numRuns: 30 },
  );
});

t.test('a lift made of another, or copied, knows what it was told till then', async (t) => {
  const beeped = scaled(syllables(), 0.01);
  for (let at = 0; at < 6_400; at++) beeped[at] += 0.5 * Math.sin((2 * Math.PI * 1000 * at) / rate);
  const heard = (lift: QuietLift) => {
    const frames = features(beeped);
    lift.apply(frames, frames.length / width);
    return frames;
  };
  const isSame = (one: Float32Array, other: Float32Array) => one.every((value, at) => value === other[at]);
  const told = new QuietLift(width);
  told.ignore(0, 400);
  const expected = heard(told.copy());
  t.notOk(isSame(heard(new QuietLift(width)), expected));
  t.ok(isSame(heard(told.again(10, 0)), expected));

  const first = new QuietLift(width);
  first.ignore(0, 200);
  const copy = first.copy();
  first.ignore(200, 400);
  t.ok(isSame(heard(first), expected));
  t.notOk(isSame(heard(copy), expected), 'what one is told later the other does not hear');
});

t.test('even noise and silence are not lifted', async (t) => {
  for (const samples of [even, new Float32Array(rate), scaled(even, 0.01)]) {
    t.strictSame(
      [...lifted(samples)],
      [...features(samples)].map((value) => Math.max(value, Math.fround(floor))),
    );
  }
});

t.test('a copy goes its own way; what comes out is finite whatever goes in', async (t) => {
  const quiet = features(scaled(syllables(), 0.01));
  const lift = new QuietLift(width);
  lift.apply(quiet.slice(0, 100 * width), 100);
  const copy = lift.copy();
  const second = () => quiet.slice(100 * width);
  const [first, again] = [second(), second()];
  copy.apply(first, 100);
  lift.apply(again, 100);
  t.strictSame([...first], [...again]);
  fc.assert(
    fc.property(
      fc.float32Array({ noNaN: true, min: -32, max: 20, minLength: width, maxLength: width }),
      (chunk) => {
        new QuietLift(width).apply(chunk, 1);
        return chunk.every(Number.isFinite);
      },
    ),
  );
});
