// Pages of Ogg streams, made by hand and taken apart (RFC 3533 section 6).

export interface Page {
  /** 1: its first packet began on an earlier page, 2: the first of its stream, 4: the last. */
  flags: number;
  /** Position of the last sample that ends on it; -1 where no packet does. */
  granule: bigint;
  serial: number;
  /** Its number. @default 0 */
  sequence?: number;
  /** Lengths of segments; one of 255 goes on in the next. */
  lacing: readonly number[];
  body: Uint8Array;
}

/** The bytes of a page, with their checksum. */
export function oggPage({ flags, granule, serial, sequence = 0, lacing, body }: Page): Buffer {
  const header = Buffer.alloc(27);
  header.write('OggS');
  header[5] = flags;
  header.writeBigInt64LE(granule, 6);
  header.writeUInt32LE(serial, 14);
  header.writeUInt32LE(sequence, 18);
  header[26] = lacing.length;
  const page = Buffer.concat([header, Uint8Array.from(lacing), body]);
  page.writeUInt32LE(checksum(page), 22);
  return page;
}

/** The pages of a whole stream. */
export function pagesOf(bytes: Buffer): Page[] {
  const pages: Page[] = [];
  for (let at = 0; at < bytes.length; ) {
    const lacing = [...bytes.subarray(at + 27, at + 27 + bytes[at + 26])];
    const start = at + 27 + lacing.length;
    const end = lacing.reduce((sum, length) => sum + length, start);
    pages.push({
      flags: bytes[at + 5],
      granule: bytes.readBigInt64LE(at + 6),
      serial: bytes.readUInt32LE(at + 14),
      sequence: bytes.readUInt32LE(at + 18),
      lacing,
      body: bytes.subarray(start, end),
    });
    at = end;
  }
  return pages;
}

/** Bit by bit, as the polynomial is written. */
function checksum(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) sum = sum < 0 ? (sum << 1) ^ 0x04c1_1db7 : sum << 1;
  }
  return sum >>> 0;
}
