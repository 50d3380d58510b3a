import { metadataCount } from '../../inference/model-metadata.js';
import { type LoadedModel, lastAxisOf } from '../../inference/session.js';
import type { AcousticLayout } from './acoustic-model.js';

/** Of the recipes that such networks come from; their files say nothing about it. */
const sampleRateHz = 16_000;
const featureDim = 80;
const frameShiftMs = 10;
const subsampling = 4;

/**
 * Streaming zipformer2 networks as icefall exports them and sherpa-onnx runs them: `x` in, of which `decode_chunk_len`
 * frames are new and the rest of the `T` are seen again by the next run; states `cached_*`, `embed_states` and
 * `processed_lens`, with the streams on the first axis or the second (sources: sherpa-onnx/csrc/
 * online-zipformer2-ctc-model.cc and online-zipformer2-transducer-model.cc, Apache-2.0).
 *
 * @param output `log_probs` of a CTC network, `encoder_out` of a transducer's encoder.
 * @param units Names of the units, blank first; the file does not tell them.
 * @throws RangeError that ends the sentence "it cannot be used, because ...".
 */
export function zipformer2Layout(
  { session, metadata }: Pick<LoadedModel, 'session' | 'metadata'>,
  output: 'log_probs' | 'encoder_out',
  units: readonly string[],
): AcousticLayout {
  const states = session.inputNames.filter((name) => name !== 'x');
  if (!states.includes('processed_lens'))
    throw new RangeError('it has no states (cached_*, processed_lens), as networks for whole recordings');
  const kind = metadata.get('model_type') ?? 'unknown';
  if (kind !== 'zipformer2')
    throw new RangeError(`its metadata gives its type as ${kind} instead of zipformer2`);
  const windowFrames = metadataCount(metadata, 'T');
  const chunkFrames = metadataCount(metadata, 'decode_chunk_len');
  if (chunkFrames % subsampling !== 0 || windowFrames < chunkFrames)
    throw new RangeError(`chunks of ${chunkFrames} frames in windows of ${windowFrames} cannot be`);
  const rate = Number(metadata.get('sample_rate') ?? sampleRateHz);
  if (rate !== sampleRateHz) throw new RangeError(`it is for sound of ${rate} Hz, not of ${sampleRateHz} Hz`);
  const dim = lastAxisOf(session.inputMetadata, 'x');
  if (typeof dim === 'number' && dim !== featureDim)
    throw new RangeError(`it takes ${dim} features a frame, not ${featureDim}`);
  const outputs = lastAxisOf(session.outputMetadata, output);
  if (output === 'log_probs' && typeof outputs === 'number' && outputs !== units.length)
    throw new RangeError(`it has ${outputs} units, but ${units.length} have names`);
  const outputDim = output === 'log_probs' ? units.length : outputs;
  if (typeof outputDim !== 'number') throw new RangeError(`the last axis of its ${output} is open`);
  return {
    sampleRateHz,
    featureDim,
    frameShiftMs,
    subsampling,
    chunkFrames,
    windowFrames,
    isWindowFixed: true,
    // The 0.3 s that sherpa-onnx's own examples put behind a recording: these networks tell a piece late.
    tailFrames: 30,
    units,
    input: 'x',
    output,
    outputDim,
    states,
  };
}
