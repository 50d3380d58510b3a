/**
 * 16-bit mono sound of 16 kHz behind a WAV header that tells no length, as of a program that cannot go back to it.
 * @param formatBytes of the format chunk: both are in use
 */
export function streamedWav(pcm: Buffer, formatBytes: 16 | 18): Buffer {
  const header = Buffer.alloc(28 + formatBytes);
  header.write('RIFF\xff\xff\xff\xffWAVEfmt ', 0, 'latin1');
  header.writeUInt32LE(formatBytes, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(16_000, 24);
  header.writeUInt32LE(32_000, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data\xff\xff\xff\xff', 20 + formatBytes, 'latin1');
  return Buffer.concat([header, pcm]);
}

/** The same sound as a file, whose header tells its length. */
export function wavFile(pcm: Buffer): Buffer {
  const file = streamedWav(pcm, 16);
  file.writeUInt32LE(file.length - 8, 4);
  file.writeUInt32LE(pcm.length, 40);
  return file;
}
