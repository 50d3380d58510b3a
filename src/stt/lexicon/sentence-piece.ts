import { protobufFields } from '../../protobuf.js';

/** What a text is taken apart into: pieces with scores, and how these are meant. */
export interface PieceVocabulary {
  /** By the best sum of scores (log-probabilities), or by merging neighbours, the best score first. */
  segmentation: 'unigram' | 'bpe';
  scores: ReadonlyMap<string, number>;
}

const unigram = 1;
const bpe = 2;
const characters = 4;
const normal = 1;

/**
 * The vocabulary of a SentencePiece file (`bpe.model`); of its fields only the pieces and the kind of model are read
 * (sentencepiece_model.proto: pieces 1, with piece 1, score 2 and type 3; trainer_spec 2, with model_type 3). Marks such
 * as `<unk>` are left out.
 *
 * @throws RangeError that ends the sentence "it cannot be used, because ...".
 */
export function readSentencePiece(bytes: Uint8Array): PieceVocabulary {
  const scores = new Map<string, number>();
  let kind = unigram;
  for (const [field, value] of protobufFields(bytes)) {
    if (typeof value === 'number') continue;
    if (field === 1) {
      const piece = new Map(protobufFields(value));
      const [text, score, type = normal] = [piece.get(1), piece.get(2), piece.get(3)];
      if (typeof text !== 'object' || text.length === 0) throw new RangeError('it has a piece without text');
      if (type === normal) scores.set(new TextDecoder().decode(text), float(score));
    } else if (field === 2) {
      for (const [name, number] of protobufFields(value))
        if (name === 3 && typeof number === 'number') kind = number;
    }
  }
  if (scores.size === 0) throw new RangeError('it has no pieces, as files other than those of SentencePiece');
  if (![unigram, bpe, characters].includes(kind)) throw new RangeError('its pieces are whole words');
  return { segmentation: kind === bpe ? 'bpe' : 'unigram', scores };
}

function float(bytes: number | Uint8Array | undefined): number {
  if (bytes === undefined) return 0;
  if (typeof bytes === 'number' || bytes.length !== 4)
    throw new RangeError('it has a piece with an odd score');
  return new DataView(bytes.buffer, bytes.byteOffset).getFloat32(0, true);
}
