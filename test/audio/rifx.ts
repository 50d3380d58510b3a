/** The same WAV file of 16-bit samples with the more significant byte first. */
export function toRifx(little: Buffer): Buffer {
  const big = Buffer.from(little);
  big.write('RIFX', 'latin1');
  big.subarray(4, 8).swap32();
  for (let at = 12; at < big.length; ) {
    const length = big.readUInt32LE(at + 4);
    big.subarray(at + 4, at + 8).swap32();
    const body = big.subarray(at + 8, at + 8 + length);
    if (big.toString('latin1', at, at + 4) === 'fmt ') {
      body.subarray(0, 4).swap16();
      body.subarray(4, 12).swap32();
      body.subarray(12, 16).swap16();
    } else body.swap16();
    at += 8 + length;
  }
  return big;
}
