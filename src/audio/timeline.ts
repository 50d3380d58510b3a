import type { SampleSink } from './sample-source.js';

/** A recorder that paused for an hour is not to be heard for an hour. */
const maxSilenceSeconds = 60;

/**
 * Puts silence where the times that a container tells run ahead of its samples: packets were lost, or the recorder
 * paused. Words keep their times, and what was said before does not run into what was said after.
 */
export class Timeline {
  readonly #minGapSeconds: number;
  #silenceLeft = maxSilenceSeconds;
  /** What lies between the container's times and those of the samples that came out. */
  #offset: number | undefined;
  #position = 0;

  /** @param minGapSeconds What is shorter is how exactly the container tells times. */
  constructor(minGapSeconds: number) {
    this.#minGapSeconds = minGapSeconds;
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
    this.#offset ??= Math.max(0, seconds) - this.#position;
    const gap = seconds - this.#offset - this.#position;
    if (gap < this.#minGapSeconds) return;
    let left = Math.round(Math.min(gap, this.#silenceLeft) * sampleRateHz);
    this.#silenceLeft -= left / sampleRateHz;
    while (left > 0) {
      const count = Math.min(left, sampleRateHz);
      emit(new Float32Array(count), sampleRateHz);
      this.advance(count, sampleRateHz);
      left -= count;
    }
    this.#offset = seconds - this.#position;
  }

  /** How many samples there are from the next one to this time. */
  samplesUntil(seconds: number, sampleRateHz: number): number {
    return Math.round((seconds - (this.#offset ?? 0) - this.#position) * sampleRateHz);
  }
}
