// What recordings that programs make seldom have: Ogg pages in odd places, and odd headers of Opus.
import t from 'tap';
import { OggReader } from '../../src/audio/ogg-reader.js';
import { decode, fixture, reference } from './compressed-files.js';
import { oggPage, type Page, pagesOf } from './ogg-pages.js';

const serial = 7;
/** A page with a position, that is neither the first nor the last one. */
const page = (body: string, lacing: number[], change: Partial<Page> = {}) =>
  oggPage({ flags: 0, granule: 960n, serial, lacing, body: Buffer.from(body), ...change });
const continued = { flags: 1 };
const long = 'x'.repeat(255);

function packetsOf(...pages: Buffer[]): string[] {
  const reader = new OggReader();
  return pages
    .flatMap((bytes) => [...reader.read(bytes)])
    .flatMap(({ packets }) => packets.map((packet) => Buffer.from(packet).toString()));
}

t.test('a packet goes on over pages, and a whole one may follow it', async (t) => {
  const pages = [page(long, [255]), page(long, [255], continued), page('endnext', [3, 4], continued)];
  t.strictSame(packetsOf(...pages), [`${long}${long}end`, 'next']);
});

t.test(
  'half a packet is none: neither an end without its beginning nor a beginning without its end',
  async (t) => {
    t.strictSame(packetsOf(page('endnext', [3, 4], continued)), ['next']);
    t.strictSame(packetsOf(page(long, [255], continued), page('endnext', [3, 4], continued)), ['next']);
    t.strictSame(packetsOf(page(long, [255]), page('next', [4])), ['next']);
  },
);

t.test('the end of a packet whose middle was lost does not go on with its beginning', async (t) => {
  const pages = [page(long, [255]), page('endnext', [3, 4], { ...continued, sequence: 2 })];
  t.strictSame(packetsOf(...pages), ['next']);
});

t.test('a page on which no packet ends tells no position', async (t) => {
  const granules = [page(long, [255], { granule: -1n }), page('end', [3], continued)].flatMap((bytes) =>
    [...new OggReader().read(bytes)].map(({ granule }) => granule),
  );
  t.strictSame(granules, [undefined, 960]);
});

t.test('what is kept of unfinished packets is bounded, in one stream and in all', async (t) => {
  const begins = (serial: number) => page(long, [255], { serial });
  const streams = Array.from({ length: 16 }, (_, index) => begins(index));
  t.strictSame(packetsOf(...streams), []);
  t.throws(() => packetsOf(...streams, begins(16)), {
    code: 'invalid_audio',
    message: /more than 16 logical streams/,
  });
  const full = page(long.repeat(255), Array(255).fill(255), continued);
  t.throws(() => packetsOf(begins(serial), ...Array(17).fill(full)), {
    code: 'invalid_audio',
    message: /longer than 1048576 bytes/,
  });
});

const speech = pagesOf(fixture('speech.ogg'));
function flip(page: Buffer, at: number): Buffer {
  page[at] ^= 1;
  return page;
}
const joined = (pages: readonly Page[]) => Buffer.concat(pages.map(oggPage));

t.test(
  'a recorder that joins a running stream begins at another position; nothing else differs',
  async (t) => {
    const later = speech.map((page, index) =>
      index < 2 ? page : { ...page, granule: page.granule + 9_600_000n },
    );
    t.strictSame(await decode('ogg', joined(later)), await decode('ogg', fixture('speech.ogg')));
  },
);

t.test('a recording of one page is cut where that page says', async (t) => {
  const [head, tags, audio] = speech;
  const preSkip = BigInt(Buffer.from(head.body).readUInt16LE(10));
  const only = { ...audio, flags: 4, granule: preSkip + 4_800n };
  const whole = await decode('ogg', fixture('speech.ogg'));
  t.strictSame(await decode('ogg', joined([head, tags, only])), whole.slice(0, 1_600));
});

/** A fixture whose header is another one. */
function withHead(name: string, change: (head: Buffer) => void): Buffer {
  const [head, ...others] = pagesOf(fixture(name));
  const body = Buffer.from(head.body);
  change(body);
  return joined([{ ...head, body }, ...others]);
}

t.test('the gain of the header, in 256ths of a decibel, is applied', async (t) => {
  const plain = await decode('ogg', fixture('speech.ogg'));
  const softer = await decode(
    'ogg',
    withHead('speech.ogg', (head) => head.writeInt16LE(-6 * 256, 16)),
  );
  t.equal(softer.length, plain.length);
  const factor = 10 ** (-6 / 20);
  t.ok(softer.every((sample, index) => Math.abs(sample - plain[index] * factor) < 1e-6));
});

t.test('a channel may be mapped to silence, but to none that is not there', async (t) => {
  // The right one of six; speech is in the centre.
  const mapped = (index: number) => withHead('surround.ogg', (head) => head.writeUInt8(index, 23));
  t.strictSame(await decode('ogg', mapped(255)), await decode('ogg', fixture('surround.ogg')));
  await t.rejects(decode('ogg', mapped(6)), { code: 'invalid_audio', message: /channel mapping/ });
});

t.test('a packet that no encoder makes is refused before it reaches the decoder', async (t) => {
  const [head, tags, audio] = speech;
  const lacing = [...Array(16).fill(255), 0];
  const tooLong = { ...audio, lacing, body: Buffer.alloc(16 * 255) };
  await t.rejects(decode('ogg', joined([head, tags, tooLong])), {
    code: 'invalid_audio',
    message: /packet of 4080 bytes is longer than any encoder makes/,
  });
});

