import { Fbank } from '../features/fbank.js';
import { type FrontEnd, SampleFrontEnd } from '../features/front-end.js';
import { deepEnergyFloor, QuietLift } from '../features/quiet-lift.js';
import type { AcousticModel } from './acoustic/acoustic-model.js';
import { FeatureQueue } from './feature-queue.js';

/** Sound before the first unit that is heard again with it. */
const leadSeconds = 1;

/** What {@link StreamFeatures.mark} keeps. */
export interface FeatureMark {
  pending: Float32Array;
  takenFrames: number;
  lift: QuietLift | undefined;
}

/**
 * The feature frames of one stream: made of its samples, lifted where they are quiet, waiting for the network. While it
 * is open how fast somebody speaks, the samples are kept, so that the frames can be made anew with another shift.
 */
export class StreamFeatures {
  private frontEnd: FrontEnd;
  /** Only of features: networks that take samples hear quiet ones as well. */
  private lift: QuietLift | undefined;
  /** Frames that no chunk has taken yet. */
  private readonly pending: FeatureQueue;
  private samples = 0;
  /** The latest samples, from {@link keptFrom} on; none any more once the shift is settled. */
  private kept: Float32Array[] | undefined;
  private keptFrom = 0;
  private takenFrames = 0;
  /** The sample that the first frame begins with. */
  private origin = 0;
  private shiftShare = 1;

  constructor(private readonly acoustic: AcousticModel) {
    const { featureDim, windowFrames } = acoustic;
    this.pending = new FeatureQueue(featureDim, windowFrames * 2);
    if (acoustic.isRateAdaptive) this.kept = [];
    if (acoustic.frontEnd === 'samples') this.frontEnd = new SampleFrontEnd();
    else {
      this.frontEnd = this.newFbank();
      this.lift = new QuietLift(featureDim, this.shiftMs);
    }
  }

  private newFbank(): Fbank {
    const { sampleRateHz, featureDim } = this.acoustic;
    return new Fbank({
      sampleRateHz,
      numBins: featureDim,
      energyFloor: deepEnergyFloor,
      frameShiftMs: this.shiftMs,
    });
  }

  private get shiftMs(): number {
    return this.acoustic.frameShiftMs * this.shiftShare;
  }

  /** Seconds of audio taken in. */
  get audioSeconds(): number {
    return this.samples / this.acoustic.sampleRateHz;
  }

  /** Where a frame of the network's output begins, in seconds from the start of the stream; in the audio taken in. */
  secondsAt(outputFrame: number): number {
    const { sampleRateHz, subsampling } = this.acoustic;
    const seconds = this.origin / sampleRateHz + (outputFrame * subsampling * this.shiftMs) / 1000;
    return Math.min(seconds, this.audioSeconds);
  }

  /** Frames that wait. */
  get frames(): number {
    return this.pending.frames;
  }

  /** Takes mono samples at the model's rate, nominal range +-1; they are copied. */
  acceptWaveform(samples: Float32Array): void {
    this.samples += samples.length;
    this.kept?.push(samples.slice());
    this.frontEnd.acceptWaveform(samples);
    this.pending.readFrom(this.frontEnd);
  }

  /** Tells that the latest so many samples are no speech, loud as they may be. */
  ignoreLoudness(samples: number): void {
    const ms = 1000 / this.acoustic.sampleRateHz;
    this.lift?.ignore((this.samples - samples) * ms, this.samples * ms);
  }

  /** Tells that no more samples come. */
  finish(): void {
    this.frontEnd.finish();
    this.pending.readFrom(this.frontEnd);
  }

  /** Makes all frames anew, and those to come, with this share of the usual shift. */
  startOver(shiftShare: number): void {
    const kept = this.kept ?? [];
    this.settle();
    this.origin = this.keptFrom;
    this.shiftShare = shiftShare;
    this.frontEnd = this.newFbank();
    this.lift = this.lift?.again(this.shiftMs, (this.origin * 1000) / this.acoustic.sampleRateHz);
    this.pending.clear();
    for (const samples of kept) this.frontEnd.acceptWaveform(samples);
    this.pending.readFrom(this.frontEnd);
  }

  /** The shift stays as it is. */
  settle(): void {
    this.kept = undefined;
  }

  /** Nothing was said in the frames that were taken: what is long over need not be heard again. */
  forgetQuiet(): void {
    const { kept } = this;
    if (!kept) return;
    const { sampleRateHz } = this.acoustic;
    // By what was taken, not by what came in: nothing may depend on how the samples arrive.
    const takenSamples = Math.floor((this.takenFrames * this.shiftMs * sampleRateHz) / 1000);
    let rest = takenSamples - leadSeconds * sampleRateHz - this.keptFrom;
    if (rest <= 0) return;
    this.keptFrom += rest;
    while (rest >= kept[0].length) rest -= kept.shift()!.length;
    kept[0] = kept[0].subarray(rest);
  }

  /** Quiet, as it was last heard, follows for so many frames; it does not count as heard. */
  addQuiet(frames: number): void {
    const { frontEnd, featureDim } = this.acoustic;
    const quiet = frontEnd === 'samples' ? new Float32Array(featureDim) : this.pending.quietestFrame();
    this.pending.pad(quiet, frames);
  }

  /** Whether there never was a frame. */
  get isUnused(): boolean {
    return this.pending.isUnused;
  }

  /** The oldest frames that wait, neither copied nor lifted. */
  first(frames: number): Float32Array {
    return this.pending.first(frames);
  }

  /** Copies the `taken` oldest frames, lifted, and removes the `done` oldest of them. */
  take(taken: number, done: number): Float32Array {
    const chunk = this.pending.copy(taken);
    this.lift?.apply(chunk, done);
    this.pending.drop(done);
    this.takenFrames += done;
    return chunk;
  }

  /** What waits now, for {@link restore}. */
  mark(): FeatureMark {
    return { pending: this.pending.copy(), takenFrames: this.takenFrames, lift: this.lift?.copy() };
  }

  /** What waits is what waited at a mark, which is good for one time; no samples came in between. */
  restore({ pending, takenFrames, lift }: FeatureMark): void {
    this.pending.restore(pending);
    this.takenFrames = takenFrames;
    this.lift = lift;
  }
}
