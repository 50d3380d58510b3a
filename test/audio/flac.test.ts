// FLAC that was damaged on its way, and files that stand one behind the other.
import fc from 'fast-check';
import t from 'tap';
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
