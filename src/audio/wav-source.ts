import { ByteQueue } from './byte-queue.js';
import { PcmSource } from './pcm-source.js';
import { invalidAudio, type SampleSink, type SampleSource } from './sample-source.js';
import { parseWavFormat, type WavFormat } from './wav-format.js';

/** Lists, tags and pictures before the samples are read over, but not for ever. */
const maxHeaderBytes = 1_048_576;
/** The longest `fmt ` chunk in use is 40 bytes. */
const maxFormatBytes = 1_024;
const unknownLength = 0xffff_ffff;
const riffIds: readonly string[] = ['RIFF', 'RIFX', 'RF64', 'BW64'];

/**
 * Streaming RIFF/WAVE (also RIFX, RF64 and BW64): integer samples of 8 to 32 bits, float of 32 and 64, A-law, mu-law,
 * plain and WAVE_EXTENSIBLE. Chunks before and behind the samples are read over, with their padding byte where there is
 * one. A data length of 0 or 0xFFFFFFFF, as written by programs that stream, means "to the end", and a data chunk that
 * ends early is what came of it. Files may stand one behind the other, as recorders write them that give every second
 * as a file of its own.
 */
export class WavSource implements SampleSource {
  readonly #queue = new ByteQueue();
  /** RIFX is RIFF with the more significant byte first, in header and samples. */
  #isLittle = true;
  #state: 'riff' | 'chunk' | 'skip' | 'padding' | 'data' = 'riff';
  #headerBytes = 0;
  #skipBytes = 0;
  #isSkippedOdd = false;
  /** Of the data chunk: all of them, and those that have not come. */
  #dataLength = 0;
  #dataBytes = 0;
  #isBehindData = false;
  #hasData = false;
  /** The 64-bit data length of RF64. */
  #longDataBytes: number | undefined;
  #format: WavFormat | undefined;
  #samples: PcmSource | undefined;

  get isComplete(): boolean {
    return this.#isBehindData;
  }

  /** Once the header told. */
  get bytesPerSample(): number | undefined {
    return this.#format?.layout.bytesPerSample;
  }

  decode(chunk: Uint8Array, emit: SampleSink): void {
    if (this.#state === 'data') this.#queue.push(this.#decodeData(chunk, emit));
    else this.#queue.push(chunk);
    while (this.#step(emit));
  }

  flush(): void {
    if (this.#hasData) return;
    if (this.#headerBytes + this.#queue.length > 0) {
      throw invalidAudio('The WAV file ends before its samples begin.');
    }
  }

  /** @returns What comes behind the samples. */
  #decodeData(chunk: Uint8Array, emit: SampleSink): Uint8Array {
    const bytes = chunk.subarray(0, Math.min(chunk.length, this.#dataBytes));
    this.#dataBytes -= bytes.length;
    this.#samples?.decode(bytes, emit);
    if (this.#dataBytes === 0) {
      this.#isBehindData = true;
      this.#state = this.#dataLength % 2 === 1 ? 'padding' : 'chunk';
    }
    return chunk.subarray(bytes.length);
  }

  /** Reads one element; false when more bytes are needed. */
  #step(emit: SampleSink): boolean {
    switch (this.#state) {
      case 'riff':
        return this.#readRiff();
      case 'chunk':
        return this.#isBehindData ? this.#readTrailer() : this.#readChunk();
      case 'skip': {
        const skipped = this.#consume(this.#skipBytes);
        this.#skipBytes -= skipped;
        if (this.#skipBytes > 0) return false;
        this.#state = this.#isSkippedOdd ? 'padding' : 'chunk';
        return true;
      }
      case 'padding':
        if (this.#queue.length === 0) return false;
        // Some programs leave it out; no chunk's name begins with a zero.
        if (this.#queue.uint8() === 0) this.#consume(1);
        this.#state = 'chunk';
        return true;
      case 'data':
        if (this.#queue.length === 0) return false;
        this.#decodeData(this.#queue.take(Math.min(this.#queue.length, this.#dataBytes)), emit);
        return true;
    }
  }

  #readRiff(): boolean {
    if (this.#queue.length < 12) return false;
    const id = this.#queue.fourCc();
    if (!riffIds.includes(id) || this.#queue.fourCc(8) !== 'WAVE') {
      throw invalidAudio('The audio is not a WAV file: it does not begin with RIFF....WAVE.');
    }
    this.#isLittle = id !== 'RIFX';
    this.#consume(12);
    this.#state = 'chunk';
    return true;
  }

  /** Of what is behind the samples only another file matters. */
  #readTrailer(): boolean {
    if (this.#queue.length < 8) return false;
    if (riffIds.includes(this.#queue.fourCc())) {
      if (this.#queue.length < 12) return false;
      if (this.#queue.fourCc(8) === 'WAVE') {
        this.#isBehindData = false;
        this.#headerBytes = 0;
        this.#longDataBytes = undefined;
        this.#format = undefined;
        return this.#readRiff();
      }
    }
    const length = this.#queue.uint32(4, this.#isLittle);
    this.#consume(8);
    this.#skip(length);
    return true;
  }

  #readChunk(): boolean {
    if (this.#queue.length < 8) return false;
    const id = this.#queue.fourCc();
    const length = this.#queue.uint32(4, this.#isLittle);
    if (id === 'data') {
      this.#consume(8);
      this.#startData(length);
      return true;
    }
    if (id !== 'fmt ' && id !== 'ds64') {
      this.#checkLength(id, length, maxHeaderBytes);
      this.#consume(8);
      this.#skip(length);
      return true;
    }
    this.#checkLength(id, length, maxFormatBytes);
    if (this.#queue.length < 8 + length) return false;
    this.#consume(8);
    if (id === 'fmt ') this.#setFormat(parseWavFormat(this.#queue.peek(length), this.#isLittle));
    else if (length >= 16) this.#longDataBytes = this.#queue.uint64(8, true);
    this.#skip(length);
    return true;
  }

  /** A file of the same format goes on with the channel that the one before was heard on. */
  #setFormat(format: WavFormat): void {
    this.#format = format;
    const { layout, sampleRateHz } = format;
    if (!this.#samples?.isOf(layout, sampleRateHz)) this.#samples = new PcmSource(layout, sampleRateHz);
    this.#samples.flush();
  }

  #startData(length: number): void {
    if (!this.#format) throw invalidAudio('The WAV file has no "fmt " chunk before its samples.');
    const isStreamed = length === 0 || length === unknownLength;
    this.#dataLength = isStreamed ? this.#longDataBytes || Number.POSITIVE_INFINITY : length;
    this.#dataBytes = this.#dataLength;
    this.#hasData = true;
    this.#state = 'data';
  }

  #checkLength(id: string, length: number, most: number): void {
    if (length <= most) return;
    const name = id.replace(/[^\x20-\x7e]/g, '?');
    throw invalidAudio(
      `The WAV file is damaged: before its samples is a chunk "${name}" of ${length} bytes, where ${most} are the most that is read.`,
    );
  }

  #skip(length: number): void {
    this.#skipBytes = length;
    this.#isSkippedOdd = length % 2 === 1;
    this.#checkHeader(this.#headerBytes + this.#skipBytes);
    this.#state = 'skip';
  }

  #consume(count: number): number {
    const taken = this.#queue.take(count).length;
    this.#headerBytes += taken;
    this.#checkHeader(this.#headerBytes);
    return taken;
  }

  #checkHeader(bytes: number): void {
    if (this.#isBehindData || bytes <= maxHeaderBytes) return;
    throw invalidAudio(`The WAV header is longer than ${maxHeaderBytes} bytes.`);
  }
}
