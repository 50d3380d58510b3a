import type { SampleSink } from './sample-source.js';

/** A recorder that paused for an hour is not to be heard for an hour. */
const maxSilenceSeconds = 60;

/**
 * Puts silence where the times that a container tells run ahead of its samples: packets were lost, or the recorder
 * paused. Words keep their times, and what was said before does not run into what was said after.
 */
export class Timeline {
  readonly #minGapSeconds: number;
  #isTrusted: boolean;
  #silenceLeft = maxSilenceSeconds;
  /** What lies between the container's times and those of the samples that came out. */
  #offset: number | undefined;
  #position = 0;

  /**
   * @param minGapSeconds What is shorter is how exactly the container tells times.
   * @param isTrusted Whether times count before the first two agree with the samples between them; some programs write
   * them in another unit.
   */
  constructor(minGapSeconds: number, isTrusted: boolean) {
    this.#minGapSeconds = minGapSeconds;
    this.#isTrusted = isTrusted;
  }

  /** Counts samples that come out. */
  advance(samples: number, sampleRateHz: number): void {
    this.#position += samples / sampleRateHz;
  }

  /** The next time that is told belongs to the sample that is next. */
  restart(): void {
    this.#offset = undefined;
  }

  /** Tells that the next sample is at this time, and emits the silence that is before it. */
  reach(seconds: number, sampleRateHz: number, emit: SampleSink): void {
    // A time before 0 is that of samples an end cuts off.
    const isFirst = this.#offset === undefined;
    this.#offset ??= Math.max(0, seconds) - this.#position;
    const gap = seconds - this.#offset - this.#position;
    if (gap < this.#minGapSeconds) {
      if (!isFirst && gap > -this.#minGapSeconds) this.#isTrusted = true;
      return;
    }
    if (this.#isTrusted) this.#fill(gap, sampleRateHz, emit);
    this.#offset = seconds - this.#position;
  }

  #fill(seconds: number, sampleRateHz: number, emit: SampleSink): void {
    let left = Math.round(Math.min(seconds, this.#silenceLeft) * sampleRateHz);
    this.#silenceLeft -= left / sampleRateHz;
    while (left > 0) {
      const count = Math.min(left, sampleRateHz);
      emit(new Float32Array(count), sampleRateHz);
      this.advance(count, sampleRateHz);
      left -= count;
    }
  }

  /** How many samples there are from the next one to this time. */
  samplesUntil(seconds: number, sampleRateHz: number): number {
    return Math.round((seconds - (this.#offset ?? 0) - this.#position) * sampleRateHz);
  }
}
