// What recordings that programs make seldom have: Ogg pages in odd places, and odd headers of Opus.
import t from 'tap';
import { OggReader } from '../../src/audio/ogg-reader.js';
import { decode, fixture } from './compressed-files.js';
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
