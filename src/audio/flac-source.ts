import { FLACDecoder } from '@wasm-audio-decoders/flac';
import { checkSampleRate } from './audio-format.js';
import { ByteQueue } from './byte-queue.js';
import { type FlacFrame, FlacFrames } from './flac-frames.js';
import { invalidAudio, type SampleSink, type SampleSource } from './sample-source.js';
import { SoundingChannel } from './sounding-channel.js';
import { Timeline } from './timeline.js';
import { callAsyncDecoder } from './wasm-decoder.js';

/** Metadata before the audio, pictures included. */
const maxHeaderBytes = 4_194_304;
/**
 * Where STREAMINFO does not say it. No frame of an encoder's presets comes near: 16,384 samples of 24 bits on two
 * channels are 98 kB.
 */
const maxFrameBytes = 131_072;
/** That a frame does not go on from the last one, which it need not. */
const gapReport = /STATUS_MISSING_FRAME/;
/** Numbers of frames are exact. */
const minGapSeconds = 0.001;

/**
 * Native FLAC (RFC 9639), its frames decoded by libFLAC in WebAssembly, files one behind the other too. Silence takes the
 * place of frames that are damaged. ID3 tags in front and behind are passed over.
 */
export class FlacSource implements SampleSource {
  readonly #decoder: FLACDecoder;
  readonly #queue = new ByteQueue();
  readonly #timeline = new Timeline(minGapSeconds, true);
  #sounding = new SoundingChannel();
  #state: 'magic' | 'tag' | 'metadata' | 'skip' | 'audio' = 'magic';
  #headerBytes = 0;
  #skipBytes = 0;
  #isLastBlock = false;
  #sampleRateHz = 0;
  #longestFrame = maxFrameBytes;
  /** Samples of all frames but the last, where frames are numbered. */
  #blockSamples = 0;
  #frames = new FlacFrames(maxFrameBytes);
  #hasFrameBytes = false;
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
    let rest: Uint8Array | undefined = chunk;
    while (rest) {
      rest = this.#state === 'audio' ? await this.#decodeFrames(rest, emit) : this.#decodeHeader(rest);
    }
  }

  async flush(emit: SampleSink): Promise<void> {
    if (this.#headerBytes + this.#queue.length === 0) return;
    if (this.#state !== 'audio') {
      if (this.#hasSamples) return;
      throw invalidAudio('The FLAC file ends before its samples begin.');
    }
    if (!this.#hasFrameBytes) return;
    for (const frame of this.#frames.finish()) await this.#decodeFrame(frame, emit);
    if (!this.#hasSamples) throw invalidAudio('The FLAC file has no complete frame.');
  }

  free(): void {
    this.#decoder.free();
  }

  /** @returns What belongs to the next file, if it has begun. */
  async #decodeFrames(bytes: Uint8Array, emit: SampleSink): Promise<Uint8Array | undefined> {
    this.#hasFrameBytes ||= bytes.length > 0;
    for (const frame of this.#frames.read(bytes)) await this.#decodeFrame(frame, emit);
    const next = this.#frames.takeNextStream();
    if (next) {
      this.#state = 'magic';
      this.#headerBytes = 0;
      this.#sampleRateHz = 0;
    }
    return next;
  }

  async #decodeFrame(
    { bytes, number, isSampleNumber, blockSamples }: FlacFrame,
    emit: SampleSink,
  ): Promise<void> {
    this.#blockSamples = Math.max(this.#blockSamples, blockSamples);
    const start = isSampleNumber ? number : number * this.#blockSamples;
    const rateHz = this.#sampleRateHz;
    this.#timeline.reach(start / rateHz, rateHz, emit);
    const { channelData } = await callAsyncDecoder(
      'FLAC',
      () => this.#decoder.decodeFrames([bytes]),
      gapReport,
    );
    this.#hasSamples = true;
    this.#timeline.advance(channelData[0].length, rateHz);
    emit(this.#sounding.pick(channelData), rateHz);
  }

  /** @returns What is behind the header, once that is whole. */
  #decodeHeader(bytes: Uint8Array): Uint8Array | undefined {
    this.#queue.push(bytes);
    while (this.#state !== 'audio' && this.#readHeader());
    if (this.#state !== 'audio') return undefined;
    this.#frames = new FlacFrames(this.#longestFrame);
    this.#blockSamples = 0;
    this.#sounding = new SoundingChannel();
    this.#timeline.restart();
    return this.#queue.take(this.#queue.length);
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
        this.#longestFrame = longestFrame > 0 ? Math.min(maxFrameBytes, longestFrame) : maxFrameBytes;
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
