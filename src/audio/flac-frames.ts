import { ByteQueue } from './byte-queue.js';
import { crcTable } from './crc-table.js';
import { type FlacHeader, flacHeaderAt, maxFlacHeaderBytes } from './flac-header.js';
import { invalidAudio } from './sample-source.js';

/** Where real data looks like a header by chance is not within many frames of another such place. */
const maxCandidates = 4;
/** Forged data could look so all the time. */
const maxFalseHeaders = 300;
/** Frames in a row that may be damaged. */
const forgivenFrames = 8;
/** What stands behind a frame where none follows: another stream with its first metadata, or the tag of a file. */
const streamMarks = ['fLaC\0\0\0\x22', 'fLaC\x80\0\0\x22'];
const tagMark = 'TAG';
/** How a header or a mark begins. */
const firstBytes = new Set([0xff, ...Buffer.from('fT')]);

export interface FlacFrame extends FlacHeader {
  bytes: Uint8Array;
}

/** Where a frame may begin, and the checksum of all that is behind. */
interface Candidate extends FlacHeader {
  start: number;
  checksum: number;
}

/**
 * The frames of native FLAC as their bytes arrive (RFC 9639). A frame does not tell its length: it is whole where its
 * checksum is right and the next begins. One that is damaged is passed over.
 */
export class FlacFrames {
  readonly #queue = new ByteQueue();
  readonly #longestFrame: number;
  #candidates: Candidate[] = [];
  /** Places are counted from the first frame on: where the queue begins, how far was looked, where a frame ended. */
  #base = 0;
  #at = 0;
  #end = 0;
  #frameBytes = 0;
  #falseHeaders = 0;
  #isNextStream = false;

  /** @param longestFrame Bytes that no frame is longer than. */
  constructor(longestFrame: number) {
    this.#longestFrame = longestFrame;
  }

  /** The frames that the bytes complete, up to where another stream begins. @throws EarshotError `invalid_audio` */
  *read(chunk: Uint8Array): Generator<FlacFrame> {
    this.#queue.push(chunk);
    yield* this.#scan(this.#queue.length - maxFlacHeaderBytes);
  }

  /** The bytes are complete: the last frame. @throws EarshotError `invalid_audio` when more was lost than read. */
  *finish(): Generator<FlacFrame> {
    yield* this.#scan(this.#queue.length);
    const last = this.#completeFrame();
    if (last) yield last;
    // A last frame that is cut short is not lost.
    const cut = this.#candidates.find(({ start }) => this.#at - start <= this.#longestFrame);
    const lost = (cut?.start ?? this.#at) - this.#frameBytes;
    if (lost > this.#frameBytes) throw corrupt(this.#at - this.#end);
  }

  /** What belongs to the next stream, once it has begun. */
  takeNextStream(): Uint8Array | undefined {
    return this.#isNextStream ? this.#queue.take(this.#queue.length).slice() : undefined;
  }

  /** @param count How many bytes of the queue are followed by enough to tell a header. */
  *#scan(count: number): Generator<FlacFrame> {
    const bytes = this.#queue.peek(this.#queue.length);
    for (let index = this.#at - this.#base; index < count && !this.#isNextStream; index++) {
      if (firstBytes.has(bytes[index])) {
        const frame = this.#lookAt(bytes, index);
        if (frame) yield frame;
      }
      if (!this.#isNextStream) this.#pass(bytes[index]);
    }
    const kept = this.#candidates[0]?.start ?? this.#at;
    this.#queue.take(kept - this.#base);
    this.#base = kept;
  }

  /** @returns The frame that ends where another, or something else, begins. */
  #lookAt(bytes: Uint8Array, index: number): FlacFrame | undefined {
    const mark = String.fromCharCode(...bytes.subarray(index, index + streamMarks[0].length));
    this.#isNextStream = streamMarks.includes(mark);
    const header = flacHeaderAt(bytes, index);
    if (!header && !this.#isNextStream && !mark.startsWith(tagMark)) return undefined;
    const frame = this.#completeFrame();
    if (this.#isNextStream) this.#candidates = [];
    if (!header) return frame;
    if (++this.#falseHeaders > maxFalseHeaders) throw corrupt(this.#at - this.#end);
    this.#candidates.push({ ...header, start: this.#at, checksum: 0 });
    if (this.#candidates.length > maxCandidates) this.#candidates.shift();
    return frame;
  }

  /** The frame that ends here, if one does: its checksum makes that of all of it 0. */
  #completeFrame(): FlacFrame | undefined {
    const frame = this.#candidates.find(({ checksum, start }) => checksum === 0 && start < this.#at);
    if (!frame) return undefined;
    const bytes = this.#queue.peek(this.#at - this.#base).slice(frame.start - this.#base);
    this.#candidates = [];
    this.#end = this.#at;
    this.#frameBytes += bytes.length;
    this.#falseHeaders = 0;
    return { ...frame, bytes };
  }

  #pass(byte: number): void {
    for (const candidate of this.#candidates) {
      const { checksum } = candidate;
      candidate.checksum = ((checksum << 8) & 0xffff) ^ frameTable[(checksum >> 8) ^ byte];
    }
    this.#at++;
    if (this.#at - this.#end > this.#longestFrame * forgivenFrames) throw corrupt(this.#at - this.#end);
  }
}

/** Polynomial x^16 + x^15 + x^2 + 1, most significant bit first. */
const frameTable = crcTable(16, 0x8005);

function corrupt(bytes: number): Error {
  return invalidAudio(`The FLAC data is corrupt (no frame in ${bytes} bytes).`);
}
