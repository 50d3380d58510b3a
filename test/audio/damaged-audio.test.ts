import fc from 'fast-check';
import t from 'tap';
import { createAudioDecoder } from '../../src/audio/audio-decoder.js';
import { EarshotError } from '../../src/errors.js';
import { decode, files, fixture } from './compressed-files.js';

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

t.test('a codec with a long name is refused with the beginning of it', async (t) => {
  const element = (id: string, body: Uint8Array) =>
    Buffer.concat([
      Buffer.from(id, 'hex'),
      Buffer.from([0x10, 0, body.length >> 8, body.length & 255]),
      body,
    ]);
  const webm = (codec: Buffer) =>
    Buffer.concat([
      element('1a45dfa3', element('4282', Buffer.from('webm'))),
      Buffer.from('1853806701ffffffffffffff', 'hex'),
      element('1654ae6b', element('ae', Buffer.concat([element('83', Buffer.of(2)), element('86', codec)]))),
    ]);
  for (const [codec, shown] of [
    [Buffer.from(`A_\n${'X'.repeat(9_000)}`), `A_?${'X'.repeat(37)}...`],
    [Buffer.from(`A_AAC\0\0${'X'.repeat(9_000)}`), 'A_AAC'],
  ] as const)
    await t.rejects(decode('webm', webm(codec)), {
      code: 'unsupported_media_type',
      message: `The WebM stream contains ${shown}, which is not supported; use Opus or PCM.`,
    });
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

t.test('a small file that holds hours is stopped at the limit', async (t) => {
  for (const [file, container] of files) {
    await t.rejects(decode(container, fixture(file), [], 0.1), { code: 'payload_too_large' }, file);
  }
});
