import { EarshotError } from '../errors.js';
import { checkChannels, checkSampleRate, type SampleEncoding } from './audio-format.js';
import { ByteQueue } from './byte-queue.js';
import { PcmSource, type SampleLayout } from './pcm-source.js';
import { invalidAudio, type SampleSink, type SampleSource } from './sample-source.js';

/** Lists, tags and pictures before the samples are read over, but not for ever. */
const maxHeaderBytes = 1_048_576;
/** The longest `fmt ` chunk in use is 40 bytes. */
const maxFormatBytes = 1_024;
const unknownLength = 0xffff_ffff;

/** Codecs by their tag in the `fmt ` chunk that are not decoded, for the message. */
const formatTags: Record<number, string> = {
  2: 'Microsoft ADPCM',
  17: 'IMA ADPCM',
  49: 'GSM 6.10',
  80: 'MPEG',
  85: 'MP3',
  255: 'AAC',
};

/**
 * Streaming RIFF/WAVE (also RIFX, RF64 and BW64): integer samples of 8 to 32 bits, float of 32 and 64, A-law, mu-law,
 * plain and WAVE_EXTENSIBLE. Chunks before the samples are read over, with their padding byte where there is one. A data
 * length of 0 or 0xFFFFFFFF, as written by programs that stream, means "to the end"; what comes after the data chunk is
 * ignored, and a data chunk that ends early is what came of it.
 */
export class WavSource implements SampleSource {
  readonly #queue = new ByteQueue();
  /** RIFX is RIFF with the more significant byte first, in header and samples. */
  #isLittle = true;
  #state: 'riff' | 'chunk' | 'skip' | 'padding' | 'data' | 'end' = 'riff';
  #headerBytes = 0;
  #skipBytes = 0;
  #isSkippedOdd = false;
  #dataBytes = 0;
  /** The 64-bit data length of RF64. */
  #longDataBytes: number | undefined;
  #samples: PcmSource | undefined;
  #bytesPerSample: number | undefined;

  get isComplete(): boolean {
    return this.#state === 'end';
  }

  /** Once the header told. */
  get bytesPerSample(): number | undefined {
    return this.#bytesPerSample;
  }

