import fc from 'fast-check';
import t from 'tap';
import { createAudioDecoder } from '../../src/audio/audio-decoder.js';
import { parseMediaType } from '../../src/audio/audio-format.js';
import { type Container, decode, files, fixture } from './compressed-files.js';
import { decodeWith } from './decode-with.js';

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
    } else {
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
  await t.rejects(decode('webm', mp4), {
    code: 'invalid_audio',
    message: /is an MP4 file \(M4A\).*ffmpeg -i in\.m4a out\.wav/,
  });
});

t.test('AAC and MP3 without a container are named, but not what only begins like them', async (t) => {
  const decodeAs = async (type: string, bytes: Uint8Array, pieces?: number[]) =>
    decodeWith(await createAudioDecoder(parseMediaType(type)), bytes, pieces);
  const adtsFrame = (length: number): Buffer => {
    const frame = Buffer.alloc(length, 0x21);
    frame.set([
      0xff,
      0xf1,
      0x60,
      0x40 | (length >> 11),
      (length >> 3) & 255,
      ((length & 7) << 5) | 0x1f,
      0xfc,
    ]);
    return frame;
  };
  const aac = Buffer.concat([300, 2_100, 290, 310].map(adtsFrame));
  const isAac = { code: 'invalid_audio', message: /is AAC, which is not supported.*ffmpeg -i in\.aac/ };
  for (const pieces of [[], [1, 1, 20, 400], Array<number>(700).fill(2)]) {
    await t.rejects(decodeAs('audio/pcm', aac, pieces), isAac);
    await t.rejects(decodeAs('audio/mpeg', aac, pieces), isAac);
  }
  const mp3 = fixture('speech.mp3');
  const bare = mp3.subarray(mp3.indexOf(Buffer.from([0xff, 0xf3])));
  await t.rejects(decodeAs('audio/pcm', bare), { code: 'invalid_audio', message: /send it as audio\/mpeg/ });
  t.ok((await decodeAs('audio/mpeg', bare)).length > 40_000);
  const au = Buffer.concat([Buffer.from('.snd\0\0\0\x18'), Buffer.alloc(400)]);
  await t.rejects(decodeAs('audio/pcm', au), { code: 'invalid_audio', message: /is an AU file/ });
  const wave64 = Buffer.concat([Buffer.from('riff\x2e\x91\xcf\x11', 'latin1'), Buffer.alloc(400)]);
  for (const type of ['audio/pcm', 'audio/wav'])
    await t.rejects(decodeAs(type, wave64), { code: 'invalid_audio', message: /is a Wave64 file/ });
  const start = fc.constantFrom([0xff, 0xf1], [0xff, 0xf9], [0xff, 0xfb], [0xff, 0xf3], [0xff, 0xff], [0, 0]);
  const samples = fc.oneof(fc.uint8Array({ maxLength: 3_000 }), fc.constant(Buffer.alloc(20_000, 0xff)));
  await fc.assert(
    fc.asyncProperty(start, samples, fc.array(fc.nat(900)), async (first, rest, pieces) => {
      const bytes = Buffer.concat([Buffer.from(first), rest]);
      return (await decodeAs('audio/pcm', bytes, pieces)).length === bytes.length >> 1;
    }),
    { numRuns: 200 },
  );
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

t.test('MP3 files of other rates one behind the other keep their pace, cut anywhere', async (t) => {
  // A mono frame of 44.1 kHz and 32 kbit/s whose side information is all zeros is 26 ms of silence.
  const silentFrame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x10, 0xc0]), Buffer.alloc(100)]);
  const silence = Buffer.concat(Array<Buffer>(40).fill(silentFrame));
  const speech = fixture('speech.mp3');
  const whole = await decode('mpeg', Buffer.concat([silence, speech, silence]));
  const each = (await Promise.all([silence, speech, silence].map((file) => decode('mpeg', file)))).map(
    ({ length }) => length,
  );
  // The decoder's own delay, which the header of a first file takes away, is heard in between: under a tenth of a second.
  const more = whole.length - each.reduce((sum, length) => sum + length, 0);
  t.ok(Math.abs(more) < 1_600, `${more} samples more than apart`);
  for (const length of [50, 777, 5_000]) {
    const pieces = Array<number>(Math.floor((2 * silence.length + speech.length) / length)).fill(length);
    const cut = await decode('mpeg', Buffer.concat([silence, speech, silence]), pieces);
    t.ok(Buffer.from(cut.buffer).equals(Buffer.from(whole.buffer)), `in chunks of ${length} bytes`);
  }
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
