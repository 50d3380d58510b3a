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
