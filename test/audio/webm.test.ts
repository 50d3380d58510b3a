import t from 'tap';
import { decode } from './compressed-files.js';

/** An EBML element with a size of one or four bytes. */
function element(id: string, ...parts: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(0x1000_0000 + body.length);
  return Buffer.concat([Buffer.from(id, 'hex'), size, body]);
}

const float = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
};
const frequency = Buffer.alloc(8);
frequency.writeDoubleBE(16_000);
/** The second track, of floats at 16 kHz. */
const floatTrack = element(
  'ae',
  element('d7', Buffer.of(2)),
  element('83', Buffer.of(2)),
  element('86', 'A_PCM/FLOAT/IEEE'),
  element('e1', element('b5', frequency), element('9f', Buffer.of(1)), element('6264', Buffer.of(32))),
);

t.test('where timestamps run ahead of the samples is silence, whatever their scale', async (t) => {
  const tenth = Buffer.concat(Array<Buffer>(1_600).fill(float(0.5)));
  const block = (time: number): Buffer => {
    const head = Buffer.of(0x82, 0, 0, 0);
    head.writeInt16BE(time, 1);
    return element('a3', head, tenth);
  };
  const stream = (scaleNs: number, clusters: [time: number, ...blocks: number[]][]): Buffer => {
    const scale = Buffer.alloc(4);
    scale.writeUInt32BE(scaleNs);
    const bodies = clusters.map(([time, ...blocks]) => {
      const start = Buffer.alloc(4);
      start.writeUInt32BE(time);
      return Buffer.concat([
        Buffer.from('1f43b67501ffffffffffffff', 'hex'),
        element('e7', start),
        ...blocks.map(block),
      ]);
    });
    return Buffer.concat([
      element('1a45dfa3', element('4282', 'webm')),
      Buffer.from('1853806701ffffffffffffff', 'hex'),
      element('1549a966', element('2ad7b1', scale), element('4d80', 'test')),
      element('1654ae6b', floatTrack),
      ...bodies,
    ]);
  };
  const ms = 1_000_000;
  const loud = (bytes: Buffer) =>
    decode('webm', bytes).then((samples) =>
      Array.from({ length: samples.length / 1_600 }, (_, tenth) =>
        samples[tenth * 1_600] > 0 ? 'x' : '.',
      ).join(''),
    );
  t.equal(await loud(stream(ms, [[0, 0, 100, 200]])), 'xxx', 'in time');
  t.equal(await loud(stream(ms, [[5_000, 0, 100, 200]])), 'xxx', 'from another time on');
  t.equal(await loud(stream(ms, [[0, 0, 160, 240]])), 'xxx', 'as inexact as clocks are');
  t.equal(
    await loud(
      stream(ms, [
        [0, 0, 100],
        [700, 0, 100],
      ]),
    ),
    'xx.....xx',
    'a pause',
  );
  t.equal(await loud(stream(ms, [[0, 0, 100, 400, 500]])), 'xx..xx', 'a block that is lost');
  t.equal(
    await loud(
      stream(ms / 10, [
        [0, 0, 1_000],
        [7_000, 0],
      ]),
    ),
    'xx.....x',
    'in tenths of a millisecond',
  );
  t.equal(await loud(stream(ms, [[0, 0, 0, 0]])), 'xxx', 'times that stand still');
  t.equal(
    await loud(Buffer.concat([stream(ms, [[0, 0, 100, 400]]), stream(ms, [[0, 0, 300]])])),
    'xx..xx..x',
    'two files',
  );
  t.equal(
    await loud(stream(ms, [[0, 0, 1_600, 3_200, 4_800]])),
    'xxxx',
    'times in another unit, as of samples',
  );
  t.equal(
    (
      await decode(
        'webm',
        stream(ms, [
          [0, 0, 100],
          [3_600_000, 0],
        ]),
      )
    ).length,
    3 * 1_600 + 60 * 16_000,
    'a minute at most',
  );
});

t.test('lacing of every kind, other tracks, block groups and sizes unknown', async (t) => {
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
    element('1654ae6b', video, floatTrack),
    cluster,
    element('1c53bb6b', Buffer.alloc(100)),
    cluster,
  ]);
  const once = [0.25, 0.25, -0.5, 0.75, 0.25, 0.25, -0.5, 0.75, 0.25, -0.5, 0.75, 0.25, 0.75];
  t.same([...(await decode('webm', stream))], [...once, ...once]);
  t.same([...(await decode('webm', stream, Array<number>(stream.length).fill(1)))], [...once, ...once]);
  const picture = block(1, 0, Buffer.alloc(1_500_000));
  const pictures = [
    element('a3', picture),
    element('a0', element('a1', picture), element('9b', Buffer.of(1))),
  ];
  t.same(
    [...(await decode('webm', Buffer.concat([stream, ...pictures, cluster])))],
    [...once, ...once, ...once],
  );
  const noBlock = Buffer.concat([stream, element('a3', block(2, 0, Buffer.alloc(1_500_000)))]);
  await t.rejects(decode('webm', noBlock), { code: 'invalid_audio', message: /element of 1500004 bytes/ });
  const tooMuch = Buffer.concat([stream, element('a3', block(2, 0x02, Buffer.of(9, 255)))]);
  await t.rejects(decode('webm', tooMuch), { code: 'invalid_audio', message: /lacing/ });
});

