import type { SearchOptions } from './search-options.js';

/** A hypothesis of open speech (0), or inside a sentence to expect (1). */
export type HypothesisKind = 0 | 1;

/** How far hypotheses of each kind may fall behind, and how many live on. */
export type BeamOptions = Pick<SearchOptions, 'beam' | 'maxActive' | 'maxActiveInSentence'>;

/** Sentences to expect may fall this much farther behind open speech than the beam. */
const sentenceLag = 4;

/**
 * What a hypothesis must score to live on after a frame: by distance from the best and by number. Sentences never push
 * open speech out: one that seemed likely may not come to its end.
 */
export class Beam {
  /** By kind. */
  readonly thresholds = new Float64Array(2);
  private readonly best = new Float64Array(2);
  private readonly buckets = new Int32Array(256);

  constructor(private readonly options: BeamOptions) {
    this.clear();
  }

  /** Best score of either kind. */
  get bestScore(): number {
    return Math.max(this.best[0], this.best[1]);
  }

  /** Starts a frame. */
  clear(): void {
    this.best.fill(-Infinity);
    this.thresholds.fill(-Infinity);
  }

  /** Takes a score into account. */
  note(kind: HypothesisKind, score: number): void {
    const { best, thresholds, options } = this;
    if (score <= best[kind]) return;
    best[kind] = score;
    thresholds[0] = best[0] - options.beam;
    thresholds[1] = Math.max(best[1], best[0] - sentenceLag) - options.beam;
  }

  /**
   * Raises the thresholds until no more hypotheses of each kind than allowed are above them, to the width of a bucket.
   *
   * @param scores Of all hypotheses of the frame, each noted before.
   */
  narrow(scores: Float64Array, count: number, kindOf: (index: number) => HypothesisKind): void {
    const { maxActive, maxActiveInSentence } = this.options;
    if (count > maxActive) this.narrowKind(0, maxActive, scores, count, kindOf);
    const isAnyInSentence = this.best[1] > -Infinity;
    if (isAnyInSentence && count > maxActiveInSentence)
      this.narrowKind(1, maxActiveInSentence, scores, count, kindOf);
  }

  private narrowKind(
    kind: HypothesisKind,
    most: number,
    scores: Float64Array,
    count: number,
    kindOf: (index: number) => HypothesisKind,
  ): void {
    const { thresholds, buckets } = this;
    const width = this.options.beam;
    buckets.fill(0);
    const scale = buckets.length / width;
    for (let index = 0; index < count; index++) {
      if (kindOf(index) !== kind) continue;
      const bucket = Math.floor((width - (scores[index] - thresholds[kind])) * scale);
      if (bucket < buckets.length) buckets[Math.max(0, bucket)]++;
    }
    let active = 0;
    for (let bucket = 0; bucket < buckets.length; bucket++) {
      active += buckets[bucket];
      if (active > most) {
        thresholds[kind] += width - bucket / scale;
        return;
      }
    }
  }
}
