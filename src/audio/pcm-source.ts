import { isDeepStrictEqual } from 'node:util';
import type { SampleEncoding } from './audio-format.js';
import { invalidAudio, type SampleSink, type SampleSource } from './sample-source.js';
import { SoundingChannel } from './sounding-channel.js';

export interface SampleLayout {
  encoding: SampleEncoding;
  /** Bytes that one sample of one channel takes. */
  bytesPerSample: 1 | 2 | 3 | 4 | 8;
  channels: number;
  bigEndian: boolean;
}

type ReadSample = (view: DataView, offset: number) => number;

/** Largest number of samples that are emitted at once. */
const blockSamples = 16_384;

/** Floats are to be within +-1; a loud mix may go beyond it, but not so far. */
const farBeyond = 4;
/** So many samples that are not 0 tell their scale. */
const enoughSamples = 1_600;

/** Uncompressed samples, scaled to +-1: of several channels the one that {@link SoundingChannel} picks. */
export class PcmSource implements SampleSource {
  readonly #layout: SampleLayout;
  readonly #readSample: ReadSample;
  readonly #sounding = new SoundingChannel();
  readonly #frameBytes: number;
  readonly #sampleRateHz: number;
  /** A frame of which only the first bytes have come. */
  readonly #partial: Uint8Array;
  #partialBytes = 0;
  #nonZero = 0;
  #farBeyond = 0;

  constructor(layout: SampleLayout, sampleRateHz: number) {
    this.#layout = layout;
    this.#readSample = sampleReader(layout);
    this.#frameBytes = layout.bytesPerSample * layout.channels;
    this.#sampleRateHz = sampleRateHz;
    this.#partial = new Uint8Array(this.#frameBytes);
  }

  isOf(layout: SampleLayout, sampleRateHz: number): boolean {
    return isDeepStrictEqual(layout, this.#layout) && sampleRateHz === this.#sampleRateHz;
  }

  decode(chunk: Uint8Array, emit: SampleSink): void {
    let rest = chunk;
    if (this.#partialBytes > 0) {
      const missing = rest.subarray(0, this.#frameBytes - this.#partialBytes);
      this.#partial.set(missing, this.#partialBytes);
      this.#partialBytes += missing.length;
      rest = rest.subarray(missing.length);
      if (this.#partialBytes < this.#frameBytes) return;
      this.#emitFrames(this.#partial, emit);
    }
    const whole = rest.length - (rest.length % this.#frameBytes);
    this.#emitFrames(rest.subarray(0, whole), emit);
    this.#partial.set(rest.subarray(whole));
    this.#partialBytes = rest.length - whole;
  }

  /** Bytes of a frame that was cut off are dropped. */
  flush(): void {
    this.#partialBytes = 0;
  }

  #emitFrames(bytes: Uint8Array, emit: SampleSink): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const total = bytes.length / this.#frameBytes;
    for (let first = 0; first < total; first += blockSamples) {
      const count = Math.min(blockSamples, total - first);
      const channels = Array.from({ length: this.#layout.channels }, (_, channel) =>
        this.#readChannel(view, first * this.#frameBytes + channel * this.#layout.bytesPerSample, count),
      );
      const samples = this.#sounding.pick(channels);
      if (this.#layout.encoding === 'float') this.#checkScale(samples);
      emit(samples, this.#sampleRateHz);
    }
  }

  /** Clipped, samples of another scale would sound like words that nobody said. */
  #checkScale(samples: Float32Array): void {
    for (const sample of samples) {
      if (sample === 0) continue;
      this.#nonZero++;
      if (!(Math.abs(sample) <= farBeyond)) this.#farBeyond++;
    }
    if (this.#nonZero < enoughSamples || this.#farBeyond * 2 < this.#nonZero) return;
    throw invalidAudio(
      'Most of the float samples are far beyond -1 to 1. Divide them by their full scale (32768 for samples that were 16-bit integers), and check their byte order.',
    );
  }

  #readChannel(view: DataView, offset: number, count: number): Float32Array {
    const samples = new Float32Array(count);
    for (let i = 0, at = offset; i < count; i++, at += this.#frameBytes) {
      samples[i] = this.#readSample(view, at);
    }
    return samples;
  }
}

function sampleReader({ encoding, bytesPerSample, bigEndian }: SampleLayout): ReadSample {
  const little = !bigEndian;
  switch (`${encoding} ${bytesPerSample}`) {
    case 'unsigned-int 1':
      return (view, at) => (view.getUint8(at) - 128) / 128;
    case 'signed-int 1':
      return (view, at) => view.getInt8(at) / 128;
    case 'signed-int 2':
      return (view, at) => view.getInt16(at, little) / 32_768;
    case 'signed-int 3':
      return little
        ? (view, at) => (view.getInt8(at + 2) * 65_536 + view.getUint16(at, true)) / 8_388_608
        : (view, at) => (view.getInt8(at) * 65_536 + view.getUint16(at + 1, false)) / 8_388_608;
    case 'signed-int 4':
      return (view, at) => view.getInt32(at, little) / 2_147_483_648;
    case 'float 4':
      return (view, at) => view.getFloat32(at, little);
    case 'float 8':
      return (view, at) => view.getFloat64(at, little);
    case 'a-law 1':
      return (view, at) => aLaw[view.getUint8(at)];
    case 'mu-law 1':
      return (view, at) => muLaw[view.getUint8(at)];
    default:
      throw new Error(`no reader for ${encoding} of ${bytesPerSample} bytes`);
  }
}

/** ITU-T G.711: eight segments of sixteen steps, every second bit inverted. */
const aLaw = Float32Array.from({ length: 256 }, (_, code) => {
  const bits = code ^ 0x55;
  const segment = (bits >> 4) & 7;
  const step = ((bits & 15) << 4) + 8;
  const magnitude = segment === 0 ? step : (step + 256) << (segment - 1);
  return (bits & 0x80 ? magnitude : -magnitude) / 32_768;
});

/** ITU-T G.711: as A-law with a bias of 33 (132 at 16 bits), all bits inverted. */
const muLaw = Float32Array.from({ length: 256 }, (_, code) => {
  const bits = ~code & 255;
  const magnitude = ((((bits & 15) << 3) + 132) << ((bits >> 4) & 7)) - 132;
  return (bits & 0x80 ? -magnitude : magnitude) / 32_768;
});
