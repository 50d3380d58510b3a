/** Of all sound in the benches, which is mono; other rates are converted when they are read. */
export const sampleRateHz = 16_000;

/** Samples of nominally +-1 as 16-bit integers, little endian; what is louder is clipped. */
export function toPcm16(samples: Float32Array): Buffer {
  const bytes = Buffer.alloc(samples.length * 2);
  for (let i = 0; i < samples.length; i++) {
    bytes.writeInt16LE(Math.max(-32_768, Math.min(32_767, Math.round(samples[i] * 32_768))), i * 2);
  }
  return bytes;
}

export function fromPcm16(bytes: Buffer): Float32Array {
  return Float32Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readInt16LE(index * 2) / 32_768);
}