  decode(chunk: Uint8Array, emit: SampleSink): void {
    if (this.#state === 'data') {
      this.#decodeData(chunk, emit);
      return;
    }
    if (this.#state === 'end') return;
    this.#queue.push(chunk);
    while (this.#step());
    if (this.#atData()) this.#decodeData(this.#queue.take(this.#queue.length), emit);
  }

  flush(): void {
    if (this.#samples !== undefined && this.#atData()) return;
    if (this.#headerBytes + this.#queue.length > 0) {
      throw invalidAudio('The WAV file ends before its samples begin.');
    }
  }

  /** Apart from {@link decode}'s first test, so that the compiler does not narrow the state across `#step`. */
  #atData(): boolean {
    return this.#state === 'data' || this.#state === 'end';
  }

  #decodeData(chunk: Uint8Array, emit: SampleSink): void {
    const bytes = chunk.subarray(0, Math.min(chunk.length, this.#dataBytes));
    this.#dataBytes -= bytes.length;
    this.#samples?.decode(bytes, emit);
    if (this.#dataBytes === 0) this.#state = 'end';
  }

  /** Reads one element of the header; false when more bytes are needed or the samples have been reached. */
  #step(): boolean {
    switch (this.#state) {
      case 'riff':
        return this.#readRiff();
      case 'chunk':
        return this.#readChunk();
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
      default:
        return false;
    }
  }

  #readRiff(): boolean {
    if (this.#queue.length < 12) return false;
    const id = this.#queue.fourCc();
    if (!['RIFF', 'RIFX', 'RF64', 'BW64'].includes(id) || this.#queue.fourCc(8) !== 'WAVE') {
      throw invalidAudio('The audio is not a WAV file: it does not begin with RIFF....WAVE.');
    }
    this.#isLittle = id !== 'RIFX';
    this.#consume(12);
    this.#state = 'chunk';
    return true;
  }

  #readChunk(): boolean {
    if (this.#queue.length < 8) return false;
    const id = this.#queue.fourCc();
    const length = this.#queue.uint32(4, this.#isLittle);
    if (id === 'data') {
      this.#consume(8);
      this.#startData(length);
      return false;
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
    if (id === 'fmt ') this.#readFormat(length);
    else if (length >= 16) this.#longDataBytes = this.#queue.uint64(8, true);
    this.#skip(length);
    return true;
  }

  #startData(length: number): void {
    if (!this.#samples) throw invalidAudio('The WAV file has no "fmt " chunk before its samples.');
    const isStreamed = length === 0 || length === unknownLength;
    this.#dataBytes = isStreamed ? this.#longDataBytes || Number.POSITIVE_INFINITY : length;
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
    if (bytes > maxHeaderBytes) throw invalidAudio(`The WAV header is longer than ${maxHeaderBytes} bytes.`);
  }

  #readFormat(length: number): void {
    if (length < 16)
      throw invalidAudio(`The "fmt " chunk is ${length} bytes long; it must have at least 16.`);
    const queue = this.#queue;
    const isLittle = this.#isLittle;
    let tag = queue.uint16(0, isLittle);
    const channels = queue.uint16(2, isLittle);
    const sampleRateHz = queue.uint32(4, isLittle);
    const blockAlign = queue.uint16(12, isLittle);
    const bits = queue.uint16(14, isLittle);
    if (tag === 0xfffe) {
      if (length < 40) throw invalidAudio('The WAVE_EXTENSIBLE header is cut short.');
      // The sub-format is a GUID whose first two bytes are the format tag.
      tag = queue.uint16(24, isLittle);
    }
    checkChannels(channels);
    checkSampleRate(sampleRateHz);
    const layout = sampleLayout(tag, bits, channels, blockAlign);
    this.#bytesPerSample = layout.bytesPerSample;
    this.#samples = new PcmSource({ ...layout, bigEndian: !isLittle }, sampleRateHz);
  }
}

/** Samples are left-justified in whole bytes, so that 20 bits in 3 bytes read as 24. */
function sampleLayout(
  tag: number,
  bits: number,
  channels: number,
  blockAlign: number,
): Omit<SampleLayout, 'bigEndian'> {
  const encoding = sampleEncoding(tag, bits);
  const bytesPerSample = Math.ceil(bits / 8);
  if (blockAlign !== bytesPerSample * channels) {
    throw invalidAudio(`A frame of ${channels} times ${bits} bits cannot be ${blockAlign} bytes long.`);
  }
  const allowed: Record<SampleEncoding, number[]> = {
    'unsigned-int': [1],
    'signed-int': [2, 3, 4],
    float: [4, 8],
    'a-law': [1],
    'mu-law': [1],
  };
  if (!allowed[encoding].includes(bytesPerSample)) {
    throw unsupportedCodec(`${bits} bits of ${encoding}`);
  }
  return {
    encoding,
    bytesPerSample: bytesPerSample as SampleLayout['bytesPerSample'],
    channels,
  };
}

function sampleEncoding(tag: number, bits: number): SampleEncoding {
  switch (tag) {
    case 1:
      return bits <= 8 ? 'unsigned-int' : 'signed-int';
    case 3:
      return 'float';
    case 6:
      return 'a-law';
    case 7:
      return 'mu-law';
    default:
      throw unsupportedCodec(formatTags[tag] ?? `format tag 0x${tag.toString(16).padStart(4, '0')}`);
  }
}

function unsupportedCodec(what: string): EarshotError {
  return new EarshotError(
    'unsupported_media_type',
    `The WAV file contains ${what}, which is not supported; use PCM of 8 to 32 bits, float, A-law or mu-law.`,
  );
}
