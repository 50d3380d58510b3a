import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import t from 'tap';
import { type AudioDecoder, createAudioDecoder } from '../../src/audio/audio-decoder.js';
import { type ContainerFormat, parseMediaType } from '../../src/audio/audio-format.js';
import { EarshotError } from '../../src/errors.js';
import { joinFloats } from '../../src/join-floats.js';

type Container = ContainerFormat['container'];

const fixture = (name: string): Buffer => readFileSync(`test/fixtures/audio/${name}`);

async function decode(
  container: Container,
  bytes: Uint8Array,
  pieces: number[] = [],
  maxAudioSeconds?: number,
): Promise<Float32Array> {
  return decodeWith(await createAudioDecoder({ container }, { limits: { maxAudioSeconds } }), bytes, pieces);
}

async function decodeWith(decoder: AudioDecoder, bytes: Uint8Array, pieces: number[]): Promise<Float32Array> {
  const out: Float32Array[] = [];
  let position = 0;
  try {
    for (const length of [...pieces, bytes.length]) {
      const chunk = Uint8Array.from(bytes.subarray(position, position + length));
      out.push(await decoder.decode(chunk));
      chunk.fill(0xaa);
      position = Math.min(bytes.length, position + length);
    }
    out.push(await decoder.flush());
  } finally {
    decoder.close();
    decoder.close();
  }
  return joinFloats(out);
}

const reference = await decode('wav', fixture('speech.wav'));

/** Correlation of two signals when one is moved by `lag` samples. */
function correlation(a: Float32Array, b: Float32Array, lag = 0): number {
  let ab = 0;
  let aa = 0;
  let bb = 0;
  for (let i = Math.max(0, -lag); i < Math.min(a.length, b.length - lag); i++) {
    ab += a[i] * b[i + lag];
    aa += a[i] * a[i];
    bb += b[i + lag] * b[i + lag];
  }
  return ab / Math.sqrt(aa * bb);
}

const files: [file: string, container: Container, similarity: number, expected: Float32Array][] = [
  ['speech.flac', 'flac', 1, reference],
  ['stereo-44100.flac', 'flac', 0.98, reference.subarray(11_200, 11_200 + 9_600)],
  ['speech.ogg', 'ogg', 0.9, reference],
  // in the centre alone, the second of six channels
  ['surround.ogg', 'ogg', 0.8, reference.subarray(6_400, 14_400)],
  ['right-only.flac', 'flac', 0.999, reference],
  ['right-only.mp3', 'mpeg', 0.9, reference],
  ['speech.webm', 'webm', 0.9, reference],
  ['speech-live.webm', 'webm', 0.9, reference],
  ['pcm-float-44100.webm', 'webm', 0.98, reference.subarray(11_200, 11_200 + 3_200)],
  ['speech.mp3', 'mpeg', 0.9, reference],
];

t.test('every form gives the recording, to the sample and however it is cut', async (t) => {
  for (const [file, container, similarity, expected] of files) {
    const bytes = fixture(file);
    const whole = await decode(container, bytes);
    t.equal(whole.length, expected.length, `${file}: length`);
    if (similarity === 1) {
      // The decoder divides by 32,767 where the reference divides by 32,768.
      t.ok(
        whole.every((value, i) => Math.abs(value - expected[i]) < 2 ** -15),
        `${file}: lossless`,
      );
    } else if (similarity > 0) {
      const here = correlation(whole, expected);
      t.ok(here > similarity, `${file}: correlation ${here.toFixed(3)}`);
      for (const lag of [-2, 2]) t.ok(correlation(whole, expected, lag) < here, `${file}: in time`);
    }
    const same = (samples: Float32Array): boolean =>
      Buffer.compare(Buffer.from(samples.buffer), Buffer.from(whole.buffer)) === 0;
    t.ok(
      same(await decode(container, bytes, Array<number>(Math.min(3_000, bytes.length)).fill(1))),
      `${file}: bytes`,
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 2_000 }), { maxLength: 30 }), async (pieces) =>
        same(await decode(container, bytes, pieces)),
      ),
      { numRuns: 3 },
    );
  }
});

