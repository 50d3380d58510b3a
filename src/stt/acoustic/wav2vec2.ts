import { type LoadedModel, lastAxisOf } from '../../inference/session.js';
import { wordMark } from '../lexicon/piece-pronouncer.js';
import type { AcousticLayout, NetworkInput } from './acoustic-model.js';
import { wholeUtteranceLayout } from './whole-utterance.js';

/** Of the seven convolutions in front of every such network: 5 x 2 x 2 x 2 x 2 x 2 x 2 samples. */
const subsampling = 320;

/**
 * wav2vec 2.0 networks with a CTC layer over letters, as Hugging Face's Optimum exports them: `input_values` in,
 * `logits` out (Baevski et al., "wav2vec 2.0", 2020).
 *
 * @param units Names of the units, blank first; the file does not tell them.
 * @throws RangeError that ends the sentence "it cannot be used, because ...".
 */
export function wav2vec2Layout(
  { session }: Pick<LoadedModel, 'session'>,
  units: readonly string[],
): AcousticLayout {
  const outputs = lastAxisOf(session.outputMetadata, 'logits');
  if (typeof outputs === 'number' && outputs !== units.length)
    throw new RangeError(`it has ${outputs} units, but ${units.length} have names`);
  return {
    ...wholeUtteranceLayout(subsampling),
    units,
    input: 'input_values',
    toInput: normalised,
    mask: session.inputNames.find((name) => name === 'attention_mask'),
    output: 'logits',
    outputDim: units.length,
    isLogits: true,
    frameBefore: wordBegins(units),
    states: [],
  };
}

/** ln P of what cannot be; finite, as the search adds it up. */
const never = -30;

/**
 * Such networks tell what stands between words, not what begins one: the search, whose words all begin with the mark,
 * hears it in front of the first one, too.
 */
function wordBegins(units: readonly string[]): Float32Array {
  const surely = new Float32Array(units.length).fill(never);
  surely[units.indexOf(wordMark)] = 0;
  return surely;
}

/** Least variance, as in Hugging Face's Wav2Vec2FeatureExtractor: silence stays silent. */
const leastVariance = 1e-7;

/** Mean 0 and variance 1, as in training. */
function normalised(samples: Float32Array): NetworkInput {
  let sum = 0;
  for (const sample of samples) sum += sample;
  const mean = sum / samples.length;
  let squares = 0;
  for (const sample of samples) squares += (sample - mean) ** 2;
  const scale = 1 / Math.sqrt(squares / samples.length + leastVariance);
  return { data: samples.map((sample) => (sample - mean) * scale), dims: [samples.length] };
}
