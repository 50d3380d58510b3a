import { blankUnit } from './search/hypothesis-extender.js';

/** A longer way from one unit to the next (output frames at the usual shift, of 40 ms) is a pause. */
const longestGap = 8;
/** Ways from unit to unit after which the rate is known. */
const neededGaps = 12;
/** Whoever has said less than that in so long does not speak quickly: six seconds. */
const mostFrames = 150;
/**
 * Mean posterior of the units, where they begin, from which on they are sure enough to be counted: rooms and noise let
 * the network hear more than was said.
 */
const leastPosterior = 0.45;

/**
 * How much of the usual shift between feature frames suits speech of so many output frames per unit: the network says
 * one unit in 40 ms at most, and of quick speech nearly every frame begins one. Word errors on LibriSpeech `dev` (100
 * utterances, uploads) played at 1, 1.15, 1.3 and 1.45 times their pace: 18.3, 19.6, 24.1 and 26.0 %, with the usual shift
 * 18.0, 22.0, 28.7 and 39.0. A longer shift for slow speech changed nothing for sure.
 */
const shiftShares = [
  { below: 1.4, share: 0.7 },
  { below: 1.5, share: 0.8 },
  { below: 1.6, share: 0.9 },
  { below: Number.POSITIVE_INFINITY, share: 1 },
];

/** Measures how fast somebody speaks, by what a CTC network heard at the usual pace. */
export class SpeakingRate {
  private frame = 0;
  private unit = blankUnit;
  /** Where the first unit began, and the latest one. */
  private first = Number.POSITIVE_INFINITY;
  private start = Number.NEGATIVE_INFINITY;
  private gapFrames = 0;
  private gaps = 0;
  private units = 0;
  private posteriors = 0;

  /** Takes in the next output frames: natural-log probabilities [frames, units], blank first. */
  accept(logProbs: Float32Array, units: number): void {
    for (let offset = 0; offset < logProbs.length; offset += units) {
      let best = blankUnit;
      for (let unit = 0; unit < units; unit++)
        if (logProbs[offset + unit] > logProbs[offset + best]) best = unit;
      if (best !== blankUnit && best !== this.unit) this.begin(Math.exp(logProbs[offset + best]));
      this.unit = best;
      this.frame++;
    }
  }

  private begin(posterior: number): void {
    this.units++;
    this.posteriors += posterior;
    const gap = this.frame - this.start;
    this.first = Math.min(this.first, this.frame);
    this.start = this.frame;
    if (gap > longestGap) return;
    this.gapFrames += gap;
    this.gaps++;
  }

  /** Share of the usual shift that the speech should be heard with; undefined until enough was heard. */
  get shiftShare(): number | undefined {
    if (this.gaps < neededGaps) return this.frame - this.first > mostFrames ? 1 : undefined;
    if (this.posteriors / this.units < leastPosterior) return 1;
    const framesPerUnit = this.gapFrames / this.gaps;
    return shiftShares.find(({ below }) => framesPerUnit < below)!.share;
  }

  /** Whether nothing was said yet. */
  get isWaiting(): boolean {
    return this.first === Number.POSITIVE_INFINITY;
  }
}