t.test('samples come while the bytes still arrive', async (t) => {
  for (const [file, container] of files) {
    if (file === 'surround.ogg') continue;
    const bytes = fixture(file);
    const decoder = await createAudioDecoder({ container });
    const half = await decoder.decode(bytes.subarray(0, bytes.length * 0.6));
    t.ok(half.length > 0, `${file}: ${half.length} samples of 60 % of the bytes`);
    decoder.close();
  }
});

/** Bytes that are cut, changed, doubled or removed in places. */
function damaged(bytes: Buffer): fc.Arbitrary<Buffer> {
  const place = fc.oneof(fc.nat({ max: Math.min(300, bytes.length) }), fc.nat({ max: bytes.length }));
  const change = fc.tuple(place, fc.constantFrom('set', 'remove', 'double'), fc.nat({ max: 255 }));
  return fc.tuple(fc.option(place), fc.array(change, { maxLength: 5 })).map(([end, changes]) => {
    let result = Buffer.from(bytes.subarray(0, end ?? bytes.length));
    for (const [at, kind, value] of changes) {
      if (at >= result.length) continue;
      if (kind === 'set') result[at] = value;
      else {
        const from = kind === 'remove' ? at + value : Math.max(0, at - value);
        result = Buffer.concat([result.subarray(0, at), result.subarray(from)]);
      }
    }
    return result;
  });
}

t.test(
  'truncated or corrupted: samples or a clear refusal, in bounded time, without a word on the terminal',
  async (t) => {
    const lines: unknown[][] = [];
    const { error } = console;
    console.error = (...line: unknown[]) => lines.push(line);
    t.teardown(() => {
      console.error = error;
    });
    for (const [file, container] of files) {
      const bytes = fixture(file);
      // One file of each codec is enough here.
      if (['speech.flac', 'surround.ogg', 'speech-live.webm'].includes(file)) continue;
      let refused = 0;
      let longest = 0;
      await fc.assert(
        fc.asyncProperty(
          damaged(bytes),
          fc.array(fc.nat({ max: 3_000 }), { maxLength: 5 }),
          async (bad, pieces) => {
            try {
              const samples = await decode(container, bad, pieces);
              longest = Math.max(longest, samples.length);
              return samples.every(Number.isFinite);
            } catch (error) {
              refused++;
              return error instanceof EarshotError && error.status < 500;
            }
          },
        ),
        { numRuns: 25, interruptAfterTimeLimit: 30_000, markInterruptAsFailure: true },
      );
      t.pass(`${file}: ${refused} of 25 refused, at most ${longest} samples`);
    }
    t.same(lines, []);
  },
);

t.test('a FLAC file whose frames end in the middle is refused, not cut there', async (t) => {
  const file = fixture('speech.flac');
  const half = file.length >> 1;
  const bad = Buffer.concat([file.subarray(0, half), Buffer.alloc(half, 0x55)]);
  await t.rejects(decode('flac', bad), { code: 'invalid_audio', message: /no frame in \d+ bytes/ });
});

t.test('a damaged frame is no louder than any sound', async (t) => {
  const speech = fixture('speech.mp3');
  speech[1456] = 0;
  const loudest = (await decode('mpeg', speech)).reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  // The resampler rings where a clipped sound jumps.
  t.ok(loudest < 2, `${loudest}`);
});

t.test('what is no audio of the kind is refused at once or after a bounded number of bytes', async (t) => {
  const noise = Buffer.from(
    Uint8Array.from({ length: 6_000_000 }, (_, n) => (n * 7919 + (n >> 8) * 31) & 255),
  );
  for (const container of ['ogg', 'webm', 'flac', 'mpeg'] as const) {
    for (const [what, bytes] of [
      ['noise', noise],
      ['zeros', Buffer.alloc(6_000_000)],
      ['text', Buffer.from('<html>'.repeat(1_000_000))],
      ['a WAV file', fixture('speech.wav')],
      ['a few bytes', Buffer.from([0xff, 0xfb])],
    ] as const) {
      const pieces = Array<number>(Math.ceil(bytes.length / 65_536)).fill(65_536);
      await t.rejects(decode(container, bytes, pieces), { code: 'invalid_audio' }, `${what} as ${container}`);
    }
    t.equal((await decode(container, Buffer.alloc(0))).length, 0, `nothing as ${container}`);
  }
});

