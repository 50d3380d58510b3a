import fc from 'fast-check';
import { createAudioDecoder } from '../../src/audio/audio-decoder.js';
import type { AudioFormat } from '../../src/audio/audio-format.js';
import { decodeWith } from './decode-with.js';

/** Samples of a whole recording, by {@link decodeWith}. */
export async function decode(
  format: AudioFormat,
  bytes: Uint8Array,
  pieces?: readonly number[],
): Promise<Float32Array> {
  return decodeWith(await createAudioDecoder(format), bytes, pieces);
}

/** A sound of which every sample differs from its neighbours. */
const ramp = Array.from({ length: 300 }, (_, n) => Math.sin(n * 0.21) * (n / 320));

/** Writes one sample of each kind the way the formats define it; the decoders' inverse, written apart from them. */
export const writers: Record<
  string,
  { bytes: number; write: (b: Buffer, v: number, at: number, big: boolean) => void }
> = {
  'int 1': { bytes: 1, write: (b, v, at) => b.writeInt8(Math.round(v * 127), at) },
  'uint 1': { bytes: 1, write: (b, v, at) => b.writeUInt8(Math.round(v * 127) + 128, at) },
  'int 2': {
    bytes: 2,
    write: (b, v, at, big) => (big ? b.writeInt16BE : b.writeInt16LE).call(b, Math.round(v * 32_767), at),
  },
  'int 3': {
    bytes: 3,
    write: (b, v, at, big) => (big ? b.writeIntBE : b.writeIntLE).call(b, Math.round(v * 8_388_607), at, 3),
  },
  'int 4': {
    bytes: 4,
    write: (b, v, at, big) =>
      (big ? b.writeInt32BE : b.writeInt32LE).call(b, Math.round(v * 2_147_483_647), at),
  },
  'float 4': { bytes: 4, write: (b, v, at, big) => (big ? b.writeFloatBE : b.writeFloatLE).call(b, v, at) },
  'float 8': { bytes: 8, write: (b, v, at, big) => (big ? b.writeDoubleBE : b.writeDoubleLE).call(b, v, at) },
};

/** Interleaves the ramp with other channels that hold something else. */
export function pcmBytes(kind: string, channels = 1, bigEndian = false): Buffer {
  const { bytes, write } = writers[kind];
  const out = Buffer.alloc(ramp.length * channels * bytes);
  ramp.forEach((value, n) => {
    for (let channel = 0; channel < channels; channel++) {
      write(out, channel === 0 ? value : -0.5, (n * channels + channel) * bytes, bigEndian);
    }
  });
  return out;
}

export function worstDifference(samples: Float32Array, expected: readonly number[] = ramp): number {
  if (samples.length !== expected.length) return Number.POSITIVE_INFINITY;
  return expected.reduce((most, value, n) => Math.max(most, Math.abs(samples[n] - value)), 0);
}

/** By bytes of a sample: how far a decoded one may be off. */
export const quantisation: Record<number, number> = { 1: 0.02, 2: 1e-4, 3: 1e-6, 4: 1e-6, 8: 1e-6 };
/** Lengths to cut bytes into. */
export const pieces = fc.array(fc.oneof(fc.constant(1), fc.integer({ min: 0, max: 90 })), { maxLength: 60 });
