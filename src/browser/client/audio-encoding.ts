export type AudioEncoding = 'float' | 'signed-int';

const bytesPerSample = { float: 4, 'signed-int': 2 } as const;

/** The media type of what `encodeAudio` makes. */
export function audioMimeType(encoding: AudioEncoding, sampleRateHz: number): string {
  return `audio/pcm;bits=${bytesPerSample[encoding] * 8};rate=${sampleRateHz};encoding=${encoding};channels=1;big-endian=false`;
}

/** How many samples fit into a frame of `bufferBytes`, at least one render block's worth (128). */
export function chunkSamples(encoding: AudioEncoding, bufferBytes: number): number {
  return Math.max(128, Math.floor(bufferBytes / bytesPerSample[encoding]));
}

/** Little-endian samples, as every browser's platform has them. */
export function encodeAudio(encoding: AudioEncoding, samples: Float32Array): ArrayBufferView {
  if (encoding === 'float') return samples;
  return Int16Array.from(samples, (sample) => Math.max(-32768, Math.min(32767, Math.round(sample * 32768))));
}

/** What a meter shows as nothing, in decibels of full scale. */
const meterFloorDb = -60;

/** Loudness of a chunk as a meter shows it: 0 at -60 dBFS and below, 1 at full scale. */
export function audioLevel(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const decibels = 10 * Math.log10(sum / Math.max(1, samples.length) + 1e-12);
  return Math.max(0, Math.min(1, 1 - decibels / meterFloorDb));
}