t.test('a file that was declared as something else is named, or read if it is a WAV file', async (t) => {
  const kinds: [container: Container, name: string, file: Buffer][] = [
    ['wav', 'audio/wav', fixture('speech.wav')],
    ['webm', 'audio/webm', fixture('speech-live.webm')],
    ['ogg', 'audio/ogg', fixture('speech.ogg')],
    ['flac', 'audio/flac', fixture('speech.flac')],
    ['mpeg', 'audio/mpeg', Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0'), fixture('speech.mp3')])],
  ];
  for (const [container, name, bytes] of kinds) {
    for (const declared of [...kinds.map(([each]) => each), 'pcm'] as const) {
      const isRead = declared === container || (declared === 'pcm' && container === 'wav');
      // ID3 tags may be in front of FLAC as well.
      if (declared === 'flac' && container === 'mpeg') continue;
      for (const pieces of [[], [1, 4, 2, 100], [3_000]]) {
        const decoder = await createAudioDecoder(parseMediaType(`audio/${declared};`));
        const decoded = decodeWith(decoder, bytes, pieces);
        if (isRead) t.ok((await decoded).length > 20_000, `${container} as ${declared}`);
        else await t.rejects(decoded, { code: 'invalid_audio', message: new RegExp(`send it as ${name}`) });
      }
    }
  }
  const mp4 = Buffer.from('\0\0\0\x1cftypM4A \0\0\0\0');
  await t.rejects(decode('webm', mp4), { code: 'invalid_audio', message: /MP4.*send WAV, WebM/ });
});

t.test('headers that never end are refused', async (t) => {
  const id3 = Buffer.concat([
    Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0x7f, 0x7f, 0x7f, 0x7f]),
    Buffer.alloc(9_000_000),
  ]);
  for (const container of ['mpeg', 'flac'] as const) {
    await t.rejects(decode(container, id3), { code: 'invalid_audio' });
  }
  const flac = fixture('speech.flac');
  const padding = Buffer.from([1, 0xff, 0xff, 0xff]);
  const paddings = Array<Buffer[]>(2)
    .fill([padding, Buffer.alloc(0xffffff)])
    .flat();
  await t.rejects(decode('flac', Buffer.concat([flac.subarray(0, 42), ...paddings])), {
    code: 'invalid_audio',
  });
  const webm = fixture('speech.webm');
  const voids = Buffer.concat(
    Array<Buffer>(50).fill(Buffer.concat([Buffer.from([0xec, 0x22, 0, 0]), Buffer.alloc(0x20000)])),
  );
  await t.rejects(decode('webm', Buffer.concat([webm.subarray(0, 40), voids])), { code: 'invalid_audio' });
});

t.test('an MP3 file may end with a tag that holds a picture', async (t) => {
  const speech = fixture('speech.mp3');
  const header = Buffer.alloc(32);
  header.write('APETAGEX');
  header.writeUInt32LE(2_000, 8);
  header.writeUInt32LE(200_000, 12);
  header.writeUInt32LE(0xa000_0000, 20);
  const tag = Buffer.concat([header, Buffer.from('JFIF'.repeat(50_000))]);
  t.same(await decode('mpeg', Buffer.concat([speech, tag])), await decode('mpeg', speech));
});

t.test('a FLAC file may have ID3 tags in front and one behind', async (t) => {
  const speech = fixture('speech.flac');
  const tag = (bytes: number, flags = 0) => {
    const header = Buffer.from([
      0x49,
      0x44,
      0x33,
      4,
      0,
      flags,
      0,
      bytes >> 14,
      (bytes >> 7) & 127,
      bytes & 127,
    ]);
    return Buffer.concat([header, Buffer.alloc(bytes + (flags === 0 ? 0 : 10), 'fLaC')]);
  };
  const last = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125)]);
  const tagged = Buffer.concat([tag(20_000), tag(300, 0x10), speech, last]);
  t.same(await decode('flac', tagged), await decode('flac', speech));
  t.same(await decode('flac', tagged, Array<number>(400).fill(1)), await decode('flac', speech));
  await t.rejects(decode('flac', tag(300)), { code: 'invalid_audio', message: /ends before its samples/ });
});

