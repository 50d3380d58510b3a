// ONNX files written by hand (onnx.proto), for networks that are made up.
import { type Field, protobuf } from '../protobuf-writer.js';

export const float = 1;
export const int64 = 7;

export function tensor(name: string, dims: number[], values: Float32Array | BigInt64Array): Field {
  const type = values instanceof Float32Array ? float : int64;
  const bytes = new Uint8Array(values.buffer);
  return [5, protobuf(...dims.map((size): Field => [1, size]), [2, type], [8, name], [9, bytes])];
}

export function graphValue(field: 11 | 12, name: string, type: number, dims: (number | string)[]): Field {
  const shape = dims.map((size): Field => [1, protobuf([typeof size === 'number' ? 1 : 2, size])]);
  const tensorType = protobuf([1, type], [2, protobuf(...shape)]);
  return [field, protobuf([1, name], [2, protobuf([1, tensorType])])];
}

export function node(type: string, inputs: string[], output: string, attributes: Field[] = []): Field {
  return [
    1,
    protobuf(...inputs.map((name): Field => [1, name]), [2, output], [3, output], [4, type], ...attributes),
  ];
}
export const axis = (at: number): Field => [5, protobuf([1, 'axis'], [3, at], [20, 2])];
export const integers = (name: string, ...values: number[]) =>
  tensor(name, [values.length], BigInt64Array.from(values, BigInt));

export function onnxFile(graph: Uint8Array, metadata: Record<string, string>) {
  return protobuf(
    [1, 8],
    [7, graph],
    [8, protobuf([1, ''], [2, 17])],
    ...Object.entries(metadata).map(([key, text]): Field => [14, protobuf([1, key], [2, text])]),
  );
}
