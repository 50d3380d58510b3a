import fc from 'fast-check';
import t from 'tap';
import { createAudioDecoder } from '../../src/audio/audio-decoder.js';
import type { AudioFormat } from '../../src/audio/audio-format.js';
import { EarshotError } from '../../src/errors.js';
import { decode, pcmBytes, pieces, quantisation, worstDifference, writers } from './pcm-samples.js';
import { toRifx } from './rifx.js';
import { chunk, formatChunk, type WavOptions, wav } from './wav-file.js';

const wavFormat: AudioFormat = { container: 'wav' };

t.test('WAV: every form, cut anywhere', async (t) => {
  const odd = chunk('LIST', Buffer.from('an odd list'));
  const forms: Record<string, WavOptions> = {
    '8 bit': { tag: 1, kind: 'uint 1' },
    '16 bit': { tag: 1, kind: 'int 2' },
    '24 bit stereo': { tag: 1, kind: 'int 3', channels: 2 },
    '32 bit': { tag: 1, kind: 'int 4' },
    'float 32': { tag: 3, kind: 'float 4' },
    'float 64, six channels': { tag: 3, kind: 'float 8', channels: 6 },
    'extensible 16': { tag: 1, kind: 'int 2', extensible: true },
    'extensible float': { tag: 3, kind: 'float 4', extensible: true, channels: 2 },
    '20 bits in 24': { tag: 1, kind: 'int 3', bits: 20 },
    '24 bits in 32': { tag: 1, kind: 'int 4', bits: 24 },
    '20 bits in 32, stereo': { tag: 1, kind: 'int 4', bits: 20, channels: 2 },
    'odd chunks before': { tag: 1, kind: 'int 2', before: [odd, chunk('JUNK', Buffer.alloc(3_001)), odd] },
    'an odd chunk without padding': { tag: 1, kind: 'int 2', before: [odd.subarray(0, -1), odd] },
    'a list after': { tag: 1, kind: 'int 2', after: [odd, odd] },
    'streamed, length 0': { tag: 1, kind: 'int 2', dataLength: 0 },
    'streamed, length 0xFFFFFFFF': { tag: 1, kind: 'int 2', dataLength: 0xffff_ffff },
    'more promised than came': { tag: 1, kind: 'int 2', dataLength: 1_000_000 },
    RF64: {
      tag: 1,
      kind: 'int 2',
      riff: 'RF64',
      dataLength: 0xffff_ffff,
      before: [chunk('ds64', Buffer.from(`${'00'.repeat(8)}5802000000000000${'00'.repeat(12)}`, 'hex'))],
      after: [odd],
    },
  };
  for (const [name, options] of Object.entries(forms)) {
    const bytes = wav(options);
    const whole = await decode(wavFormat, bytes);
    t.ok(worstDifference(whole) < quantisation[writers[options.kind].bytes], name);
    const every = Array<number>(bytes.length).fill(1);
    t.equal(worstDifference(await decode(wavFormat, bytes, every), [...whole]), 0, `${name}, byte by byte`);
    await fc.assert(
      fc.asyncProperty(
        pieces,
        async (cut) => worstDifference(await decode(wavFormat, bytes, cut), [...whole]) === 0,
      ),
      { numRuns: 10 },
    );
  }
});

t.test('WAV: it is complete when as much has come as the header tells', async (t) => {
  const known = wav({ tag: 1, kind: 'int 2', after: [chunk('LIST', Buffer.from('more'))] });
  const streamed = wav({ tag: 1, kind: 'int 2', dataLength: 0xffff_ffff });
  for (const [bytes, isComplete] of [
    [known, true],
    [known.subarray(0, -12), true],
    [known.subarray(0, -14), false],
    [Buffer.concat([known, known.subarray(0, -14)]), false],
    [Buffer.concat([known, known]), true],
    [streamed, false],
  ] as const) {
    const decoder = await createAudioDecoder(wavFormat);
    await decoder.decode(bytes);
    t.equal(decoder.isComplete, isComplete, `${bytes.length} bytes`);
    decoder.close();
  }
});