t.test('FLAC frames that are forged by the thousand do not keep the processor busy', async (t) => {
  const flac = fixture('speech.flac');
  const firstFrame = flac.indexOf(Buffer.from([0xff, 0xf8]));
  // A header of a mono frame of 4,096 samples with a right checksum, and no frame behind it.
  const header = Buffer.from([0xff, 0xf8, 0xc5, 0x08, 0x00, 0x6f]);
  const forged = Buffer.concat([flac.subarray(0, firstFrame), ...Array<Buffer>(30_000).fill(header)]);
  const decoder = await createAudioDecoder({ container: 'flac' });
  t.teardown(() => decoder.close());
  await t.rejects(async () => decoder.decode(forged.subarray(0, firstFrame + 4_096)), {
    code: 'invalid_audio',
  });
});

t.test('other codecs in the same containers say what they are', async (t) => {
  await t.rejects(decode('ogg', fixture('vorbis.ogg')), {
    code: 'unsupported_media_type',
    message: /Vorbis/,
  });
  const webm = fixture('speech.webm');
  const at = webm.indexOf('A_OPUS');
  const vorbis = Buffer.concat([webm.subarray(0, at), Buffer.from('A_TEST'), webm.subarray(at + 6)]);
  await t.rejects(decode('webm', vorbis), { code: 'unsupported_media_type', message: /A_TEST/ });
});

t.test('a small file that holds hours is stopped at the limit', async (t) => {
  for (const [file, container] of files) {
    await t.rejects(decode(container, fixture(file), [], 0.1), { code: 'payload_too_large' }, file);
  }
});

/** An EBML element with a size of one or four bytes. */
function element(id: string, ...parts: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(0x1000_0000 + body.length);
  return Buffer.concat([Buffer.from(id, 'hex'), size, body]);
}

t.test('WebM: lacing of every kind, other tracks, block groups and sizes unknown', async (t) => {
  const float = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeFloatLE(value);
    return bytes;
  };
  const frequency = Buffer.alloc(8);
  frequency.writeDoubleBE(16_000);
  const track = element(
    'ae',
    element('d7', Buffer.of(2)),
    element('83', Buffer.of(2)),
    element('86', 'A_PCM/FLOAT/IEEE'),
    element('e1', element('b5', frequency), element('9f', Buffer.of(1)), element('6264', Buffer.of(32))),
  );
  const video = element(
    'ae',
    element('d7', Buffer.of(1)),
    element('83', Buffer.of(1)),
    element('86', 'V_VP8'),
  );
  const block = (number: number, flags: number, ...parts: Buffer[]): Buffer =>
    Buffer.concat([Buffer.of(0x80 + number, 0, 0, flags), ...parts]);
  const [a, b, c] = [float(0.25), float(-0.5), float(0.75)];
  const cluster = Buffer.concat([
    Buffer.from('1f43b67501ffffffffffffff', 'hex'),
    element('e7', Buffer.of(0)),
    element('a3', block(1, 0, Buffer.from('a picture'))),
    element('a3', block(2, 0, a)),
    element('a3', block(2, 0x02, Buffer.of(2, 4, 8), a, b, c, a)), // Xiph
    element('a3', block(2, 0x04, Buffer.of(2), a, b, c)), // fixed
    element('a3', block(2, 0x06, Buffer.of(2, 0x84, 0xc3), a, b, c, a)), // EBML: 4, then 4 + 4
    element('a0', element('a1', block(2, 0, c))),
  ]);
  const stream = Buffer.concat([
    element('1a45dfa3', element('4282', 'webm')),
    Buffer.from('1853806701ffffffffffffff', 'hex'),
    element('ec', Buffer.alloc(500)),
    element('1654ae6b', video, track),
    cluster,
    element('1c53bb6b', Buffer.alloc(100)),
    cluster,
  ]);
  const once = [0.25, 0.25, -0.5, 0.75, 0.25, 0.25, -0.5, 0.75, 0.25, -0.5, 0.75, 0.25, 0.75];
  t.same([...(await decode('webm', stream))], [...once, ...once]);
  t.same([...(await decode('webm', stream, Array<number>(stream.length).fill(1)))], [...once, ...once]);
  const tooMuch = Buffer.concat([stream, element('a3', block(2, 0x02, Buffer.of(9, 255)))]);
  await t.rejects(decode('webm', tooMuch), { code: 'invalid_audio', message: /lacing/ });
});
