import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t from 'tap';
import { createAudioDecoder } from '../../src/audio/audio-decoder.js';
import { type AudioFormat, parseMediaType } from '../../src/audio/audio-format.js';
import { EarshotError } from '../../src/errors.js';

/** A media type that {@link parseMediaType} reads as this format. */
function mediaTypeOf(format: AudioFormat): string {
  if (format.container !== 'pcm') return `audio/${format.container}`;
  const { bits, sampleRateHz, encoding, channels, bigEndian } = format;
  return `audio/pcm;bits=${bits};rate=${sampleRateHz};encoding=${encoding};channels=${channels};big-endian=${bigEndian}`;
}

t.test('media types: every form that is understood', async (t) => {
  const pcm = {
    container: 'pcm',
    encoding: 'signed-int',
    bits: 16,
    sampleRateHz: 16_000,
    channels: 1,
    bigEndian: false,
  };
  const cases: [string, object][] = [
    ['audio/pcm', pcm],
    ['audio/pcm;bits=16;rate=16000', pcm],
    [' Audio/PCM ; RATE=44100 ; Bits="24" ', { ...pcm, bits: 24, sampleRateHz: 44_100 }],
    ['audio/pcm;big-endian=True;channels=2', { ...pcm, bigEndian: true, channels: 2 }],
    ['audio/pcm;big-endian=False', pcm],
    ['audio/pcm;bits=8', { ...pcm, bits: 8 }],
    ['audio/pcm;bits=32', { ...pcm, bits: 32, encoding: 'float' }],
    ['audio/pcm;encoding=float', { ...pcm, bits: 32, encoding: 'float' }],
    ['audio/pcm;encoding=Signed-Int;bits=32;', { ...pcm, bits: 32 }],
    ['audio/pcm;rate=8000', { ...pcm, sampleRateHz: 8_000 }],
    ['audio/pcm;rate=96000', { ...pcm, sampleRateHz: 96_000 }],
    ['audio/wav', { container: 'wav' }],
    ['audio/x-wav;codecs=1', { container: 'wav' }],
    ['audio/wav;codecs=pcm', { container: 'wav' }],
    ['audio/wav; codecs=audio/pcm; samplerate=16000', { container: 'wav' }],
    ['AUDIO/WAVE', { container: 'wav' }],
    ['audio/webm', { container: 'webm' }],
    ['audio/webm;codecs=opus', { container: 'webm' }],
    ['audio/webm; codecs="pcm"', { container: 'webm' }],
    ['audio/ogg;codecs=opus', { container: 'ogg' }],
    ['audio/flac', { container: 'flac' }],
    ['audio/mpeg', { container: 'mpeg' }],
  ];
  for (const [text, format] of cases) {
    const parsed = parseMediaType(text);
    t.same(parsed, format, text);
    t.same(parseMediaType(mediaTypeOf(parsed)), parsed, `${text} -> ${mediaTypeOf(parsed)}`);
  }
});

t.test('media types: anything else is refused with the reason', async (t) => {
  const cases: [string, RegExp][] = [
    ['', /not a media type/],
    ['audio', /not a media type/],
    ['audio/aac', /audio\/aac.*send audio\/pcm/],
    ['text/plain', /not a supported audio type/],
    ['audio/pcm;bits=12', /8, 16, 24 or 32/],
    ['audio/pcm;bits=16;encoding=float', /bits=32/],
    ['audio/pcm;encoding=ulaw', /signed-int or float/],
    ['audio/pcm;rate=7999', /8000 to 96000/],
    ['audio/pcm;rate=96001', /8000 to 96000/],
    ['audio/pcm;rate=16k', /whole number/],
    ['audio/pcm;rate=-16000', /whole number/],
    ['audio/pcm;rate=', /malformed/],
    ['audio/pcm;rate', /malformed/],
    ['audio/pcm;rate="16000', /malformed/],
    ['audio/pcm,rate=16000', /malformed/],
    ['audio/pcm;channels=0', /channels/],
    ['audio/pcm;channels=17', /channels/],
    ['audio/pcm;big-endian=yes', /true or false/],
    ['audio/pcm;sample-rate=8000', /no parameter "sample-rate"/],
    ['audio/pcm;rate=8000;rate=16000', /twice/],
    ['audio/webm;codecs=vorbis', /vorbis/],
    [`audio/pcm;${'x'.repeat(5_000)}`, /not a media type/],
  ];
  for (const [text, detail] of cases) {
    t.throws(
      () => parseMediaType(text),
      { code: 'unsupported_media_type', message: detail },
      text.slice(0, 60),
    );
  }
});

