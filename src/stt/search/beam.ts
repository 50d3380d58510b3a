import type { SearchOptions } from './search-options.js';

/** A hypothesis of open speech (0), or inside a sentence to expect (1). */
export type HypothesisKind = 0 | 1;

/** How far hypotheses of each kind may fall behind, and how many live on. */
export type BeamOptions = Pick<SearchOptions, 'beam' | 'maxActive' | 'maxActiveInSentence'>;

/** Sentences to expect may fall this much farther behind open speech than the beam. */
const sentenceLag = 4;

/**
 * Hypotheses may fall this much farther behind than those of the frame before that their number left. On `dev` 0.5
 * costs a few words more than 1 in noise, and saves little.
 */
const beamDelta = 1;

/**
 * What a hypothesis must score to live on after a frame: by distance from the best and by number. Sentences never push
 * open speech out: one that seemed likely may not come to its end.
 */
export class Beam {
  /** By kind. */
  readonly thresholds = new Float64Array(2);
  private readonly best = new Float64Array(2);
  /** How far hypotheses may fall behind in this frame, by kind. */
  private readonly widths = new Float64Array(2);
  private readonly worst = new Float64Array(2);
  private readonly counts = new Int32Array(2);
  private readonly buckets = new Int32Array(256);

  constructor(private readonly options: BeamOptions) {}

  /** Best score of either kind. */
  get bestScore(): number {
    return Math.max(this.best[0], this.best[1]);
  }

  /**
   * Starts a frame. Where the number of hypotheses bounded the frame before, the beam is only a little wider than what
   * that left: what would be left out by number in the end is not tried (as with Kaldi's adaptive beam and beam delta).
   *
   * @param scores Of the hypotheses that the frame goes on from.
   */
  start(scores: Float64Array, count: number, kindOf: (index: number) => HypothesisKind): void {
    const { best, worst, counts } = this;
    best.fill(-Infinity);
    worst.fill(Infinity);
    counts.fill(0);
    for (let index = 0; index < count; index++) {
      const kind = kindOf(index);
      counts[kind]++;
      best[kind] = Math.max(best[kind], scores[index]);
      worst[kind] = Math.min(worst[kind], scores[index]);
    }
    const { maxActive, maxActiveInSentence } = this.options;
    this.widths[0] = this.widthAfter(counts[0], maxActive, best[0] - worst[0]);
    this.widths[1] = this.widthAfter(counts[1], maxActiveInSentence, this.bestInSentence - worst[1]);
    best.fill(-Infinity);
    this.thresholds.fill(-Infinity);
  }

  /** @param span How far the last of `count` hypotheses is behind. */
  private widthAfter(count: number, most: number, span: number): number {
    const { beam } = this.options;
    // With few of them it was not their number that bounded them.
    return count > most / 2 ? Math.min(beam, span + beamDelta) : beam;
  }

  /** What sentences are measured by. */
  private get bestInSentence(): number {
    return Math.max(this.best[1], this.best[0] - sentenceLag);
  }

  /** Takes a score into account. */
  note(kind: HypothesisKind, score: number): void {
    const { best, thresholds, widths } = this;
    if (score <= best[kind]) return;
    best[kind] = score;
    thresholds[0] = best[0] - widths[0];
    thresholds[1] = this.bestInSentence - widths[1];
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
    const width = this.widths[kind];
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
