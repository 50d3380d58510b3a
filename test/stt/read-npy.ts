import { readFileSync } from 'node:fs';

/** The values of a NumPy file of single precision. */
export function readNpy(path: string): Float32Array {
  const bytes = readFileSync(path);
  const start = 10 + bytes.readUInt16LE(8);
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset + start, bytes.byteOffset + bytes.length));
}
