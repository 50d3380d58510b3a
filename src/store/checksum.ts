/** CRC-32 (IEEE 802.3, reflected polynomial 0xEDB88320), byte by byte. */
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) crc = (crc >>> 8) ^ table[(crc ^ bytes[i]) & 0xff];
  return (crc ^ 0xffffffff) >>> 0;
}

/** Puts the checksum of a text before it. LevelDB has checksums too, but its binding does not have them verified. */
export function seal(text: string): string {
  return checksum(text) + text;
}

/** @throws Error when the text is not the one that was sealed */
export function unseal(sealed: string): string {
  const text = sealed.slice(8);
  if (sealed.slice(0, 8) !== checksum(text)) throw new Error('the checksum does not match');
  return text;
}

function checksum(text: string): string {
  return crc32(Buffer.from(text)).toString(16).padStart(8, '0');
}