t.test('of several frames in one block padding is dropped from the last', async (t) => {
  const head = Buffer.concat([Buffer.from('OpusHead'), Buffer.of(1, 1, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0)]);
  const silence = Buffer.of(0xf8, 0xff, 0xfe); // 20 ms
  const block = Buffer.concat([Buffer.of(0x81, 0, 0, 0x04, 2), silence, silence, silence]);
  const paddingNs = Buffer.of(0, 0x98, 0x96, 0x80); // 10 ms
  const stream = Buffer.concat([
    element('1a45dfa3', element('4282', 'webm')),
    Buffer.from('1853806701ffffffffffffff', 'hex'),
    element(
      '1654ae6b',
      element('ae', element('83', Buffer.of(2)), element('86', 'A_OPUS'), element('63a2', head)),
    ),
    Buffer.from('1f43b67501ffffffffffffff', 'hex'),
    element('a0', element('a1', block), element('75a2', paddingNs)),
  ]);
  t.equal((await decode('webm', stream)).length, (60 - 10) * 16);
});

/** A stream of one audio track with a cluster behind it. */
function ofTrack(codec: string, fields: Buffer[], ...behind: Buffer[]): Buffer {
  return Buffer.concat([
    element('1a45dfa3', element('4282', 'webm')),
    Buffer.from('1853806701ffffffffffffff', 'hex'),
    element('1654ae6b', element('ae', element('83', Buffer.of(2)), element('86', codec), ...fields)),
    Buffer.from('1f43b67501ffffffffffffff', 'hex'),
    ...behind,
  ]);
}
/** A block of the first track without lacing. */
const blockOf = (samples: Buffer): Buffer => element('a3', Buffer.of(0x81, 0, 0, 0), samples);

t.test('what a track does not tell is as the standard has it: 8 kHz, one channel', async (t) => {
  const samples = Buffer.concat([Buffer.of(0, 64), Buffer.of(0, 192)]);
  const eight = await decode(
    'webm',
    ofTrack('A_PCM/INT/LIT', [], blockOf(Buffer.concat(Array(800).fill(samples)))),
  );
  t.equal(eight.length, 3_200, 'twice as many at 16 kHz');
  const rate = Buffer.alloc(4);
  rate.writeFloatBE(16_000);
  const audio = (...parts: Buffer[]) => element('e1', element('b5', rate), ...parts);
  const read = async (codec: string, bytes: Buffer, ...parts: Buffer[]) => [
    ...(await decode('webm', ofTrack(codec, [audio(...parts)], blockOf(bytes)))),
  ];
  t.same(await read('A_PCM/INT/LIT', samples), [0.5, -0.5], 'of 16 bits');
  t.same(await read('A_PCM/INT/BIG', Buffer.of(64, 0)), [0.5]);
  t.same(await read('A_PCM/INT/LIT', Buffer.of(192, 64), element('6264', Buffer.of(8))), [0.5, -0.5]);
  t.same(await read('A_PCM/FLOAT/IEEE', float(0.25)), [0.25]);
  t.same(
    await read('A_PCM/INT/LIT', Buffer.concat([samples, samples]), element('9f', Buffer.of(2))),
    [0.5, 0.5],
    'the first of two channels',
  );
});

t.test(
  'tracks that cannot be, and streams that break off in an element, are refused with what is wrong',
  async (t) => {
    const audio = (...parts: Buffer[]) => [element('e1', ...parts)];
    const rejects = (stream: Buffer, message: RegExp, code = 'invalid_audio') =>
      t.rejects(decode('webm', stream), { code, message }, `${message}`);
    const pcm = 'A_PCM/INT/LIT';
    await rejects(ofTrack(pcm, audio(element('b5', Buffer.alloc(3)))), /a float of 3 bytes/);
    await rejects(ofTrack(pcm, audio(element('b5'))), /sample rate of 0 Hz/, 'unsupported_media_type');
    await rejects(ofTrack(pcm, audio(element('9f', Buffer.alloc(9)))), /an integer of more than eight bytes/);
    await rejects(ofTrack(pcm, audio(element('9f'))), /0 channels/, 'unsupported_media_type');
    await rejects(
      ofTrack(pcm, audio(element('6264', Buffer.of(12)))),
      /A_PCM\/INT\/LIT of 12 bits/,
      'unsupported_media_type',
    );
    await rejects(ofTrack(pcm, [Buffer.from('e18f', 'hex')]), /longer than the one it is in/);
    await rejects(ofTrack(pcm, [], element('a3', Buffer.of(0x81, 0))), /block is cut short/);
    await rejects(
      ofTrack(pcm, [], element('a3', Buffer.of(0x81, 0, 0, 6, 1))),
      /block is cut short/,
      'invalid_audio',
    );
    const pictures = Array<Buffer>(5).fill(element('1941a469', Buffer.alloc(1_000_000)));
    await rejects(ofTrack(pcm, [], ...pictures), /no audio in its first 4194304 bytes/);
    await rejects(ofTrack('A_OPUS', []), /Opus header is malformed/);
  },
);

t.test('a padding that is negative drops nothing, and a group without a block is passed over', async (t) => {
  const group = (...parts: Buffer[]) => element('a0', ...parts);
  const block = element('a1', Buffer.of(0x81, 0, 0, 0), Buffer.alloc(320));
  const rate = element('e1', element('b5', frequency));
  const length = async (...groups: Buffer[]) =>
    (await decode('webm', ofTrack('A_PCM/INT/LIT', [rate], ...groups))).length;
  t.equal(
    await length(group(element('75a2', Buffer.of(1))), group(block, element('75a2', Buffer.of(0xff)))),
    160,
  );
});