t.test('media types: no string is anything but a format or a clear refusal', async () => {
  const part = fc.constantFrom(
    ...['audio/pcm', ';', '=', '"', '\\', ' ', 'rate', '16000', 'bits', '32', ',', 'é'],
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, (value) => {
      try {
        const format = parseMediaType(value);
        return isDeepStrictEqual(parseMediaType(mediaTypeOf(format)), format);
      } catch (error) {
        return error instanceof EarshotError && error.code === 'unsupported_media_type';
      }
    }),
    { numRuns: 2_000 },
  );
});

/** Decodes in pieces of the given lengths, then the rest. */
async function decode(format: AudioFormat, bytes: Uint8Array, pieces: number[] = []): Promise<Float32Array> {
  const decoder = await createAudioDecoder(format, { sampleRateHz: 16_000 });
  const samples: number[] = [];
  let position = 0;
  for (const length of [...pieces, bytes.length]) {
    // A copy each, so that a decoder that keeps a reference to a chunk is found out.
    const chunk = Uint8Array.from(bytes.subarray(position, position + length));
    samples.push(...(await decoder.decode(chunk)));
    chunk.fill(0xaa);
    position = Math.min(bytes.length, position + length);
  }
  samples.push(...(await decoder.flush()));
  decoder.close();
  return Float32Array.from(samples);
}

const ramp = Array.from({ length: 300 }, (_, n) => Math.sin(n * 0.21) * (n / 320));

/** Writes one sample of each kind the way the formats define it; the decoders' inverse, written apart from them. */
const writers: Record<
  string,
  { bytes: number; write: (b: Buffer, v: number, at: number, big: boolean) => void }
> = {
  'int 1': { bytes: 1, write: (b, v, at) => b.writeInt8(Math.round(v * 127), at) },
  'uint 1': { bytes: 1, write: (b, v, at) => b.writeUInt8(Math.round(v * 127) + 128, at) },
  'int 2': {
    bytes: 2,
    write: (b, v, at, big) => (big ? b.writeInt16BE : b.writeInt16LE).call(b, Math.round(v * 32_767), at),
  },
  'int 3': {
    bytes: 3,
    write: (b, v, at, big) => (big ? b.writeIntBE : b.writeIntLE).call(b, Math.round(v * 8_388_607), at, 3),
  },
  'int 4': {
    bytes: 4,
    write: (b, v, at, big) =>
      (big ? b.writeInt32BE : b.writeInt32LE).call(b, Math.round(v * 2_147_483_647), at),
  },
  'float 4': { bytes: 4, write: (b, v, at, big) => (big ? b.writeFloatBE : b.writeFloatLE).call(b, v, at) },
  'float 8': { bytes: 8, write: (b, v, at, big) => (big ? b.writeDoubleBE : b.writeDoubleLE).call(b, v, at) },
};

/** Interleaves the ramp with other channels that hold something else. */
function pcmBytes(kind: string, channels = 1, bigEndian = false): Buffer {
  const { bytes, write } = writers[kind];
  const out = Buffer.alloc(ramp.length * channels * bytes);
  ramp.forEach((value, n) => {
    for (let channel = 0; channel < channels; channel++) {
      write(out, channel === 0 ? value : -0.5, (n * channels + channel) * bytes, bigEndian);
    }
  });
  return out;
}

