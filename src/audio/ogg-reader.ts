import { ByteQueue } from './byte-queue.js';
import { invalidAudio } from './sample-source.js';

/** The longest packet that is put together; Opus needs far less. */
const maxPacketBytes = 1_048_576;
const pageHeaderBytes = 27;
/** Streams with an unfinished packet at one time; a recording has one, and a film a few. */
const maxLogicalStreams = 16;
/** A packet goes on in the next segment, and at the end of a page in the next page. */
const fullSegmentBytes = 255;

export interface OggPage {
  serial: number;
  isFirst: boolean;
  isLast: boolean;
  /** Position of the last sample that ends on this page; undefined when no packet ends here. */
  granule: number | undefined;
  /** Packets that end on this page. */
  packets: Uint8Array[];
}

/** Pages of an Ogg stream as they arrive (RFC 3533), checksums verified, packets that span pages put together. */
export class OggReader {
  readonly #queue = new ByteQueue();
  /** The unfinished packet of each logical stream. */
  readonly #unfinished = new Map<number, Uint8Array[]>();

  /**
   * The pages that the bytes complete.
   * @throws EarshotError `invalid_audio`.
   */
  *read(chunk: Uint8Array): Generator<OggPage> {
    this.#queue.push(chunk);
    for (let page = this.#readPage(); page; page = this.#readPage()) yield page;
  }

  #readPage(): OggPage | undefined {
    const queue = this.#queue;
    if (queue.length >= 4 && queue.fourCc() !== 'OggS') {
      throw invalidAudio(
        'The audio is not an Ogg stream, or was damaged (no OggS where a page should begin).',
      );
    }
    if (queue.length < pageHeaderBytes) return undefined;
    const headerBytes = pageHeaderBytes + queue.uint8(26);
    if (queue.length < headerBytes) return undefined;
    const lacing = queue.peek(headerBytes).subarray(pageHeaderBytes);
    const pageBytes = lacing.reduce((sum, length) => sum + length, headerBytes);
    if (queue.length < pageBytes) return undefined;
    const flags = queue.uint8(5);
    const granule = queue.uint64(6, true);
    const serial = queue.uint32(14, true);
    const checksum = queue.uint32(22, true);
    const bytes = queue.take(pageBytes);
    // The checksum is computed with its own field zero.
    bytes.fill(0, 22, 26);
    if (crc32(bytes) !== checksum)
      throw invalidAudio('A page of the Ogg stream is damaged (wrong checksum).');
    return {
      serial,
      isFirst: (flags & 2) !== 0,
      isLast: (flags & 4) !== 0,
      // -1 as an unsigned number.
      granule: granule >= 2 ** 63 ? undefined : granule,
      packets: this.#packets(serial, {
        isContinued: (flags & 1) !== 0,
        lacing,
        body: bytes.subarray(headerBytes),
      }),
    };
  }

  #packets(
    serial: number,
    { isContinued, lacing, body }: { isContinued: boolean; lacing: Uint8Array; body: Uint8Array },
  ): Uint8Array[] {
    const packets: Uint8Array[] = [];
    let unfinished = this.#unfinished.get(serial) ?? [];
    // Without its beginning the rest of a packet is worth nothing, and the other way round.
    let isSkipping = isContinued && unfinished.length === 0;
    if (!isContinued) unfinished = [];
    let start = 0;
    let end = 0;
    for (const length of lacing) {
      end += length;
      if (length === fullSegmentBytes) continue;
      if (!isSkipping) packets.push(Buffer.concat([...unfinished, body.subarray(start, end)]));
      isSkipping = false;
      unfinished = [];
      start = end;
    }
    if (lacing.at(-1) === fullSegmentBytes && !isSkipping) {
      unfinished.push(body.slice(start));
      if (unfinished.reduce((sum, part) => sum + part.length, 0) > maxPacketBytes) {
        throw invalidAudio(`A packet of the Ogg stream is longer than ${maxPacketBytes} bytes.`);
      }
    }
    if (unfinished.length > 0) this.#unfinished.set(serial, unfinished);
    else this.#unfinished.delete(serial);
    if (this.#unfinished.size > maxLogicalStreams)
      throw invalidAudio(`The Ogg stream has more than ${maxLogicalStreams} logical streams.`);
    return packets;
  }
}

/** Polynomial 0x04C11DB7, most significant bit first, nothing inverted (RFC 3533 section 6). */
const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit++) value = value & 0x8000_0000 ? (value << 1) ^ 0x04c1_1db7 : value << 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) crc = (crc << 8) ^ crcTable[(crc >>> 24) ^ byte];
  return crc >>> 0;
}
