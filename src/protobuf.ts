/**
 * The fields of a protocol buffer message, in their order; see the protocol buffers encoding guide. Fields with a
 * length in front (texts, messages, packed numbers) and numbers of fixed width come as their bytes.
 *
 * @throws RangeError for bytes that are no protocol buffer.
 */
export function* protobufFields(bytes: Uint8Array): Generator<[field: number, value: number | Uint8Array]> {
  let position = 0;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; scale < 2 ** 70; scale *= 128) {
      if (position >= bytes.length) break;
      const byte = bytes[position++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
    throw new RangeError('not a protocol buffer');
  };
  const take = (length: number): Uint8Array => {
    if (position + length > bytes.length) throw new RangeError('not a protocol buffer');
    position += length;
    return bytes.subarray(position - length, position);
  };
  while (position < bytes.length) {
    const tag = varint();
    const field = Math.floor(tag / 8);
    const wireType = tag % 8;
    if (wireType === 0) yield [field, varint()];
    else if (wireType === 1) yield [field, take(8)];
    else if (wireType === 2) yield [field, take(varint())];
    else if (wireType === 5) yield [field, take(4)];
    else throw new RangeError('not a protocol buffer');
  }
}
