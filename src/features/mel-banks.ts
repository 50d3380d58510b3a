/** One triangular filter: `weights[i]` multiplies power bin `firstBin + i`. */
export interface MelFilter {
  firstBin: number;
  weights: Float64Array;
}

export interface MelBanksOptions {
  numBins: number;
  sampleRateHz: number;
  /** Length of the (padded) transform in samples. */
  fftSize: number;
  lowFreqHz: number;
  highFreqHz: number;
}

/** The mel scale of HTK and Kaldi. */
function melFromHz(frequencyHz: number): number {
  return 1127 * Math.log(1 + frequencyHz / 700);
}

/**
 * Triangles equally spaced and straight-sided on the mel scale, as in Kaldi's `feat/mel-computations.cc`. The Nyquist
 * bin is left out, as there.
 */
export function melBanks(options: MelBanksOptions): MelFilter[] {
  const { numBins, sampleRateHz, fftSize } = options;
  const melLow = melFromHz(options.lowFreqHz);
  const melStep = (melFromHz(options.highFreqHz) - melLow) / (numBins + 1);
  const binMels = Float64Array.from({ length: fftSize / 2 }, (_, bin) =>
    melFromHz((bin * sampleRateHz) / fftSize),
  );
  return Array.from({ length: numBins }, (_, index) => {
    const left = melLow + index * melStep;
    const centre = left + melStep;
    const right = centre + melStep;
    const firstBin = binMels.findIndex((mel) => mel > left);
    const weights: number[] = [];
    for (let bin = firstBin; bin >= 0 && bin < binMels.length && binMels[bin] < right; bin++) {
      const mel = binMels[bin];
      weights.push(mel <= centre ? (mel - left) / melStep : (right - mel) / melStep);
    }
    return { firstBin: Math.max(firstBin, 0), weights: Float64Array.from(weights) };
  });
}