t.test('WAV: files one behind the other are one recording, cut anywhere', async (t) => {
  const list = chunk('LIST', Buffer.from('an odd list'));
  const mono: WavOptions = { tag: 1, kind: 'int 2' };
  const odd: WavOptions = { tag: 1, kind: 'uint 1', body: pcmBytes('uint 1').subarray(1) };
  const joined: Record<string, WavOptions[]> = {
    'time slices': Array<WavOptions>(5).fill(mono),
    'chunks between them': [{ ...mono, after: [list, list] }, mono],
    'samples of an odd length': [odd, odd, odd],
    'other formats': [
      mono,
      { tag: 3, kind: 'float 4', channels: 2, rate: 44_100 },
      { tag: 1, kind: 'int 3', rate: 8_000 },
      { ...mono, dataLength: 0xffff_ffff },
    ],
  };
  for (const [name, files] of Object.entries(joined)) {
    const bytes = Buffer.concat(files.map(wav));
    const whole = await decode(wavFormat, bytes);
    const each = await Promise.all(files.map(async (file) => (await decode(wavFormat, wav(file))).length));
    t.equal(
      whole.length,
      each.reduce((sum, length) => sum + length, 0),
      `${name}: all of them are heard`,
    );
    await fc.assert(
      fc.asyncProperty(
        pieces,
        async (cut) => worstDifference(await decode(wavFormat, bytes, cut), [...whole]) === 0,
      ),
      { numRuns: 10 },
    );
  }
  const slices = await decode(wavFormat, Buffer.concat([wav(mono), wav(mono)]));
  t.ok(worstDifference(slices.subarray(0, 300)) < quantisation[2], 'the first');
  t.ok(worstDifference(slices.subarray(300)) < quantisation[2], 'and the second');
  t.equal((await decode(wavFormat, wav(mono).subarray(0, -1))).length, 299, 'a broken frame is none');
  t.strictSame(await decode(wavFormat, toRifx(wav(mono))), slices.subarray(0, 300));
  t.strictSame(
    await decode(wavFormat, Buffer.concat([wav(mono), toRifx(wav(mono))])),
    slices,
    'RIFX follows',
  );
  const cutShort = Buffer.concat([wav(mono), wav(mono).subarray(0, 30)]);
  t.equal((await decode(wavFormat, cutShort)).length, 300, 'half a header behind it takes nothing away');
  await t.rejects(decode(wavFormat, Buffer.concat([wav(mono), wav({ tag: 17, kind: 'uint 1' })])), {
    code: 'unsupported_media_type',
  });
});

t.test('WAV: on stereo files one behind the other the channel that is heard is the same', async (t) => {
  const right = (length: number) =>
    Buffer.from(Float32Array.from({ length: 2 * length }, (_, n) => (n % 2) * Math.sin(n * 0.1)).buffer);
  const slice = (length: number) => wav({ tag: 3, kind: 'float 4', channels: 2, body: right(length) });
  const samples = await decode(wavFormat, Buffer.concat([slice(2_048), slice(2_048)]));
  t.ok(Math.abs(samples[2_048 + 50]) > 0.1, 'the second file is heard from its beginning');
});

t.test('WAV: RIFX has the more significant byte first', async (t) => {
  const little = wav({ tag: 1, kind: 'int 2', channels: 2, rate: 44_100 });
  const expected = await decode(wavFormat, little);
  for (const pieces of [[], [1, 7, 40]])
    t.strictSame(await decode(wavFormat, toRifx(little), pieces), expected);
});

t.test('WAV: A-law and mu-law, against the reference values of ITU-T G.711', async (t) => {
  // Decoder output values of G.711 tables 1a to 2b for some codes, as 16-bit integers.
  const laws: [number, [number, number][]][] = [
    [
      6,
      [
        [0xd5, 8],
        [0x55, -8],
        [0x80, 5_504],
        [0x2a, -32_256],
        [0xaa, 32_256],
        [0xc5, 264],
      ],
    ],
    [
      7,
      [
        [0xff, 0],
        [0x7f, 0],
        [0x80, 32_124],
        [0x00, -32_124],
        [0xf0, 120],
        [0x70, -120],
        [0xe0, 372],
      ],
    ],
  ];
  for (const [tag, values] of laws) {
    const body = Buffer.from(values.map(([code]) => code));
    const samples = await decode(wavFormat, wav({ tag, kind: 'uint 1', body }));
    t.same(
      [...samples].map((sample) => Math.round(sample * 32_768)),
      values.map(([, sample]) => sample),
    );
  }
});

