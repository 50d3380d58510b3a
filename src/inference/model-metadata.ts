import { protobufFields } from '../protobuf.js';

/**
 * Custom metadata of an ONNX file, which onnxruntime-node does not hand out: field 14 of `ModelProto`
 * (`metadata_props`), entries with key (1) and value (2); see onnx.proto.
 *
 * @throws RangeError for bytes that are no protocol buffer.
 */
export function readModelMetadata(model: Uint8Array): Map<string, string> {
  const metadata = new Map<string, string>();
  for (const [field, entry] of protobufFields(model)) {
    if (field !== 14 || typeof entry === 'number') continue;
    const pair = new Map(protobufFields(entry));
    metadata.set(text(pair.get(1)), text(pair.get(2)));
  }
  return metadata;
}

/**
 * A whole number above 0 of a file's metadata.
 *
 * @throws RangeError that ends the sentence "it cannot be used, because ...".
 */
export function metadataCount(metadata: ReadonlyMap<string, string>, key: string): number {
  const value = Number(metadata.get(key));
  if (!Number.isInteger(value) || value <= 0) throw new RangeError(`its metadata has no usable ${key}`);
  return value;
}

function text(bytes: number | Uint8Array | undefined): string {
  return typeof bytes === 'object' ? new TextDecoder().decode(bytes) : '';
}
