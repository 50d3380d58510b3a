import type { FrontEnd } from '../features/front-end.js';

/** Values: two seconds of features. Most utterances are shorter than what a network can hear at once. */
const mostRoomAtFirst = 16_000;

/** Over how many of the last feature frames the quiet is looked for. */
const quietFrames = 100;

/** Feature frames [T, featureDim] that the network has not taken yet, oldest first, and the quiet of the last second. */
export class FeatureQueue {
  private values: Float32Array;
  private frameCount = 0;
  /** The last frames in a ring, whether taken or not. */
  private readonly recent: Float32Array;
  private recentFrames = 0;

  /** @param frames For how many there is room at first, at most. */
  constructor(
    private readonly featureDim: number,
    frames: number,
  ) {
    this.values = new Float32Array(Math.min(frames * featureDim, mostRoomAtFirst));
    this.recent = new Float32Array(quietFrames * featureDim);
  }

  /** How many there are. */
  get frames(): number {
    return this.frameCount;
  }

  /** Whether nothing was ever read. */
  get isUnused(): boolean {
    return this.recentFrames === 0;
  }

  /** Takes in all that a front end has ready. */
  readFrom(frontEnd: FrontEnd): void {
    const ready = frontEnd.numFramesReady;
    if (ready <= 0) return;
    this.reserve(ready);
    const from = this.frameCount * this.featureDim;
    const count = frontEnd.read(this.first(this.frameCount + ready), from);
    for (let frame = Math.max(0, count - quietFrames); frame < count; frame++) {
      const at = from + frame * this.featureDim;
      const slot = this.recentFrames++ % quietFrames;
      this.recent.set(this.values.subarray(at, at + this.featureDim), slot * this.featureDim);
    }
    this.frameCount += count;
  }

  /** Adds the same frame [featureDim] so many times; it does not count as heard. */
  pad(frame: Float32Array, times: number): void {
    this.reserve(times);
    for (let time = 0; time < times; time++) this.values.set(frame, this.frameCount++ * this.featureDim);
  }

  /** The least of each filter over the last second, [featureDim]. */
  quietestFrame(): Float32Array {
    const quiet = this.recent.slice(0, this.featureDim);
    const frames = Math.min(this.recentFrames, quietFrames);
    for (let frame = 1; frame < frames; frame++) {
      for (let bin = 0; bin < this.featureDim; bin++) {
        quiet[bin] = Math.min(quiet[bin], this.recent[frame * this.featureDim + bin]);
      }
    }
    return quiet;
  }

  /** The oldest frames, not copied. */
  first(frames: number): Float32Array {
    return this.values.subarray(0, frames * this.featureDim);
  }

  /** A copy of the oldest frames. */
  copy(frames = this.frameCount): Float32Array {
    return this.values.slice(0, frames * this.featureDim);
  }

  /** Removes the oldest frames. */
  drop(frames: number): void {
    this.values.copyWithin(0, frames * this.featureDim, this.frameCount * this.featureDim);
    this.frameCount -= frames;
  }

  /** Holds nothing any more, as in the beginning. */
  clear(): void {
    this.frameCount = 0;
    this.recentFrames = 0;
  }

  /** Holds these frames alone, which it held before. */
  restore(copy: Float32Array): void {
    this.values.set(copy);
    this.frameCount = copy.length / this.featureDim;
  }

  private reserve(frames: number): void {
    const needed = (this.frameCount + frames) * this.featureDim;
    if (needed <= this.values.length) return;
    const larger = new Float32Array(2 ** Math.ceil(Math.log2(needed)));
    larger.set(this.first(this.frameCount));
    this.values = larger;
  }
}
