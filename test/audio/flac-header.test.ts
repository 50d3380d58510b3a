import fc from 'fast-check';
import t from 'tap';
import { flacHeaderAt } from '../../src/audio/flac-header.js';

/** Codes of block sizes with what is behind them (RFC 9639 section 9.1.1). */
const sizes = fc.oneof(
  fc.constant({ code: 1, samples: 192, behind: [] as number[] }),
  fc.integer({ min: 2, max: 5 }).map((code) => ({ code, samples: 576 << (code - 2), behind: [] })),
  fc.integer({ min: 1, max: 256 }).map((samples) => ({ code: 6, samples, behind: [samples - 1] })),
  fc
    .integer({ min: 1, max: 65_536 })
    .map((samples) => ({ code: 7, samples, behind: [(samples - 1) >> 8, (samples - 1) & 255] })),
  fc.integer({ min: 8, max: 15 }).map((code) => ({ code, samples: 256 << (code - 8), behind: [] })),
);
const bytesOfRates = new Map([
  [12, 1],
  [13, 2],
  [14, 2],
]);
interface Header {
  size: { code: number; samples: number; behind: number[] };
  rate: number;
  number: number;
  isSampleNumber: boolean;
}
const headers: fc.Arbitrary<Header> = fc.record({
  size: sizes,
  rate: fc.integer({ min: 0, max: 14 }),
  number: fc.oneof(
    fc.nat({ max: 200 }),
    fc.nat({ max: 2 ** 31 - 1 }),
    fc.maxSafeNat().map((n) => n % 2 ** 36),
  ),
  isSampleNumber: fc.boolean(),
});

/** As UTF-8 writes characters, up to 36 bits. */
function coded(number: number): number[] {
  if (number < 128) return [number];
  const rest: number[] = [];
  let left = number;
  // The first byte holds a bit less for each that is behind it.
  while (left >= 2 ** (6 - rest.length)) {
    rest.unshift(128 + (left % 64));
    left = Math.floor(left / 64);
  }
  return [((0xff00 >> (rest.length + 1)) & 255) | left, ...rest];
}

function checksum(bytes: readonly number[]): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 128 ? ((sum << 1) ^ 0x07) & 255 : sum << 1;
  }
  return sum;
}

function written({ size, rate, number, isSampleNumber }: Header): number[] {
  const bytes = [
    0xff,
    isSampleNumber ? 0xf9 : 0xf8,
    (size.code << 4) | rate,
    0x08,
    ...coded(number),
    ...size.behind,
    ...Array<number>(bytesOfRates.get(rate) ?? 0).fill(7),
  ];
  return [...bytes, checksum(bytes)];
}

t.test(
  'the header of a frame is read back, whatever its size, rate and number, from its last byte on',
  async () => {
    fc.assert(
      fc.property(headers, fc.nat({ max: 4 }), (header, before) => {
        const bytes = Uint8Array.from([...Array<number>(before).fill(0xff), ...written(header)]);
        const { size, number, isSampleNumber } = header;
        const { blockSamples, ...read } = flacHeaderAt(bytes, before)!;
        return (
          blockSamples === size.samples &&
          read.number === number &&
          read.isSampleNumber === isSampleNumber &&
          flacHeaderAt(bytes.subarray(0, -1), before) === undefined
        );
      }),
    );
  },
);

t.test('a header with a byte that is wrong is none', async () => {
  fc.assert(
    fc.property(headers, fc.nat(), fc.integer({ min: 1, max: 255 }), (header, place, change) => {
      const bytes = Uint8Array.from(written(header));
      bytes[place % bytes.length] ^= change;
      return flacHeaderAt(bytes, 0) === undefined;
    }),
  );
});
