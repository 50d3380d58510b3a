import { DefaultDeserializer, DefaultSerializer } from 'node:v8';
import { align, alignment } from './align.js';

const arrayTypes = [
  Int8Array,
  Uint8Array,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
] as const;

type NumberArray = InstanceType<(typeof arrayTypes)[number]>;

/**
 * Data as bytes: numbers, texts, lists, maps, sets and typed arrays, without classes of ours. First eight bytes for the
 * length of what follows, the data in V8's form, then all typed arrays, each at a multiple of eight. So they are viewed
 * in place, and threads that share the bytes share the arrays; `serialize` of Node.js puts them anywhere, and each that
 * happens to be out of line is copied by whoever reads it.
 */
export function toSerialised(data: unknown): Uint8Array {
  const writer = new AlignedSerializer();
  writer.writeHeader();
  writer.writeValue(data);
  const content = writer.releaseBuffer();
  const start = align(alignment + content.length);
  const bytes = new Uint8Array(new SharedArrayBuffer(start + writer.length));
  new DataView(bytes.buffer).setUint32(0, content.length, true);
  bytes.set(content, alignment);
  for (const [at, array] of writer.arrays)
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), start + at);
  return bytes;
}

/**
 * @param bytes From {@link toSerialised}. The typed arrays in what is returned are views of them, and keep all of them in
 * memory, unless copies are asked for.
 * @throws Error where they are something else
 */
export function fromSerialised(bytes: Uint8Array, { copies = false } = {}): unknown {
  const whole = bytes.byteOffset % alignment === 0 ? bytes : bytes.slice();
  const length = new DataView(whole.buffer, whole.byteOffset, alignment).getUint32(0, true);
  const start = align(alignment + length);
  const content = whole.subarray(alignment, alignment + length);
  const arrays = whole.subarray(start);
  const reader = new AlignedDeserializer(content, copies ? arrays.slice() : arrays);
  reader.readHeader();
  return reader.readValue();
}

/** Leaves typed arrays to {@link arrays}, each with its place behind the data. */
class AlignedSerializer extends DefaultSerializer {
  readonly arrays: [at: number, array: NumberArray][] = [];
  length = 0;

  /** Called by V8 for each typed array that it comes to. */
  _writeHostObject(array: NumberArray): void {
    this.writeUint32(arrayTypes.findIndex((type) => array instanceof type));
    this.writeUint32(array.length);
    this.writeUint32(this.length);
    this.arrays.push([this.length, array]);
    this.length = align(this.length + array.byteLength);
  }
}

class AlignedDeserializer extends DefaultDeserializer {
  readonly #arrays: Uint8Array;

  constructor(content: Uint8Array, arrays: Uint8Array) {
    super(content);
    this.#arrays = arrays;
  }

  _readHostObject(): NumberArray {
    const type = arrayTypes[this.readUint32()];
    const length = this.readUint32();
    return new type(this.#arrays.buffer as ArrayBuffer, this.#arrays.byteOffset + this.readUint32(), length);
  }
}
