import { crc32 } from '../files/crc32.js';

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
