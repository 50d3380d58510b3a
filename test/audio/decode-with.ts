import type { AudioDecoder } from '../../src/audio/audio-decoder.js';
import { joinFloats } from '../../src/audio/join-floats.js';

/**
 * Samples of a whole recording, given in pieces of these lengths and then the rest. Every piece is a copy that is
 * overwritten once it is taken, so that a decoder that keeps a reference to it is found out; the decoder is closed, twice.
 */
export async function decodeWith(
  decoder: AudioDecoder,
  bytes: Uint8Array,
  pieces: readonly number[] = [],
): Promise<Float32Array> {
  const out: Float32Array[] = [];
  let position = 0;
  try {
    for (const length of [...pieces, bytes.length]) {
      const chunk = Uint8Array.from(bytes.subarray(position, position + length));
      out.push(await decoder.decode(chunk));
      chunk.fill(0xaa);
      position = Math.min(bytes.length, position + length);
    }
    out.push(await decoder.flush());
  } finally {
    decoder.close();
    decoder.close();
  }
  return joinFloats(out);
}
