import { crcTable } from './crc-table.js';

/** A frame header is as long at most (RFC 9639 section 9.1). */
export const maxFlacHeaderBytes = 16;

export interface FlacHeader {
  /** Samples of each channel. */
  blockSamples: number;
  /** Of the frame, or of its first sample. */
  number: number;
  isSampleNumber: boolean;
}

/** Polynomial x^8 + x^2 + x + 1, most significant bit first. */
const headerTable = crcTable(8, 0x07);

/** The header of the frame that begins at a place, by its checksum; undefined where none begins or it is not whole. */
export function flacHeaderAt(bytes: Uint8Array, start: number): FlacHeader | undefined {
  const header = bytes.subarray(start, start + maxFlacHeaderBytes);
  if (header[0] !== 0xff || (header[1] & 0xfe) !== 0xf8) return undefined;
  const [sizeCode, rateCode] = [header[2] >> 4, header[2] & 15];
  const [channelCode, bitsCode] = [header[3] >> 4, (header[3] >> 1) & 7];
  const isReserved = sizeCode === 0 || rateCode === 15 || channelCode > 10 || bitsCode === 3;
  if (isReserved || (header[3] & 1) !== 0) return undefined;
  const coded = codedNumber(header.subarray(4));
  if (!coded) return undefined;
  let at = 4 + coded.length;
  let blockSamples = sizeCode < 6 ? 144 << sizeCode : 1 << sizeCode;
  if (sizeCode === 1) blockSamples = 192;
  if (sizeCode === 6) blockSamples = header[at++] + 1;
  if (sizeCode === 7) blockSamples = header[at++] * 256 + header[at++] + 1;
  if (rateCode >= 12) at += rateCode === 12 ? 1 : 2;
  if (at >= header.length) return undefined;
  let checksum = 0;
  for (let i = 0; i < at; i++) checksum = headerTable[checksum ^ header[i]];
  if (checksum !== header[at]) return undefined;
  return { blockSamples, number: coded.value, isSampleNumber: (header[1] & 1) !== 0 };
}

/** A number of up to 36 bits, written as UTF-8 writes characters. */
function codedNumber(bytes: Uint8Array): { value: number; length: number } | undefined {
  const [first] = bytes;
  const ones = Math.clz32(~(first << 24));
  if (ones === 1 || ones > 7 || bytes.length < Math.max(1, ones)) return undefined;
  if (ones === 0) return { value: first, length: 1 };
  let value = first & (0x7f >> ones);
  for (const byte of bytes.subarray(1, ones)) {
    if (byte >> 6 !== 2) return undefined;
    value = value * 64 + (byte & 63);
  }
  return { value, length: ones };
}
