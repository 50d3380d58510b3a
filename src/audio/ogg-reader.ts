import { ByteQueue } from './byte-queue.js';
import { crcTable } from './crc-table.js';
import { invalidAudio } from './sample-source.js';

/** The longest packet that is put together; Opus needs far less. */
const maxPacketBytes = 1_048_576;
const pageHeaderBytes = 27;
/** Streams with an unfinished packet at one time; a recording has one, and a film a few. */
const maxLogicalStreams = 16;
/** How every page begins. */
const capturePattern = 'OggS';
/** Of a stream that is damaged more is lost than heard; so much is forgiven in any case: two of the longest pages. */
const forgivenBytes = 131_072;
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

/** A packet that goes on on the next page. */
interface UnfinishedPacket {
  parts: Uint8Array[];
  /** Number of the page that it was last on. */
  sequence: number;
}

/**
 * Pages of an Ogg stream as they arrive (RFC 3533), checksums verified, packets that span pages put together. A page that
 * is damaged is passed over, and reading goes on with the next that is whole.
 */
export class OggReader {
  readonly #queue = new ByteQueue();
  /** By logical stream. */
  readonly #unfinished = new Map<number, UnfinishedPacket>();
  #hasBegun = false;
  #hasEnded = false;
  #pageBytes = 0;
  #lostBytes = 0;

  /** Bytes that were passed over, what was cut off at the end left aside. */
  get lostBytes(): number {
    return this.#lostBytes;
  }

  /** Whether more was passed over than read. */
  get isMostlyLost(): boolean {
    return this.#lostBytes > this.#pageBytes;
  }

  /**
   * The pages that the bytes complete.
   * @throws EarshotError `invalid_audio`.
   */
  *read(chunk: Uint8Array): Generator<OggPage> {
    this.#queue.push(chunk);
    for (let page = this.#readPage(); page; page = this.#readPage()) yield page;
  }

  /** The bytes are complete: pages inside of what seemed to be a longer one. */
  *finish(): Generator<OggPage> {
    this.#hasEnded = true;
    while (this.#queue.length >= pageHeaderBytes) {
      this.#lose(1);
      for (let page = this.#readPage(); page; page = this.#readPage()) yield page;
    }
  }

  #readPage(): OggPage | undefined {
    while (this.#capture()) {
      const pageBytes = this.#pageLength();
      if (pageBytes === undefined || this.#queue.length < pageBytes) return undefined;
      const page = this.#queue.peek(pageBytes);
      if (isIntact(page)) {
        this.#pageBytes += pageBytes;
        return this.#parse(this.#queue.take(pageBytes));
      }
      this.#lose(1);
    }
    return undefined;
  }

  /** Goes to where the next page begins; false when it needs more bytes. */
  #capture(): boolean {
    const queue = this.#queue;
    while (queue.length >= capturePattern.length) {
      if (queue.fourCc() === capturePattern) {
        this.#hasBegun = true;
        return true;
      }
      if (!this.#hasBegun) {
        throw invalidAudio('The audio is not an Ogg stream (it does not begin with OggS).');
      }
      const { buffer, byteOffset, length } = queue.peek(queue.length);
      const next = Buffer.from(buffer, byteOffset, length).indexOf(capturePattern);
      this.#lose(next >= 0 ? next : length - capturePattern.length + 1);
    }
    return false;
  }

  #lose(count: number): void {
    const lost = this.#queue.take(count).length;
    if (!this.#hasEnded) this.#lostBytes += lost;
    if (this.#lostBytes > this.#pageBytes + forgivenBytes)
      throw invalidAudio('The Ogg stream is damaged: more of it is lost than can be read.');
  }

  /** Undefined when the header has not come. */
  #pageLength(): number | undefined {
    const queue = this.#queue;
    if (queue.length < pageHeaderBytes) return undefined;
    const headerBytes = pageHeaderBytes + queue.uint8(26);
    if (queue.length < headerBytes) return undefined;
    const lacing = queue.peek(headerBytes).subarray(pageHeaderBytes);
    return lacing.reduce((sum, length) => sum + length, headerBytes);
  }

  #parse(bytes: Uint8Array): OggPage {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const flags = bytes[5];
    const granule = view.getBigInt64(6, true);
    const serial = view.getUint32(14, true);
    const headerBytes = pageHeaderBytes + bytes[26];
    const unfinished = this.#unfinished.get(serial);
    const sequence = view.getUint32(18, true);
    const isGoneOnWith = (flags & 1) !== 0 && unfinished !== undefined && sequence <= unfinished.sequence + 1;
    const { packets, rest } = splitPackets(bytes.subarray(headerBytes), {
      lacing: bytes.subarray(pageHeaderBytes, headerBytes),
      isContinued: (flags & 1) !== 0,
      before: isGoneOnWith ? unfinished.parts : [],
    });
    this.#keep(serial, { parts: rest, sequence });
    return {
      serial,
      isFirst: (flags & 2) !== 0,
      isLast: (flags & 4) !== 0,
      granule: granule < 0n ? undefined : Number(granule),
      packets,
    };
  }

  #keep(serial: number, packet: UnfinishedPacket): void {
    this.#unfinished.delete(serial);
    if (packet.parts.length === 0) return;
    if (packet.parts.reduce((sum, part) => sum + part.length, 0) > maxPacketBytes)
      throw invalidAudio(`A packet of the Ogg stream is longer than ${maxPacketBytes} bytes.`);
    this.#unfinished.set(serial, packet);
    if (this.#unfinished.size > maxLogicalStreams)
      throw invalidAudio(`The Ogg stream has more than ${maxLogicalStreams} logical streams.`);
  }
}

/** @param before The beginning of the packet that goes on on this page; without it, its rest is worth nothing. */
function splitPackets(
  body: Uint8Array,
  { lacing, isContinued, before }: { lacing: Uint8Array; isContinued: boolean; before: Uint8Array[] },
): { packets: Uint8Array[]; rest: Uint8Array[] } {
  const packets: Uint8Array[] = [];
  let parts = before;
  let isSkipping = isContinued && before.length === 0;
  let start = 0;
  let end = 0;
  for (const length of lacing) {
    end += length;
    if (length === fullSegmentBytes) continue;
    if (!isSkipping) packets.push(Buffer.concat([...parts, body.subarray(start, end)]));
    isSkipping = false;
    parts = [];
    start = end;
  }
  const goesOn = lacing.at(-1) === fullSegmentBytes && !isSkipping;
  return { packets, rest: goesOn ? [...parts, body.slice(start)] : parts };
}

/** Polynomial 0x04C11DB7, most significant bit first, nothing inverted (RFC 3533 section 6). */
const pageTable = crcTable(32, 0x04c1_1db7);

/** Whether a page has the checksum that it tells; it is computed with its own field zero. */
function isIntact(page: Uint8Array): boolean {
  let crc = 0;
  for (let at = 0; at < page.length; at++) {
    const byte = at >= 22 && at < 26 ? 0 : page[at];
    crc = (crc << 8) ^ pageTable[(crc >>> 24) ^ byte];
  }
  return crc >>> 0 === new DataView(page.buffer, page.byteOffset).getUint32(22, true);
}
