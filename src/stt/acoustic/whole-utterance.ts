import type { AcousticLayout } from './acoustic-model.js';

/** What such networks are trained on. */
const sampleRateHz = 16_000;
/** What they were trained to hear at once, and what Whisper's encoder takes. */
const mostSeconds = 30;

/**
 * Networks that take the samples of an utterance as a whole. Quiet of 0.1 s goes behind it: their first layers need some
 * hundred samples, and the last word its end.
 *
 * @param subsampling Samples per output frame.
 */
export function wholeUtteranceLayout(
  subsampling: number,
): Pick<
  AcousticLayout,
  | 'sampleRateHz'
  | 'featureDim'
  | 'frameShiftMs'
  | 'subsampling'
  | 'chunkFrames'
  | 'windowFrames'
  | 'isWindowFixed'
  | 'tailFrames'
  | 'frontEnd'
  | 'isWhole'
> {
  const chunkFrames = mostSeconds * sampleRateHz;
  return {
    sampleRateHz,
    featureDim: 1,
    frameShiftMs: 1000 / sampleRateHz,
    subsampling,
    chunkFrames,
    windowFrames: chunkFrames,
    isWindowFixed: false,
    tailFrames: 0.1 * sampleRateHz,
    frontEnd: 'samples',
    isWhole: true,
  };
}
