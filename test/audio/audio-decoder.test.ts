import fc from 'fast-check';
import t from 'tap';
import { createAudioDecoder } from '../../src/audio/audio-decoder.js';
import { parseMediaType } from '../../src/audio/audio-format.js';
import { decode, pcmBytes, pieces, quantisation, worstDifference, writers } from './pcm-samples.js';

t.test('PCM: every width, encoding, byte order and channel count, cut anywhere', async (t) => {
  for (const [kind, type] of [
    ['int 1', 'audio/pcm;bits=8'],
    ['int 2', 'audio/pcm;bits=16'],
    ['int 3', 'audio/pcm;bits=24'],
    ['int 4', 'audio/pcm;bits=32;encoding=signed-int'],
    ['float 4', 'audio/pcm;bits=32'],
  ]) {
    for (const channels of [1, 2, 5]) {
      for (const bigEndian of [false, true]) {
        const format = parseMediaType(`${type};channels=${channels};big-endian=${bigEndian}`);
        const bytes = pcmBytes(kind, channels, bigEndian);
        const whole = await decode(format, bytes);
        const worst = worstDifference(whole);
        t.ok(
          worst < quantisation[writers[kind].bytes],
          `${type}, ${channels} channels, big-endian=${bigEndian}: ${worst}`,
        );
        await fc.assert(
          fc.asyncProperty(
            pieces,
            async (cut) => worstDifference(await decode(format, bytes, cut), [...whole]) === 0,
          ),
          { numRuns: 10 },
        );
      }
    }
  }
});

t.test('PCM: of several channels the first that carries sound, however the bytes are cut', async (t) => {
  const zeros = Array<number>(16_000).fill(0);
  const murmur = zeros.map((_, n) => (n % 2 === 0 ? 1 : -1) * 2 ** -12);
  const glitch = zeros.map((_, n) => (n >= 700 && n < 715 ? 2 ** -9 : 0));
  const tone = zeros.map((_, n) => Math.sin(n * 0.21) / 3);
  const hiss = zeros.map((_, n) => Math.sin(n * n) / 2);
  const from = (start: number, before: number[], after: number[]): number[] => [
    ...before.slice(0, start),
    ...after.slice(start),
  ];
  const noise = zeros.map((_, n) => Math.sin(n * n) * 2 ** -8);
  const hum = zeros.map((_, n) => Math.sin((n * 2 * Math.PI) / 320) * 0.003);
  const click = zeros.map((_, n) => (n < 8 ? 0.5 : 0));
  const quiet = tone.map((value) => value / 5);
  const late = from(600, zeros, tone);
  // Heard from the end of the first block of 512 samples that has sound in it.
  const heard = from(1_024, zeros, tone);
  const first = from(8_192, from(512, noise, tone), from(8_000, noise, tone));
  const cases: [name: string, channels: number[][], expected: number[]][] = [
    ['the first', [tone, hiss], tone],
    ['silence, then sound', [zeros, late], heard],
    ['an input that nothing is connected to', [murmur, late], from(1_024, murmur, tone)],
    ['what an encoder leaves of silence', [glitch, late], from(1_024, glitch, tone)],
    ['the third of five', [zeros, zeros, tone, zeros, hiss], from(512, zeros, tone)],
    ['the first from its first sound on', [late, hiss], from(1_024, from(512, zeros, hiss), tone)],
    ['the first that begins a little later', [from(300, zeros, tone), hiss], from(300, zeros, tone)],
    ['the opposite of the first', [tone, tone.map((value) => -value)], tone],
    ['noise of a preamplifier, and sound beside it', [noise, tone], from(512, noise, tone)],
    ['hum, and sound beside it later', [hum, late], from(1_024, hum, tone)],
    ['one click, and sound beside it', [click, late], from(1_024, click, tone)],
    ['a first channel that is 14 dB softer', [quiet, tone], quiet],
    [
      'the first, though its speaker pauses while the other is heard',
      [from(8_000, tone, noise), from(8_000, noise, tone)],
      from(8_000, tone, noise),
    ],
    ['the first once it is heard, though it was noise', [from(8_000, noise, tone), tone], first],
    ['nothing at all', [murmur, zeros], murmur],
  ];
  for (const [name, channels, expected] of cases) {
    const format = parseMediaType(`audio/pcm;bits=32;channels=${channels.length}`);
    const bytes = Buffer.from(
      Float32Array.from(expected.flatMap((_, n) => channels.map((c) => c[n]))).buffer,
    );
    const samples = await decode(format, bytes);
    t.ok(worstDifference(samples, expected) < 1e-6, name);
    await fc.assert(
      fc.asyncProperty(
        pieces,
        async (cut) => worstDifference(await decode(format, bytes, cut), [...samples]) === 0,
      ),
      { numRuns: 10 },
    );
  }
});

t.test('PCM: a cut-off last frame is dropped, and floats that would poison a model are tamed', async (t) => {
  const format = parseMediaType('audio/pcm;bits=16;channels=2');
  t.equal((await decode(format, pcmBytes('int 2', 2).subarray(0, 43))).length, 10);
  const odd = Buffer.from(Float32Array.of(Number.NaN, Number.POSITIVE_INFINITY, -7, 1e30, 0.25).buffer);
  t.same([...(await decode(parseMediaType('audio/pcm;bits=32'), odd))], [0, 0, -1, 1, 0.25]);
});

t.test('PCM: floats on the scale of integers are refused, not clipped; a loud mix is heard', async (t) => {
  const format = parseMediaType('audio/pcm;bits=32');
  const floats = (scale: number) =>
    Buffer.from(
      Float32Array.from({ length: 8_000 }, (_, n) => (n < 800 ? 0 : Math.sin(n * 0.21) * scale)).buffer,
    );
  for (const scale of [32_768, 300])
    await t.rejects(decode(format, floats(scale)), { code: 'invalid_audio', message: /32768/ }, `${scale}`);
  for (const scale of [1, 3, 0.001]) t.equal((await decode(format, floats(scale))).length, 8_000, `${scale}`);
});

t.test('resampled to the rate asked for, with a limit on length', async (t) => {
  const out = await decode(parseMediaType('audio/pcm;rate=48000'), Buffer.alloc(2 * 48_001));
  t.equal(out.length, 16_001);
  const decoder = await createAudioDecoder(parseMediaType('audio/pcm'), { maxAudioSeconds: 1 });
  t.equal((await decoder.decode(Buffer.alloc(32_000))).length, 16_000);
  t.throws(() => decoder.decode(Buffer.alloc(2)), { code: 'payload_too_large' });
});

t.test('audio of just the longest length is taken, however it is cut', async (t) => {
  const seconds = 20;
  for (const [rate, chunk] of [
    [16_000, 1_600],
    [44_100, 441],
    [48_000, 480],
  ]) {
    const format = parseMediaType(`audio/pcm;rate=${rate}`);
    const decoder = await createAudioDecoder(format, { maxAudioSeconds: seconds });
    let samples = 0;
    for (let at = 0; at < seconds * rate; at += chunk)
      samples += (await decoder.decode(Buffer.alloc(2 * chunk))).length;
    samples += (await decoder.flush()).length;
    t.equal(samples, seconds * 16_000, `${rate} Hz in chunks of ${chunk}`);
  }
});
