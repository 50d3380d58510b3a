import { invalidAudio } from './sample-source.js';

/** Elements of Matroska and WebM that are read here (RFC 9559). */
export const elements = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  codecId: 0x86,
  codecPrivate: 0x63a2,
  audio: 0xe1,
  samplingFrequency: 0xb5,
  channels: 0x9f,
  bitDepth: 0x6264,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  discardPadding: 0x75a2,
} as const;

/** Characters of a name that a message shows; those of codecs are shorter. */
const mostShown = 40;

export interface ElementHeader {
  id: number;
  /** Undefined where the writer did not know it. */
  size: number | undefined;
  headerBytes: number;
}

/**
 * Reads an element's id and size (RFC 8794 section 4).
 * @returns undefined when more bytes are needed.
 * @throws EarshotError `invalid_audio`.
 */
export function elementHeader(bytes: Uint8Array): ElementHeader | undefined {
  if (bytes.length === 0) return undefined;
  const idBytes = Math.clz32(bytes[0]) - 23;
  if (idBytes > 4) throw invalidAudio('The WebM stream is damaged (no element where one should begin).');
  if (bytes.length <= idBytes) return undefined;
  const size = variableInteger(bytes, idBytes);
  if (!size) return undefined;
  let id = 0;
  for (let i = 0; i < idBytes; i++) id = id * 256 + bytes[i];
  return { id, size: size.isUnknown ? undefined : size.value, headerBytes: idBytes + size.length };
}

/** An EBML number: as many leading zero bits as further bytes. All ones means "unknown". */
export function variableInteger(
  bytes: Uint8Array,
  offset: number,
): { value: number; length: number; isUnknown: boolean } | undefined {
  if (offset >= bytes.length) return undefined;
  const length = Math.clz32(bytes[offset]) - 23;
  if (length > 8) throw invalidAudio('The WebM stream is damaged (a number of more than eight bytes).');
  if (offset + length > bytes.length) return undefined;
  const mask = 2 ** (8 - length) - 1;
  let value = bytes[offset] & mask;
  let isUnknown = value === mask;
  for (let i = 1; i < length; i++) {
    value = value * 256 + bytes[offset + i];
    isUnknown &&= bytes[offset + i] === 255;
  }
  return { value, length, isUnknown };
}

/** The elements inside a master element that has come whole. */
export function* childElements(bytes: Uint8Array): Generator<[id: number, body: Uint8Array]> {
  let position = 0;
  while (position < bytes.length) {
    const header = elementHeader(bytes.subarray(position));
    const end = position + (header?.headerBytes ?? 0) + (header?.size ?? Number.POSITIVE_INFINITY);
    if (!header || end > bytes.length)
      throw invalidAudio('The WebM stream is damaged (an element is longer than the one it is in).');
    yield [header.id, bytes.subarray(position + header.headerBytes, end)];
    position = end;
  }
}

/** An unsigned integer of zero to eight bytes. */
export function unsignedInteger(body: Uint8Array): number {
  if (body.length > 8)
    throw invalidAudio('The WebM stream is damaged (an integer of more than eight bytes).');
  return body.reduce((value, byte) => value * 256 + byte, 0);
}

/** A signed integer of zero to eight bytes, exact below 2^53. */
export function signedInteger(body: Uint8Array): number {
  const value = unsignedInteger(body);
  return body.length > 0 && body[0] >= 128 ? value - 256 ** body.length : value;
}

/** A float of zero, four or eight bytes. */
export function float(body: Uint8Array): number {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  if (body.length === 4) return view.getFloat32(0);
  if (body.length === 8) return view.getFloat64(0);
  if (body.length === 0) return 0;
  throw invalidAudio(`The WebM stream is damaged (a float of ${body.length} bytes).`);
}

/** A text element; the zeros that may fill it up, and what stands behind them, are no part of it (RFC 8794 section 13). */
export function ascii(body: Uint8Array): string {
  const end = body.indexOf(0);
  return Buffer.from(end < 0 ? body : body.subarray(0, end)).toString('latin1');
}

/** A name out of a file as it can stand in a message. */
export function shown(name: string): string {
  return name.slice(0, mostShown).replace(/[^ -~]/g, '?') + (name.length > mostShown ? '...' : '');
}