function worstDifference(samples: Float32Array, expected: readonly number[] = ramp): number {
  if (samples.length !== expected.length) return Number.POSITIVE_INFINITY;
  return expected.reduce((most, value, n) => Math.max(most, Math.abs(samples[n] - value)), 0);
}

const quantisation: Record<number, number> = { 1: 0.02, 2: 1e-4, 3: 1e-6, 4: 1e-6, 8: 1e-6 };
const pieces = fc.array(fc.oneof(fc.constant(1), fc.integer({ min: 0, max: 90 })), { maxLength: 60 });

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
        t.ok(worst < quantisation[writers[kind].bytes], `${mediaTypeOf(format)}: ${worst}`);
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

interface WavOptions {
  tag: number;
  kind: string;
  channels?: number;
  rate?: number;
  extensible?: boolean;
  before?: Buffer[];
  after?: Buffer[];
  dataLength?: number;
  riff?: string;
  body?: Buffer;
  bits?: number;
}

function chunk(id: string, body: Buffer, length = body.length): Buffer {
  const head = Buffer.alloc(8);
  head.write(id, 'latin1');
  head.writeUInt32LE(length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

function wavHeader(options: WavOptions): Buffer {
  const { tag, channels = 1, rate = 16_000, extensible = false } = options;
  const bytes = writers[options.kind].bytes;
  const format = Buffer.alloc(extensible ? 40 : 16);
  format.writeUInt16LE(extensible ? 0xfffe : tag, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(rate, 4);
  format.writeUInt32LE(rate * channels * bytes, 8);
  format.writeUInt16LE(channels * bytes, 12);
  format.writeUInt16LE(options.bits ?? bytes * 8, 14);
  if (extensible) {
    format.writeUInt16LE(22, 16);
    format.writeUInt16LE(bytes * 8, 18);
    format.writeUInt16LE(tag, 24);
    Buffer.from('000000001000800000aa00389b71', 'hex').copy(format, 26);
  }
  return chunk('fmt ', format);
}

function wav(options: WavOptions): Buffer {
  const body = options.body ?? pcmBytes(options.kind, options.channels);
  const inner = Buffer.concat([
    Buffer.from('WAVE'),
    ...(options.before ?? []),
    wavHeader(options),
    chunk('fact', Buffer.alloc(4)),
    chunk('data', body, options.dataLength),
    ...(options.after ?? []),
  ]);
  const head = Buffer.from(`${options.riff ?? 'RIFF'}----`);
  head.writeUInt32LE(inner.length, 4);
  return Buffer.concat([head, inner]);
}

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
    'odd chunks before': { tag: 1, kind: 'int 2', before: [odd, chunk('JUNK', Buffer.alloc(3_001)), odd] },
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

/** The same file with the more significant byte first. */
function toRifx(little: Buffer): Buffer {
  const big = Buffer.from(little);
  big.write('RIFX', 'latin1');
  big.subarray(4, 8).swap32();
  for (let at = 12; at < big.length; ) {
    const length = big.readUInt32LE(at + 4);
    big.subarray(at + 4, at + 8).swap32();
    const body = big.subarray(at + 8, at + 8 + length);
    if (big.toString('latin1', at, at + 4) === 'fmt ') {
      body.subarray(0, 4).swap16();
      body.subarray(4, 12).swap32();
      body.subarray(12, 16).swap16();
    } else body.swap16();
    at += 8 + length;
  }
  return big;
}

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
  const cases: [string, Buffer, string, RegExp][] = [
    ['not RIFF', Buffer.from('OggS'.padEnd(40, '.')), 'invalid_audio', /RIFF/],
    ['too short for RIFF', Buffer.from('RIF'), 'invalid_audio', /before its samples/],
    ['no fmt', Buffer.concat([good.subarray(0, 12), chunk('data', Buffer.alloc(8))]), 'invalid_audio', /fmt/],
    [
      'endless list',
      Buffer.concat([good.subarray(0, 12), chunk('LIST', Buffer.alloc(8), 0x7fff_fff0)]),
      'invalid_audio',
      /longer/,
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
      /fmt/,
    ],
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
