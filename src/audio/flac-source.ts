import { FLACDecoder } from '@wasm-audio-decoders/flac';
import { checkSampleRate } from './audio-format.js';
import { ByteQueue } from './byte-queue.js';
import { invalidAudio, type SampleSink, type SampleSource } from './sample-source.js';
import { SoundingChannel } from './sounding-channel.js';
import { callAsyncDecoder } from './wasm-decoder.js';

/** Metadata before the audio, pictures included. */
const maxHeaderBytes = 4_194_304;
/**
 * Where STREAMINFO does not say it. No frame of an encoder's presets comes near: 16,384 samples of 24 bits on two
 * channels are 98 kB.
 */
const maxFrameBytes = 131_072;
/** Frames of silence are tiny and long: small pieces keep what one piece can decode to small as well. */
const pieceBytes = 512;
/**
 * An ID3v1 tag, the last of a file that has one: the parser would take it for a part of the last frame, and lose that.
 */
const endTagBytes = 128;
/**
 * The parser tries every place that looks like a frame header, each time over all bytes since the last frame. Real data
 * has a handful of such places in a frame, by chance; forged data could have thousands and keep the processor busy.
 */
const maxFalseHeaders = 300;
/** A frame header is as long at most. */
const frameHeaderBytes = 16;

/** Native FLAC (RFC 9639), decoded by libFLAC in WebAssembly. ID3 tags in front and behind are passed over. */
export class FlacSource implements SampleSource {
  readonly #decoder: FLACDecoder;
  readonly #queue = new ByteQueue();
  readonly #sounding = new SoundingChannel();
  #state: 'magic' | 'tag' | 'metadata' | 'skip' | 'audio' = 'magic';
  #headerBytes = 0;
  #skipBytes = 0;
  #isLastBlock = false;
  #sampleRateHz = 0;
  /** Without a sample in so many bytes the data is corrupt: the parser finds no frame any more. */
  #maxSilentBytes = maxFrameBytes;
  /** Bytes since the last sample came out. */
  #silentBytes = 0;
  #falseHeaders = 0;
  /** The first bytes of the first frame. */
  #firstHeader = new Uint8Array(0);
  #hasSamples = false;

  private constructor(decoder: FLACDecoder) {
    this.#decoder = decoder;
  }

  static async create(): Promise<FlacSource> {
    const decoder = new FLACDecoder();
    await decoder.ready;
    return new FlacSource(decoder);
  }

