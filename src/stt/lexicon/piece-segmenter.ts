import type { PieceVocabulary } from './sentence-piece.js';

/** Takes words apart as SentencePiece does (Kudo and Richardson, "SentencePiece", 2018). */
export class PieceSegmenter {
  private readonly longest: number;

  constructor(private readonly vocabulary: PieceVocabulary) {
    this.longest = Math.max(0, ...Array.from(vocabulary.scores.keys(), (piece) => piece.length));
  }

  /** @returns Pieces that join to the text; undefined where there are none. */
  segment(text: string): string[] | undefined {
    return this.vocabulary.segmentation === 'bpe' ? this.merge(text) : this.likeliest(text);
  }

  /** The pieces with the best sum of scores, by the Viterbi algorithm (Kudo, "Subword Regularization", 2018). */
  private likeliest(text: string): string[] | undefined {
    const { scores } = this.vocabulary;
    const best = new Float64Array(text.length + 1).fill(-Infinity);
    const from = new Int32Array(text.length + 1);
    best[0] = 0;
    for (let end = 1; end <= text.length; end++) {
      for (let start = Math.max(0, end - this.longest); start < end; start++) {
        const score = best[start] + (scores.get(text.slice(start, end)) ?? -Infinity);
        if (score <= best[end]) continue;
        best[end] = score;
        from[end] = start;
      }
    }
    if (best[text.length] === -Infinity) return undefined;
    const pieces: string[] = [];
    for (let end = text.length; end > 0; end = from[end]) pieces.push(text.slice(from[end], end));
    return pieces.reverse();
  }

  /** Neighbours that make a piece are joined, the best score first and of equals the leftmost (Sennrich et al., 2016). */
  private merge(text: string): string[] | undefined {
    const { scores } = this.vocabulary;
    const pieces = [...text];
    while (true) {
      let at = -1;
      let best = -Infinity;
      for (let left = 0; left + 1 < pieces.length; left++) {
        const score = scores.get(pieces[left] + pieces[left + 1]) ?? -Infinity;
        if (score <= best) continue;
        best = score;
        at = left;
      }
      if (at < 0) break;
      pieces.splice(at, 2, pieces[at] + pieces[at + 1]);
    }
    return pieces.every((piece) => scores.has(piece)) ? pieces : undefined;
  }
}
