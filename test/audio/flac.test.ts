// FLAC that was damaged on its way, and files that stand one behind the other.
import fc from 'fast-check';
import t from 'tap';
import { crcTable } from '../../src/audio/crc-table.js';
import { FlacFrames } from '../../src/audio/flac-frames.js';
import { joinFloats } from '../../src/audio/join-floats.js';
import { decode, fixture, reference } from './compressed-files.js';

const speech = fixture('speech.flac');
const stereo = fixture('stereo-44100.flac');
const firstFrame = speech.indexOf(Buffer.from([0xff, 0xf8]));
/** Where its frames begin, and where the last ends. */
const starts = [firstFrame];
{
  const frames = new FlacFrames(131_072);
  const bytes = speech.subarray(firstFrame);
  for (const frame of [...frames.read(bytes), ...frames.finish()])
    starts.push(starts[starts.length - 1] + frame.bytes.length);
}
const whole = await decode('flac', speech);
/** Without a list of all samples where they differ. */
const isSame = (samples: Float32Array, expected: Float32Array): boolean =>
  Buffer.from(samples.buffer).equals(Buffer.from(expected.buffer));
const frameSamples = 1_152;

t.test('frames are whole, one behind the other', async (t) => {
  t.equal(starts.at(-1), speech.length);
  t.equal(starts.length - 1, Math.ceil(reference.length / frameSamples));
});

t.test('silence takes the place of a damaged frame, and nothing else is lost', async (t) => {
  // Without the header of the next, the end of a frame is not known.
  const harm: [name: string, place: (start: number, end: number) => number, lostBefore: number][] = [
    ['its first byte', (start) => start, 1],
    ['its number', (start) => start + 4, 1],
    ['the checksum of its header', (start) => start + 5, 1],
    ['its middle', (start, end) => (start + end) >> 1, 0],
    ['its checksum', (_, end) => end - 1, 0],
  ];
  for (const [name, place, lostBefore] of harm) {
    for (const index of [3, 14, starts.length - 3]) {
      const bad = Buffer.from(speech);
      bad[place(starts[index], starts[index + 1])] ^= 4;
      const expected = whole.slice().fill(0, (index - lostBefore) * frameSamples, (index + 1) * frameSamples);
      t.ok(isSame(await decode('flac', bad), expected), `${name}, frame ${index}`);
    }
  }
  const lost = Buffer.concat([speech.subarray(0, starts[12] + 9), speech.subarray(starts[14] + 5)]);
  const expected = whole.slice().fill(0, 12 * frameSamples, 15 * frameSamples);
  t.ok(isSame(await decode('flac', lost), expected), 'bytes that are lost');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 30 }), async (pieces) =>
      isSame(await decode('flac', lost, pieces), expected),
    ),
    { numRuns: 5 },
  );
});

t.test('more damage than sound is refused', async (t) => {
  const bad = Buffer.from(speech);
  for (let index = 0; index < starts.length - 1; index++) if (index % 3 > 0) bad[starts[index] + 40] ^= 1;
  await t.rejects(decode('flac', bad), { code: 'invalid_audio', message: /no frame in \d+ bytes/ });
});

t.test('files one behind the other are one recording, whatever their rate and channels', async (t) => {
  const other = await decode('flac', stereo);
  const files = Buffer.concat([speech, stereo, speech]);
  const expected = joinFloats([whole, other, whole]);
  for (const pieces of [[], [starts[3], 1, 1, 1, 5_000], [speech.length], [speech.length + 3, 20]])
    t.ok(isSame(await decode('flac', files, pieces), expected), `${pieces}`);
  const cutShort = Buffer.concat([speech, speech.subarray(0, 30)]);
  t.ok(isSame(await decode('flac', cutShort), whole), 'half a header behind it takes nothing away');
});

/** The same frames with the numbers of their first samples in place of their own, as of blocks of various sizes. */
function withSampleNumbers(): Buffer[] {
  const sum = (bits: 8 | 16, polynomial: number, bytes: Uint8Array) => {
    const table = crcTable(bits, polynomial);
    const top = bits - 8;
    return bytes.reduce((crc, byte) => ((crc << 8) & (2 ** bits - 1)) ^ table[(crc >> top) ^ byte], 0);
  };
  return starts.slice(0, -1).map((start, index) => {
    const frame = speech.subarray(start, starts[index + 1]);
    // behind the number, which is of one byte here, may be the size of a last block
    const more = { 6: 1, 7: 2 }[frame[2] >> 4] ?? 0;
    const sample = index * frameSamples;
    const number =
      sample < 0x80
        ? [sample]
        : sample < 0x800
          ? [0xc0 | (sample >> 6), 0x80 | (sample & 63)]
          : [0xe0 | (sample >> 12), 0x80 | ((sample >> 6) & 63), 0x80 | (sample & 63)];
    const head = Buffer.from([0xff, 0xf9, frame[2], frame[3], ...number, ...frame.subarray(5, 5 + more)]);
    const body = frame.subarray(6 + more, -2);
    const bytes = Buffer.concat([head, Buffer.from([sum(8, 0x07, head)]), body]);
    const checksum = Buffer.alloc(2);
    checksum.writeUInt16BE(sum(16, 0x8005, bytes));
    return Buffer.concat([bytes, checksum]);
  });
}

t.test('frames may tell their first sample in place of their number', async (t) => {
  const header = speech.subarray(0, firstFrame);
  const frames = withSampleNumbers();
  t.ok(isSame(await decode('flac', Buffer.concat([header, ...frames])), whole));
  const lost = Buffer.concat([header, ...frames.slice(0, 12), ...frames.slice(14)]);
  t.ok(isSame(await decode('flac', lost), whole.slice().fill(0, 12 * frameSamples, 14 * frameSamples)));
});

t.test(
  'a file that tells no longest frame is read, and one that is no file of frames is refused',
  async (t) => {
    const untold = Buffer.from(speech);
    untold.fill(0, 4 + 4 + 7, 4 + 4 + 10);
    t.ok(isSame(await decode('flac', untold), whole));
    const other = Buffer.from(speech);
    other[4] |= 4;
    for (const [bytes, message] of [
      [other, /does not begin with its STREAMINFO/],
      [speech.subarray(0, firstFrame + 3), /no frame in 3 bytes/],
      [speech.subarray(0, starts[1] - 1), /has no complete frame/],
      [speech.subarray(0, 20), /ends before its samples begin/],
    ] as const)
      await t.rejects(decode('flac', bytes), { code: 'invalid_audio', message }, `${message}`);
    t.equal((await decode('flac', speech.subarray(0, firstFrame))).length, 0, 'a recording of nothing');
  },
);
