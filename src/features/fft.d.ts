// fft.js ships no types; these are the members that the filterbank uses.
declare module 'fft.js' {
  export default class FFT {
    /** @param size A power of two, at least 2. */
    constructor(size: number);
    readonly size: number;
    /** Writes bins 0..size/2 as interleaved real and imaginary parts into `output` (2 * size long). */
    realTransform(output: Float64Array, input: Float64Array): void;
  }
}
