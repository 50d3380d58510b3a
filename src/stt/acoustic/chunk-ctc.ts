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
  const number = (key: string) => {
    const value = Number(metadata.get(key));
    if (!Number.isInteger(value) || value <= 0) throw new RangeError(`its metadata has no usable ${key}`);
    return value;
  };
  const chunkFrames = number('chunk_frames');
  return {
    sampleRateHz: number('sample_rate'),
    featureDim: number('feature_dim'),
    frameShiftMs: number('frame_shift_ms'),
    subsampling: number('subsampling'),
    chunkFrames,
    windowFrames: chunkFrames,
    isWindowFixed: false,
    tailFrames: 12,
    units: (metadata.get('units') ?? '').split(/[\s,]+/).filter(Boolean),
    input: 'features',
    states: session.inputNames.filter((name) => name.startsWith('state_')),
  };
}