  async decode(chunk: Uint8Array, emit: SampleSink): Promise<void> {
    this.#queue.push(chunk);
    while (this.#state !== 'audio' && this.#readHeader());
    if (this.#state !== 'audio') return;
    while (this.#queue.length >= pieceBytes + endTagBytes)
      await this.#decodePiece(this.#queue.take(pieceBytes), emit);
  }

  async flush(emit: SampleSink): Promise<void> {
    if (this.#headerBytes + this.#queue.length === 0) return;
    if (this.#state !== 'audio') throw invalidAudio('The FLAC file ends before its samples begin.');
    const hasEndTag =
      this.#queue.length >= endTagBytes &&
      this.#queue.fourCc(this.#queue.length - endTagBytes).startsWith('TAG');
    const rest = this.#queue.take(this.#queue.length - (hasEndTag ? endTagBytes : 0));
    if (this.#firstHeader.length === 0 && rest.length === 0) return;
    // The parser knows a frame to be whole when the next begins, and loses short last frames on its own flush.
    const end = new Uint8Array(rest.length + frameHeaderBytes * 4);
    end.set(rest);
    end.set(
      this.#firstHeader.length > 0 ? this.#firstHeader : rest.subarray(0, frameHeaderBytes),
      rest.length,
    );
    await this.#decodePiece(end, emit);
    if (!this.#hasSamples) throw invalidAudio('The FLAC file has no complete frame.');
  }

  free(): void {
    this.#decoder.free();
  }

  async #decodePiece(bytes: Uint8Array, emit: SampleSink): Promise<void> {
    const piece = bytes.slice();
    if (this.#firstHeader.length === 0) this.#firstHeader = piece.slice(0, frameHeaderBytes);
    const { channelData } = await callAsyncDecoder('FLAC', () => this.#decoder.decode(piece));
    if (channelData[0]?.length > 0) {
      this.#silentBytes = 0;
      this.#falseHeaders = 0;
      this.#hasSamples = true;
      emit(this.#sounding.pick(channelData), this.#sampleRateHz);
      return;
    }
    this.#silentBytes += piece.length;
    this.#falseHeaders += countFrameSyncs(piece);
    if (this.#silentBytes > this.#maxSilentBytes || this.#falseHeaders > maxFalseHeaders) {
      throw invalidAudio(`The FLAC data is corrupt (no frame in ${this.#silentBytes} bytes).`);
    }
  }

  /** False when more bytes are needed. */
  #readHeader(): boolean {
    const queue = this.#queue;
    if (this.#state === 'magic') {
      if (queue.length < 4) return false;
      if (queue.fourCc().startsWith('ID3')) return this.#readTagHeader();
      if (queue.fourCc() !== 'fLaC')
        throw invalidAudio('The audio is not a FLAC file: it does not begin with fLaC.');
      this.#take(4);
      this.#state = 'metadata';
    } else if (this.#state === 'metadata') {
      // STREAMINFO is first; of it the longest frame is wanted, 3 bytes from byte 7 on, and the rate, 20 bits from 10 on.
      if (queue.length < (this.#sampleRateHz === 0 ? 4 + 18 : 4)) return false;
      const header = queue.uint32(0, false);
      const type = (header >>> 24) & 127;
      if (this.#sampleRateHz === 0) {
        if (type !== 0) throw invalidAudio('The FLAC file does not begin with its STREAMINFO.');
        this.#sampleRateHz = queue.uint32(4 + 10, false) >>> 12;
        checkSampleRate(this.#sampleRateHz);
        const longestFrame = queue.uint32(4 + 6, false) & 0xff_ffff;
        if (longestFrame > 0)
          this.#maxSilentBytes = Math.min(maxFrameBytes, longestFrame * 2 + pieceBytes * 4);
      }
      this.#isLastBlock = header >= 0x8000_0000;
      this.#take(4);
      this.#skipBytes = header & 0xff_ffff;
      this.#state = 'skip';
    } else {
      this.#skipBytes -= this.#take(this.#skipBytes);
      if (this.#skipBytes > 0) return false;
      this.#state = this.#state === 'tag' ? 'magic' : this.#isLastBlock ? 'audio' : 'metadata';
    }
    return true;
  }

  /** An ID3v2 tag has no place in FLAC, but some programs write one in front all the same. */
  #readTagHeader(): boolean {
    if (this.#queue.length < 10) return false;
    const header = this.#queue.peek(10);
    const hasFooter = (header[5] & 0x10) !== 0;
    // Four bytes of seven bits each.
    const bytes = header.subarray(6).reduce((size, byte) => size * 128 + (byte & 127), 0);
    this.#take(10);
    this.#skipBytes = bytes + (hasFooter ? 10 : 0);
    this.#state = 'tag';
    return true;
  }

  #take(count: number): number {
    const taken = this.#queue.take(count).length;
    this.#headerBytes += taken;
    if (this.#headerBytes > maxHeaderBytes) {
      throw invalidAudio(`The FLAC metadata is longer than ${maxHeaderBytes} bytes.`);
    }
    return taken;
  }
}

function countFrameSyncs(bytes: Uint8Array): number {
  let count = 0;
  for (let i = 0; i + 1 < bytes.length; i++) if (bytes[i] === 0xff && (bytes[i + 1] & 0xfe) === 0xf8) count++;
  return count;
}
