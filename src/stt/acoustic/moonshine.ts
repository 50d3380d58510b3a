import type { LoadedModel } from '../../inference/session.js';
import type { AcousticLayout } from './acoustic-model.js';
import { encoderWidth } from './encoder-width.js';
import { wholeUtteranceLayout } from './whole-utterance.js';

/** Of the three convolutions in front: 64 x 3 x 2 samples. */
const subsampling = 384;

/**
 * Encoders of Moonshine, as Hugging Face's Optimum exports them: samples (`input_values`) in, `last_hidden_state` out
 * (Jeffries et al., "Moonshine: Speech Recognition for Live Transcription and Voice Commands", 2024).
 *
 * @throws RangeError that ends the sentence "it cannot be used, because ...".
 */
export function moonshineLayout(
  { session }: Pick<LoadedModel, 'session'>,
  units: readonly string[],
): AcousticLayout {
  return {
    ...wholeUtteranceLayout(subsampling),
    units,
    input: 'input_values',
    toInput: (samples) => ({ data: samples, dims: [samples.length] }),
    mask: session.inputNames.find((name) => name === 'attention_mask'),
    output: 'last_hidden_state',
    outputDim: encoderWidth(session),
    states: [],
  };
}