t.test('WAV: what is malformed or not supported says so', async (t) => {
  const good = wav({ tag: 1, kind: 'int 2' });
  const extensible = formatChunk({ tag: 1, kind: 'int 2', extensible: true }).subarray(8);
  const withFormat = (length: number) =>
    Buffer.concat([
      good.subarray(0, 12),
      chunk('fmt ', extensible.subarray(0, length)),
      chunk('data', Buffer.alloc(8)),
    ]);
  const cases: [string, Buffer, string, RegExp][] = [
    ['not RIFF', Buffer.from('RIFF'.padEnd(40, '.')), 'invalid_audio', /RIFF/],
    ['too short for RIFF', Buffer.from('RIF'), 'invalid_audio', /before its samples/],
    ['no fmt', Buffer.concat([good.subarray(0, 12), chunk('data', Buffer.alloc(8))]), 'invalid_audio', /fmt/],
    [
      'endless list',
      Buffer.concat([good.subarray(0, 12), chunk('LIST', Buffer.alloc(8), 0x7fff_fff0)]),
      'invalid_audio',
      /damaged.*"LIST" of 2147483632 bytes/,
    ],
    [
      'garbage behind the first bytes',
      Buffer.from('RIFFxxxxWAVEgarb\xe9\0\0\xffage garbage', 'latin1'),
      'invalid_audio',
      /damaged.*"garb"/,
    ],
    [
      'a name that cannot be shown',
      Buffer.from('RIFFxxxxWAVE\x01a\x9b\nbage garbage', 'latin1'),
      'invalid_audio',
      /damaged.*"\?a\?\?"/,
    ],
    [
      'endless small chunks',
      Buffer.concat([good.subarray(0, 12), ...Array<Buffer>(140_000).fill(chunk('JUNK', Buffer.alloc(0)))]),
      'invalid_audio',
      /longer/,
    ],
    [
      'huge fmt',
      Buffer.concat([good.subarray(0, 12), chunk('fmt ', Buffer.alloc(8), 99_999)]),
      'invalid_audio',
      /damaged.*"fmt " of 99999 bytes/,
    ],
    ['short fmt', withFormat(14), 'invalid_audio', /14 bytes long.*at least 16/],
    ['extensible cut short', withFormat(38), 'invalid_audio', /WAVE_EXTENSIBLE header is cut short/],
    ['only a header', good.subarray(0, 40), 'invalid_audio', /before its samples/],
    ['ADPCM', wav({ tag: 17, kind: 'uint 1' }), 'unsupported_media_type', /IMA ADPCM/],
    ['rate', wav({ tag: 1, kind: 'int 2', rate: 192_000 }), 'unsupported_media_type', /192000/],
    ['no channel', wav({ tag: 1, kind: 'int 2', channels: 0 }), 'unsupported_media_type', /channels/],
    ['block', wav({ tag: 1, kind: 'int 2', bits: 24 }), 'invalid_audio', /bits/],
    ['48 bit', wav({ tag: 1, kind: 'float 8', bits: 64 }), 'unsupported_media_type', /64 bits/],
  ];
  for (const [name, bytes, code, detail] of cases) {
    await t.rejects(decode(wavFormat, bytes), { code, message: detail }, name);
  }
  t.equal((await decode(wavFormat, wav({ tag: 1, kind: 'int 2', body: Buffer.alloc(0) }))).length, 0);
});

t.test('WAV: truncated or corrupted bytes give samples or a clear refusal, never more', async () => {
  const good = wav({ tag: 1, kind: 'int 2', before: [chunk('LIST', Buffer.from('odd'))] });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: good.length }),
      fc.array(fc.tuple(fc.nat({ max: 120 }), fc.nat({ max: 255 })), { maxLength: 6 }),
      pieces,
      async (length, changes, cut) => {
        const bytes = Buffer.from(good.subarray(0, length));
        for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
        try {
          const samples = await decode(wavFormat, bytes, cut);
          return samples.every(Number.isFinite);
        } catch (error) {
          return error instanceof EarshotError && error.status < 500;
        }
      },
    ),
    { numRuns: 600 },
  );
});
