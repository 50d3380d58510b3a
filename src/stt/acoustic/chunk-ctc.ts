import { metadataCount } from '../../inference/model-metadata.js';
import type { LoadedModel } from '../../inference/session.js';
import type { AcousticLayout } from './acoustic-model.js';

/**
 * Our own networks (scripts/training): `features` in, states `state_*`, chunks beside each other of any length; all else
 * stands in the file's metadata.
 *
 * @throws RangeError that ends the sentence "it cannot be used, because ...".
 */
export function chunkCtcLayout({
  session,
  metadata,
}: Pick<LoadedModel, 'session' | 'metadata'>): AcousticLayout {
  const chunkFrames = metadataCount(metadata, 'chunk_frames');
  const subsampling = metadataCount(metadata, 'subsampling');
  const units = (metadata.get('units') ?? '').split(/[\s,]+/).filter(Boolean);
  return {
    sampleRateHz: metadataCount(metadata, 'sample_rate'),
    featureDim: metadataCount(metadata, 'feature_dim'),
    frameShiftMs: metadataCount(metadata, 'frame_shift_ms'),
    subsampling,
    chunkFrames,
    // Half-way.
    aheadFrames: subsampling * Math.floor(chunkFrames / subsampling / 2),
    windowFrames: chunkFrames,
    isWindowFixed: false,
    tailFrames: 12,
    quietFrames: 44,
    isRateAdaptive: true,
    units,
    input: 'features',
    output: 'log_probs',
    outputDim: units.length,
    states: session.inputNames.filter((name) => name.startsWith('state_')),
  };
}
