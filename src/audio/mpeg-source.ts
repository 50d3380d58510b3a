import { MPEGDecoder } from 'mpg123-decoder';
import { ByteQueue } from './byte-queue.js';
import { invalidAudio, type SampleSink, type SampleSource } from './sample-source.js';
import { SoundingChannel } from './sounding-channel.js';
import { callDecoder } from './wasm-decoder.js';

/** Tags before the audio, or behind it, pictures included. */
const maxTagBytes = 4_194_304;
/** Layer III frames are under 1,500 bytes; this much without a sample is no MPEG audio. */
const maxSilentBytes = 65_536;
/**
 * So few that hardly ever two frames end within them: a call tells one rate for all that it decodes. It cannot decode much
 * then, either. They are counted from the beginning, however the stream is cut.
 */
const pieceBytes = 64;

/** MPEG audio (MP3), decoded by mpg123 in WebAssembly, encoder delay and padding cut off where the file tells them. */
export class MpegSource implements SampleSource {
  readonly #decoder: MPEGDecoder;
  readonly #sounding = new SoundingChannel();
  readonly #queue = new ByteQueue();
  #bytes = 0;
  /** Bytes since the last sample came out. */
  #silentBytes = 0;
  #hasSamples = false;
  #maxSilentBytes = maxSilentBytes;
  #head: number[] = [];

  private constructor(decoder: MPEGDecoder) {
    this.#decoder = decoder;
  }

  static async create(): Promise<MpegSource> {
    const decoder = new MPEGDecoder();
    await decoder.ready;
    return new MpegSource(decoder);
  }

  decode(chunk: Uint8Array, emit: SampleSink): void {
    this.#noteHead(chunk);
    this.#queue.push(chunk);
    while (this.#queue.length >= pieceBytes) this.#decodePiece(this.#queue.take(pieceBytes), emit);
  }

  flush(emit: SampleSink): void {
    this.#decodePiece(this.#queue.take(pieceBytes), emit);
    if (this.#bytes > 0 && !this.#hasSamples) throw invalidAudio('The MPEG audio has no complete frame.');
  }

  free(): void {
    this.#decoder.free();
  }

  #decodePiece(piece: Uint8Array, emit: SampleSink): void {
    const { channelData, sampleRate } = callDecoder('MPEG', () => this.#decoder.decode(piece));
    this.#bytes += piece.length;
    this.#silentBytes += piece.length;
    if (channelData[0].length > 0) {
      this.#silentBytes = 0;
      this.#hasSamples = true;
      this.#maxSilentBytes = maxTagBytes;
      emit(this.#sounding.pick(channelData), sampleRate);
    }
    if (this.#silentBytes > this.#maxSilentBytes) {
      throw invalidAudio(`There is no MPEG audio in ${this.#silentBytes} bytes.`);
    }
  }

  /** Only an ID3 tag may be long before the first frame. */
  #noteHead(chunk: Uint8Array): void {
    if (this.#head.length >= 3) return;
    this.#head.push(...chunk.subarray(0, 3 - this.#head.length));
    if (String.fromCharCode(...this.#head) === 'ID3') this.#maxSilentBytes = maxTagBytes;
  }
}
