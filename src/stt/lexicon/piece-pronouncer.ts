import { PieceSegmenter } from './piece-segmenter.js';
import { type Pronouncer, pronounceTokens } from './pronouncer.js';
import type { PieceVocabulary } from './sentence-piece.js';

/** Stands in front of the first letter of a word. */
export const wordMark = '▁';

/** `<blk>`, `<unk>` and the like, and the marks `#0`, `#1` of decoding graphs. */
const notPiece = /^(<.*>|#\d+)$/;

/** Whether a unit of a model of word pieces writes something. */
export function isPiece(unit: string): boolean {
  return !notPiece.test(unit);
}

/** The letters of a piece, in lower case; the mark alone writes none. */
export function textOfPiece(piece: string): string {
  return piece.replaceAll(wordMark, '').toLowerCase();
}

/** Whether a piece begins a word. */
export function isWordStart(piece: string): boolean {
  return piece.startsWith(wordMark);
}

/**
 * Says words as a model of word pieces does: by how they are written, in the pieces that its training text was taken
 * apart into.
 */
export class PiecePronouncer implements Pronouncer {
  readonly units = 'pieces';
  private readonly segmenter: PieceSegmenter;
  private readonly isUpperCase: boolean;

  /**
   * @param units Of the acoustic model; pieces that it lacks are of no use.
   * @param vocabulary From the model's `bpe.model`. Without one, words are made of as few pieces as can be, which is
   * not always how the model was trained to write them.
   */
  constructor(units: readonly string[], vocabulary?: PieceVocabulary) {
    const pieces = units.filter(isPiece);
    const { segmentation = 'unigram', scores } = vocabulary ?? {};
    this.segmenter = new PieceSegmenter({
      segmentation,
      scores: new Map(pieces.flatMap((piece) => pairOf(piece, scores ? scores.get(piece) : -1))),
    });
    this.isUpperCase =
      pieces.some((piece) => /[A-Z]/.test(piece)) && !pieces.some((piece) => /[a-z]/.test(piece));
  }

  pronounce(text: string, most = 4): string[][] {
    return pronounceTokens(text, most, (token) => this.ofToken(token));
  }

  ofToken(token: string): string[][] {
    if (!/[a-z]/i.test(token)) return [];
    const word = this.isUpperCase ? token.toUpperCase() : token.toLowerCase();
    const pieces = this.segmenter.segment(wordMark + word);
    return pieces ? [pieces] : [];
  }
}

function pairOf(piece: string, score: number | undefined): [string, number][] {
  return score === undefined ? [] : [[piece, score]];
}
