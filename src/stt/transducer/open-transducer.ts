import { join } from 'node:path';
import { EarshotError } from '../../errors.js';
import { loadModel } from '../../inference/session.js';
import type { ModelManifest } from '../model-manifest.js';
import { TransducerNetworks } from './transducer-networks.js';

/**
 * Decoder and joiner of a model; undefined where it is no transducer. They are too small to gain from an accelerator.
 *
 * @param units Number of units.
 * @throws EarshotError `model_missing`, `model_corrupt`.
 */
export async function openTransducer(
  directory: string,
  manifest: ModelManifest,
  units: number,
): Promise<TransducerNetworks | undefined> {
  if (manifest.family !== 'zipformer2-transducer') return undefined;
  const { decoder, joiner } = manifest.files;
  return loadTransducer(
    { path: join(directory, decoder.name), sha256: decoder.sha256 },
    { path: join(directory, joiner.name), sha256: joiner.sha256 },
    units,
  );
}

interface NetworkFile {
  path: string;
  sha256?: string;
}

/** @throws EarshotError `model_missing`, `model_corrupt`. */
export async function loadTransducer(
  decoder: NetworkFile,
  joiner: NetworkFile,
  units: number,
): Promise<TransducerNetworks> {
  const [before, joined] = await Promise.all([
    loadModel(decoder.path, { sha256: decoder.sha256 }),
    loadModel(joiner.path, { sha256: joiner.sha256 }),
  ]);
  try {
    return new TransducerNetworks(before, joined, units);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new EarshotError(
      'model_corrupt',
      `${decoder.path} and ${joiner.path} are not those of a zipformer2 transducer: ${cause.message}.`,
      { cause },
    );
  }
}