/** The recording with one packet of 20 ms on each page. */
const packetPages: Page[] = [...new OggReader().read(fixture('speech.ogg'))]
  .flatMap(({ packets, serial }) => packets.map((body) => ({ body, serial })))
  .map(({ body, serial }, sequence, all) => ({
    flags: sequence === 0 ? 2 : sequence === all.length - 1 ? 4 : 0,
    granule:
      sequence === all.length - 1 ? (speech.at(-1)?.granule ?? 0n) : BigInt(Math.max(0, sequence - 1) * 960),
    serial,
    sequence,
    lacing: [...Array(Math.floor(body.length / 255)).fill(255), body.length % 255],
    body,
  }));
/** The samples of 20 ms, at 16 kHz. */
const packetSamples = 320;
/** How much sound there is in samples, by packet. */
const energies = (samples: Float32Array) =>
  Array.from({ length: Math.floor(samples.length / packetSamples) }, (_, index) =>
    samples
      .subarray(index * packetSamples, (index + 1) * packetSamples)
      .reduce((sum, sample) => sum + sample * sample, 0),
  );

t.test(
  'silence takes the place of pages that are damaged or lost, and the rest is heard in time',
  async (t) => {
    const whole = await decode('ogg', joined(packetPages));
    t.equal(whole.length, reference.length);
    const harm: [name: string, (page: Buffer, index: number) => Buffer][] = [
      ['lost', () => Buffer.alloc(0)],
      ['a bit of their packets is wrong', (page) => flip(page, 35)],
      ['a bit of their header is wrong', (page) => flip(page, 2)],
      ['the number of their segments is wrong', (page) => flip(page, 26)],
      ['the length of a segment is wrong', (page) => flip(page, 27)],
      ['cut short', (page) => page.subarray(0, 40)],
    ];
    for (const [name, damage] of harm) {
      const bytes = Buffer.concat(
        packetPages.map((page, index) =>
          index >= 60 && index < 90 ? damage(oggPage(page), index) : oggPage(page),
        ),
      );
      for (const pieces of [[], [1, 4, 2_000]]) {
        const samples = await decode('ogg', bytes, pieces);
        t.equal(samples.length, whole.length, name);
        t.strictSame(samples.subarray(0, 57 * 320), whole.subarray(0, 57 * 320), `${name}: heard before it`);
        t.ok(
          energies(samples)
            .slice(60, 86)
            .every((energy) => energy === 0),
          `${name}: silence`,
        );
        const after = energies(whole).slice(95);
        t.ok(
          energies(samples)
            .slice(95)
            .every((energy, index) => Math.abs(energy - after[index]) < 0.1 + after[index] / 4),
          `${name}: heard after it`,
        );
      }
    }
  },
);

t.test('of a stream that is mostly damaged, or of which nothing can be heard, nothing is told', async (t) => {
  const damaged = (isDamaged: (index: number) => boolean) =>
    Buffer.concat(
      packetPages.map((page, index) => (isDamaged(index) ? flip(oggPage(page), 30) : oggPage(page))),
    );
  for (const [name, bytes] of [
    ['more than half', damaged((index) => index > 10 && index % 4 !== 0)],
    ['all but the headers', damaged((index) => index > 1)],
    ['the header', damaged((index) => index === 0)],
    ['noise', Buffer.concat([joined(packetPages), Buffer.alloc(300_000, 'noise')])],
  ] as const)
    await t.rejects(decode('ogg', bytes), { code: 'invalid_audio', message: /damaged/ }, name);
  const cutShort = joined(speech).subarray(0, -300);
  t.ok((await decode('ogg', cutShort)).length > 0, 'a last page that is cut short is no damage');
});

t.test('a packet that cannot be decoded is silence, but not all of them', async (t) => {
  // An Opus packet of any number of frames, of which there are none.
  const broken = { lacing: [2], body: Buffer.from([0xff, 0]) };
  const some = packetPages.map((page, index) => (index === 70 ? { ...page, ...broken } : page));
  t.equal((await decode('ogg', joined(some))).length, reference.length);
  const all = packetPages.map((page, index) => (index > 1 ? { ...page, ...broken } : page));
  await t.rejects(decode('ogg', joined(all)), { code: 'invalid_audio', message: /Opus data is corrupt/ });
});

t.test('a pause of the recorder is silence, of a minute at most', async (t) => {
  const paused = (seconds: number) =>
    packetPages.map((page, index) =>
      index < 80 ? page : { ...page, granule: page.granule + BigInt(48_000 * seconds) },
    );
  for (const [seconds, heard] of [
    [0.02, 0.02],
    [2.5, 2.5],
    [3_600, 60],
  ])
    t.equal((await decode('ogg', joined(paused(seconds)))).length, reference.length + 16_000 * heard);
  const twice = [...paused(50), ...paused(50)];
  t.equal((await decode('ogg', joined(twice))).length, 2 * reference.length + 16_000 * 60, 'in all');
});

t.test('an Opus header that cannot be is refused with what is wrong', async (t) => {
  for (const [change, message, code = 'unsupported_media_type'] of [
    [(head) => head.writeUInt8(16, 8), /encapsulation of version 16/],
    [(head) => head.writeUInt8(3, 9), /header with 3 channels/, 'invalid_audio'],
    [(head) => head.writeUInt8(255, 18), /channel mapping 255 with 1 channels/],
  ] as const satisfies readonly (readonly [(head: Buffer) => void, RegExp, string?])[])
    await t.rejects(decode('ogg', withHead('speech.ogg', change)), { code, message }, `${message}`);
});
