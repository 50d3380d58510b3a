import type { LoadedModel } from '../../inference/session.js';
import type { AcousticLayout } from './acoustic-model.js';
import { encoderWidth } from './encoder-width.js';
import { whisperMel } from './whisper-mel.js';
import { wholeUtteranceLayout } from './whole-utterance.js';

/** Frames of 10 ms, two of which make one of the encoder's. */
const subsampling = 320;

/**
 * Encoders of Whisper, as Hugging Face's Optimum exports them: log-mel features of 30 s (`input_features`) in,
 * `last_hidden_state` out (Radford et al., "Robust Speech Recognition via Large-Scale Weak Supervision", 2022).
 *
 * @throws RangeError that ends the sentence "it cannot be used, because ...".
 */
export function whisperLayout(
  { session }: Pick<LoadedModel, 'session'>,
  units: readonly string[],
): AcousticLayout {
  const input = session.inputMetadata.find(({ name }) => name === 'input_features');
  const [, melBins, frames] = input?.isTensor ? input.shape : [];
  if (typeof melBins !== 'number' || typeof frames !== 'number')
    throw new RangeError('it has no input_features of known size');
  const layout = wholeUtteranceLayout(subsampling);
  return {
    ...layout,
    // What goes behind the end has to fit as well.
    windowFrames: layout.windowFrames - layout.tailFrames,
    chunkFrames: layout.chunkFrames - layout.tailFrames,
    units,
    input: 'input_features',
    toInput: (samples) => ({ data: whisperMel(samples, melBins, frames), dims: [melBins, frames] }),
    output: 'last_hidden_state',
    outputDim: encoderWidth(session),
    states: [],
  };
}
