/** A hypothesis of open speech (0), or inside a sentence to expect (1). */
export type HypothesisKind = 0 | 1;

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

  /**
   * @param width Distance behind the best (natural log).
   * @param maxActive Most hypotheses.
   */
  constructor(
    private readonly width: number,
    private readonly maxActive: number,
  ) {
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
    const { best, thresholds, width } = this;
    if (score <= best[kind]) return;
    best[kind] = score;
    thresholds[0] = best[0] - width;
    thresholds[1] = Math.max(best[1], best[0] - sentenceLag) - width;
  }

  /**
   * Raises the thresholds until no more hypotheses than allowed are above them, to the width of a bucket.
   *
   * @param scores Of all hypotheses of the frame, each noted before.
   */
  narrow(scores: Float64Array, count: number, kindOf: (index: number) => HypothesisKind): void {
    const { thresholds, buckets, width, maxActive } = this;
    if (count <= maxActive) return;
    buckets.fill(0);
    const scale = buckets.length / width;
    for (let index = 0; index < count; index++) {
      const above = scores[index] - thresholds[kindOf(index)];
      const bucket = Math.floor((width - above) * scale);
      if (bucket < buckets.length) buckets[bucket]++;
    }
    let active = 0;
    for (let bucket = 0; bucket < buckets.length; bucket++) {
      active += buckets[bucket];
      if (active > maxActive) {
        const more = width - bucket / scale;
        thresholds[0] += more;
        thresholds[1] += more;
        return;
      }
    }
  }
}
