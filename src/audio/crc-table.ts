/**
 * What each byte adds to a cyclic redundancy check, most significant bit first, nothing inverted.
 *
 * @param bits 8, 16 or 32.
 */
export function crcTable(bits: 8 | 16 | 32, polynomial: number): Uint32Array {
  const top = 1 << (bits - 1);
  const mask = bits === 32 ? -1 : (1 << bits) - 1;
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte << (bits - 8);
    for (let bit = 0; bit < 8; bit++) value = value & top ? (value << 1) ^ polynomial : value << 1;
    return value & mask;
  });
}
