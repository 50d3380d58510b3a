// fft.js ships no types; these are the members that the filterbank and the benches use.
declare module 'fft.js' {
  export default class FFT {
    /** @param size A power of two, at least 2. */
    constructor(size: number);
    readonly size: number;
    /** Interleaved samples to as many interleaved bins; both are 2 * size long. */
    transform(output: Float64Array, input: Float64Array): void;
    /** Writes bins 0..size/2 as interleaved real and imaginary parts into `output` (2 * size long). */
    realTransform(output: Float64Array, input: Float64Array): void;
    /** Fills in the bins above size/2 of what {@link realTransform} wrote. */
    completeSpectrum(spectrum: Float64Array): void;
    /** Interleaved bins to as many interleaved samples; all are 2 * size long. */
    inverseTransform(output: Float64Array, input: Float64Array): void;
  }
}
