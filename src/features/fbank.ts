import { EarshotError } from '../errors.js';
import type { FrontEnd } from './front-end.js';
import { type MelFilter, melBanks } from './mel-banks.js';
import { PowerSpectrum } from './power-spectrum.js';

export interface FbankOptions {
  /** Rate of the samples that come in. @default 16000 */
  sampleRateHz?: number;
  /** Mel filters, which is the width of a frame. @default 80 */
  numBins?: number;
  /** @default 25 */
  frameLengthMs?: number;
  /** @default 10 */
  frameShiftMs?: number;
  /** @default 20 */
  lowFreqHz?: number;
  /** Zero or less counts down from half the sample rate, as in Kaldi. @default 7600 */
  highFreqHz?: number;
  /** @default 0.97 */
  preemphasis?: number;
  /**
   * With `true` only frames that lie wholly inside the signal are made; with `false` there is a frame for every shift
   * and the signal is mirrored at both ends. @default false
   */
  snipEdges?: boolean;
  /** Least energy of a filter. @default 2 ** -23, Kaldi's */
  energyFloor?: number;
}

/** Kaldi floors mel energies at the single-precision epsilon before the logarithm. */
export const melEnergyFloor = 2 ** -23;

const fbankDefaults: Required<FbankOptions> = {
  sampleRateHz: 16_000,
  numBins: 80,
  frameLengthMs: 25,
  frameShiftMs: 10,
  lowFreqHz: 20,
  highFreqHz: 7_600,
  preemphasis: 0.97,
  snipEdges: false,
  energyFloor: melEnergyFloor,
};

/**
 * Streaming log-mel filterbank, the same numbers as Kaldi's `compute-fbank-feats` and kaldi-native-fbank: Povey
 * window, DC removed, dither 0, power spectrum, natural logarithm. Samples are nominally +-1 (Kaldi's own tools feed
 * +-32768, which only adds 20.79 to every value).
 *
 * How the signal is cut into calls of {@link acceptWaveform} does not change a single bit of what comes out.
 */
export class Fbank implements FrontEnd {
  /** Width of a frame. */
  readonly numBins: number;
  readonly sampleRateHz: number;
  readonly frameLengthSamples: number;
  readonly frameShiftSamples: number;
  readonly #snipEdges: boolean;
  readonly #preemphasis: number;
  readonly #energyFloor: number;
  readonly #window: Float64Array;
  readonly #filters: MelFilter[];
  readonly #frame: Float64Array;
  readonly #spectrum: PowerSpectrum;
  /** Samples from stream position `#bufferStart` on; `#buffered` of them are filled. */
  #buffer = new Float32Array(8_192);
  #bufferStart = 0;
  #buffered = 0;
  #nextFrame = 0;
  #finished = false;

  /** @throws EarshotError `invalid_config` for a filterbank that cannot be built. */
  constructor(options: FbankOptions = {}) {
    const settings = { ...fbankDefaults, ...options };
    const { sampleRateHz, numBins, lowFreqHz } = settings;
    const highFreqHz = settings.highFreqHz > 0 ? settings.highFreqHz : sampleRateHz / 2 + settings.highFreqHz;
    if (!(lowFreqHz >= 0 && lowFreqHz < highFreqHz && highFreqHz <= sampleRateHz / 2) || !(numBins >= 1)) {
      throw new EarshotError(
        'invalid_config',
        `A filterbank of ${numBins} bins from ${lowFreqHz} to ${highFreqHz} Hz does not fit a sample rate of ${sampleRateHz} Hz.`,
      );
    }
    this.numBins = numBins;
    this.sampleRateHz = sampleRateHz;
    this.frameLengthSamples = Math.floor((sampleRateHz * settings.frameLengthMs) / 1000);
    this.frameShiftSamples = Math.floor((sampleRateHz * settings.frameShiftMs) / 1000);
    this.#snipEdges = settings.snipEdges;
    this.#preemphasis = settings.preemphasis;
    this.#energyFloor = settings.energyFloor;
    this.#window = poveyWindow(this.frameLengthSamples);
    const fftSize = 2 ** Math.ceil(Math.log2(this.frameLengthSamples));
    this.#filters = melBanks({ numBins, sampleRateHz, fftSize, lowFreqHz, highFreqHz });
    this.#frame = new Float64Array(fftSize);
    this.#spectrum = new PowerSpectrum(fftSize);
  }

  /** Samples taken in since the start of the stream. */
  get numSamples(): number {
    return this.#bufferStart + this.#buffered;
  }

