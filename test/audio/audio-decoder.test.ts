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

t.test('PCM: a cut-off last frame is dropped, and floats that would poison a model are tamed', async (t) => {
  const format = parseMediaType('audio/pcm;bits=16;channels=2');
  t.equal((await decode(format, pcmBytes('int 2', 2).subarray(0, 43))).length, 10);
  const odd = Buffer.from(Float32Array.of(Number.NaN, Number.POSITIVE_INFINITY, -7, 1e30, 0.25).buffer);
  t.same([...(await decode(parseMediaType('audio/pcm;bits=32'), odd))], [0, 0, -1, 1, 0.25]);
});

t.test('resampled to the rate asked for, with a limit on length', async (t) => {
  const out = await decode(parseMediaType('audio/pcm;rate=48000'), Buffer.alloc(2 * 48_001));
  t.equal(out.length, 16_001);
  const decoder = await createAudioDecoder(parseMediaType('audio/pcm'), { limits: { maxAudioSeconds: 1 } });
  t.equal((await decoder.decode(Buffer.alloc(32_000))).length, 16_000);
  t.throws(() => decoder.decode(Buffer.alloc(2)), { code: 'payload_too_large' });
});
