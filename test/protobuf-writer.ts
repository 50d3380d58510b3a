/** One field of a message: a whole number, a text, bytes (as of a message within), or a number of four bytes. */
export type Field = [number: number, value: number | string | Uint8Array | { float: number }];

/** Bytes of a protocol buffer message. */
export function protobuf(...fields: Field[]): Uint8Array {
  return Buffer.concat(
    fields.map(([number, value]) => {
      if (typeof value === 'number') return Buffer.from([...varint(number * 8), ...varint(value)]);
      if (typeof value === 'object' && 'float' in value) {
        const bytes = Buffer.alloc(4);
        bytes.writeFloatLE(value.float);
        return Buffer.from([...varint(number * 8 + 5), ...bytes]);
      }
      const bytes = typeof value === 'string' ? Buffer.from(value) : value;
      return Buffer.concat([Buffer.from([...varint(number * 8 + 2), ...varint(bytes.length)]), bytes]);
    }),
  );
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return [...bytes, value];
}

/** A SentencePiece file. Pieces in angle brackets are marks, the first of them the unknown one. */
export function sentencePieceFile(
  pieces: readonly (readonly [piece: string, score: number])[],
  modelType?: number,
): Uint8Array {
  const entries = pieces.map(([piece, score]): Field => {
    const type: Field[] = /^<.*>$/.test(piece) ? [[3, piece === '<unk>' ? 2 : 3]] : [];
    return [1, protobuf([1, piece], [2, { float: score }], ...type)];
  });
  const trainer: Field[] = [
    [1, 'some text'],
    [4, pieces.length],
  ];
  return protobuf(...entries, [2, protobuf(...trainer, ...(modelType ? [[3, modelType] as Field] : []))]);
}