  /** Frames that {@link read} can give at once. */
  get numFramesReady(): number {
    return this.#framesComputable() - this.#nextFrame;
  }

  /** Takes mono samples; they are copied. */
  acceptWaveform(samples: Float32Array): void {
    if (this.#finished) throw new Error('acceptWaveform after finish');
    this.#reserve(samples.length);
    this.#buffer.set(samples, this.#buffered);
    this.#buffered += samples.length;
  }

  /** Tells that no more samples come, which makes the last, mirrored frames ready. */
  finish(): void {
    this.#finished = true;
  }

  /**
   * Writes the next frames, `numBins` values each, from `offset` on.
   * @returns How many were written: as many as are ready and fit.
   */
  read(output: Float32Array, offset = 0): number {
    const room = Math.floor((output.length - offset) / this.numBins);
    const count = Math.min(this.numFramesReady, room);
    for (let i = 0; i < count; i++) {
      this.#extract(this.#nextFrame++);
      this.#writeLogMel(output, offset + i * this.numBins);
    }
    return count;
  }

  #framesComputable(): number {
    const samples = this.numSamples;
    const shift = this.frameShiftSamples;
    if (this.#snipEdges || !this.#finished) {
      const available = samples - this.#firstSample(0) - this.frameLengthSamples;
      return available < 0 ? 0 : 1 + Math.floor(available / shift);
    }
    return Math.floor((samples + shift / 2) / shift);
  }

  #firstSample(frame: number): number {
    const start = frame * this.frameShiftSamples;
    return this.#snipEdges
      ? start
      : start + Math.floor(this.frameShiftSamples / 2) - Math.floor(this.frameLengthSamples / 2);
  }

  #extract(frameIndex: number): void {
    const length = this.frameLengthSamples;
    const frame = this.#frame;
    const window = this.#window;
    const preemphasis = this.#preemphasis;
    const sum = this.#copyFrame(this.#firstSample(frameIndex));
    const mean = sum / length;
    let previous = frame[0] - mean;
    for (let i = 0; i < length; i++) {
      const sample = frame[i] - mean;
      frame[i] = (sample - preemphasis * previous) * window[i];
      previous = sample;
    }
    frame.fill(0, length);
  }

  /** @returns The sum of the frame's samples. */
  #copyFrame(start: number): number {
    const length = this.frameLengthSamples;
    const frame = this.#frame;
    const buffer = this.#buffer;
    const end = this.numSamples;
    let sum = 0;
    if (start >= 0 && start + length <= end) {
      const offset = start - this.#bufferStart;
      for (let i = 0; i < length; i++) {
        frame[i] = buffer[offset + i];
        sum += frame[i];
      }
      return sum;
    }
    for (let i = 0; i < length; i++) {
      let position = start + i;
      // Mirrored at both edges, again and again where the signal is shorter than the overhang.
      while (position < 0 || position >= end) {
        position = position < 0 ? -position - 1 : 2 * end - 1 - position;
      }
      frame[i] = buffer[position - this.#bufferStart];
      sum += frame[i];
    }
    return sum;
  }

  #writeLogMel(output: Float32Array, offset: number): void {
    const { power } = this.#spectrum;
    const filters = this.#filters;
    const energyFloor = this.#energyFloor;
    this.#spectrum.transform(this.#frame);
    for (let mel = 0; mel < filters.length; mel++) {
      const { firstBin, weights } = filters[mel];
      let energy = 0;
      for (let i = 0; i < weights.length; i++) energy += weights[i] * power[firstBin + i];
      output[offset + mel] = Math.log(Math.max(energy, energyFloor));
    }
  }

  /** Makes room for `count` samples, first by dropping those that no frame needs any more. */
  #reserve(count: number): void {
    const needed = Math.max(0, this.#firstSample(this.#nextFrame));
    const stale = Math.min(needed - this.#bufferStart, this.#buffered);
    if (this.#buffered + count <= this.#buffer.length) return;
    if (stale > 0) {
      this.#buffer.copyWithin(0, stale, this.#buffered);
      this.#bufferStart += stale;
      this.#buffered -= stale;
    }
    if (this.#buffered + count > this.#buffer.length) {
      const larger = new Float32Array(2 ** Math.ceil(Math.log2(this.#buffered + count)));
      larger.set(this.#buffer.subarray(0, this.#buffered));
      this.#buffer = larger;
    }
  }
}

/** A Hann window to the power 0.85, which does not fall to zero as steeply (Kaldi's default). */
function poveyWindow(length: number): Float64Array {
  return Float64Array.from(
    { length },
    (_, i) => (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / (length - 1))) ** 0.85,
  );
}
