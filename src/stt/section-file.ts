import { EarshotError } from '../errors.js';
import { align, alignment } from '../files/align.js';
import { crc32 } from '../files/crc32.js';
import { restoreModel } from './restore-model.js';

/**
 * The container of our binary model files (lexicon, language model, grapheme-to-phone model).
 *
 * Little-endian. Header of 24 bytes: `EARS`, four letters for the kind, u32 version, u32 number of sections, u32
 * CRC-32 of everything after the header, u32 file length. Then one entry of 16 bytes per section: name (8 ASCII bytes,
 * padded with NUL), u32 offset, u32 length in bytes. Sections start at multiples of 8, so that typed arrays view them
 * in place: a file read into a SharedArrayBuffer serves every thread without a copy.
 */
const headerBytes = 24;
const entryBytes = 16;
const magic = 0x53524145; // "EARS"

export type SectionArray = Uint8Array | Uint16Array | Uint32Array | Float32Array;

/** @returns The bytes of a file that {@link openSectionFile} reads. */
export function writeSectionFile(kind: string, version: number, sections: Record<string, SectionArray>) {
  const names = Object.keys(sections);
  let length = headerBytes + names.length * entryBytes;
  const offsets = names.map((name) => {
    const offset = align(length);
    length = offset + sections[name].byteLength;
    return offset;
  });
  length = align(length);
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  names.forEach((name, index) => {
    const section = sections[name];
    const entry = headerBytes + index * entryBytes;
    writeAscii(bytes, entry, name, 8);
    view.setUint32(entry + 8, offsets[index], true);
    view.setUint32(entry + 12, section.byteLength, true);
    bytes.set(new Uint8Array(section.buffer, section.byteOffset, section.byteLength), offsets[index]);
  });
  view.setUint32(0, magic, true);
  writeAscii(bytes, 4, kind, 4);
  view.setUint32(8, version, true);
  view.setUint32(12, names.length, true);
  view.setUint32(16, crc32(bytes.subarray(headerBytes)), true);
  view.setUint32(20, length, true);
  return bytes;
}

/** Typed views on the sections of one file. Views share the file's buffer. */
export class SectionFile {
  constructor(
    private readonly bytes: Uint8Array,
    private readonly entries: ReadonlyMap<string, { offset: number; length: number }>,
    private readonly label: string,
  ) {}

  u8(name: string): Uint8Array {
    const { offset, length } = this.entry(name, 1);
    return new Uint8Array(this.bytes.buffer, offset, length);
  }
  u16(name: string): Uint16Array {
    const { offset, length } = this.entry(name, 2);
    return new Uint16Array(this.bytes.buffer, offset, length / 2);
  }
  u32(name: string): Uint32Array {
    const { offset, length } = this.entry(name, 4);
    return new Uint32Array(this.bytes.buffer, offset, length / 4);
  }
  f32(name: string): Float32Array {
    const { offset, length } = this.entry(name, 4);
    return new Float32Array(this.bytes.buffer, offset, length / 4);
  }

  private entry(name: string, elementBytes: number) {
    const entry = this.entries.get(name);
    if (!entry || entry.length % elementBytes !== 0) {
      throw corrupt(this.label, `its section ${name} is ${entry ? 'of a wrong length' : 'missing'}`);
    }
    return { offset: this.bytes.byteOffset + entry.offset, length: entry.length };
  }
}

/**
 * Checks a file and gives access to its sections. The bytes are not copied unless they start at an odd address.
 *
 * @param label What the file is called in an error message.
 * @throws EarshotError `model_corrupt` when the bytes are not an intact file of this kind and version.
 */
export function openSectionFile(
  input: Uint8Array,
  kind: string,
  version: number,
  label: string,
): SectionFile {
  const bytes = input.byteOffset % alignment === 0 ? input : input.slice();
  if (bytes.length < headerBytes) throw corrupt(label, `it has ${bytes.length} bytes only`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const foundKind = readAscii(bytes, 4, 4);
  if (view.getUint32(0, true) !== magic || foundKind !== kind) {
    throw corrupt(label, `it does not start as a file of the kind ${kind}`);
  }
  const foundVersion = view.getUint32(8, true);
  if (foundVersion !== version) {
    throw corrupt(label, `it has format version ${foundVersion} and this program reads ${version}`);
  }
  const length = view.getUint32(20, true);
  if (length !== bytes.length) throw corrupt(label, `it has ${bytes.length} bytes instead of ${length}`);
  if (view.getUint32(16, true) !== crc32(bytes.subarray(headerBytes))) {
    throw corrupt(label, 'its checksum does not fit');
  }
  const count = view.getUint32(12, true);
  if (headerBytes + count * entryBytes > length) throw corrupt(label, 'its table of sections is cut off');
  const entries = new Map<string, { offset: number; length: number }>();
  for (let index = 0; index < count; index++) {
    const at = headerBytes + index * entryBytes;
    const entry = { offset: view.getUint32(at + 8, true), length: view.getUint32(at + 12, true) };
    if (entry.offset % alignment !== 0 || entry.offset + entry.length > length) {
      throw corrupt(label, 'a section lies outside the file');
    }
    entries.set(readAscii(bytes, at, 8), entry);
  }
  return new SectionFile(bytes, entries, label);
}

/** The error for a model file whose content cannot be used; says how to put it right. */
export function corrupt(label: string, reason: string): EarshotError {
  return new EarshotError(
    'model_corrupt',
    `The model file ${label} cannot be used: ${reason}. ${restoreModel}`,
  );
}

function writeAscii(bytes: Uint8Array, at: number, text: string, length: number) {
  if (text.length > length) throw new RangeError(`"${text}" has more than ${length} letters`);
  for (let index = 0; index < text.length; index++) bytes[at + index] = text.charCodeAt(index);
}

function readAscii(bytes: Uint8Array, at: number, length: number) {
  let text = '';
  for (let index = at; index < at + length && bytes[index] !== 0; index++)
    text += String.fromCharCode(bytes[index]);
  return text;
}
