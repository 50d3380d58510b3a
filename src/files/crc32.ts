import * as zlib from 'node:zlib';

/** Twenty times as fast as the table, from Node 20.15 on. */
const native = (zlib as { crc32?: (bytes: Uint8Array) => number }).crc32;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32 (IEEE 802.3, reflected polynomial 0xEDB88320). */
export function crc32(bytes: Uint8Array): number {
  if (native) return native(bytes);
  let crc = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) crc = (crc >>> 8) ^ table[(crc ^ bytes[i]) & 0xff];
  return (crc ^ 0xffffffff) >>> 0;
}
