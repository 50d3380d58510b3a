/**
 * Custom metadata of an ONNX file, which onnxruntime-node does not hand out: field 14 of `ModelProto`
 * (`metadata_props`), entries with key (1) and value (2); see onnx.proto and the protocol buffers encoding guide.
 *
 * @throws RangeError for bytes that are no protocol buffer.
 */
export function readModelMetadata(model: Uint8Array): Map<string, string> {
  const metadata = new Map<string, string>();
  for (const [field, entry] of lengthDelimited(model)) {
    if (field !== 14) continue;
    const pair = new Map(lengthDelimited(entry));
    metadata.set(text(pair.get(1)), text(pair.get(2)));
  }
  return metadata;
}

/** The fields with a length in front; numbers are passed over. */
function* lengthDelimited(bytes: Uint8Array): Generator<[field: number, value: Uint8Array]> {
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
  while (position < bytes.length) {
    const tag = varint();
    const wireType = tag % 8;
    if (wireType === 0) varint();
    else if (wireType === 1) position += 8;
    else if (wireType === 5) position += 4;
    else if (wireType === 2) {
      const length = varint();
      if (position + length > bytes.length) throw new RangeError('not a protocol buffer');
      yield [Math.floor(tag / 8), bytes.subarray(position, position + length)];
      position += length;
    } else throw new RangeError('not a protocol buffer');
  }
}

function text(bytes: Uint8Array | undefined): string {
  return bytes ? new TextDecoder().decode(bytes) : '';
}
