import { EarshotError } from '../../errors.js';
import { loadModel } from '../../inference/session.js';
import type { AcousticModel } from '../acoustic/acoustic-model.js';
import { openAcousticModel } from '../acoustic/open-acoustic-model.js';
import type { ModelFamily } from '../model-manifest.js';
import { adoptable } from './find-public-model.js';

/** What a network that hears an utterance as a whole is tried with. */
const triedSeconds = 1;

/**
 * Loads a network and has it hear silence in two streams at once.
 *
 * @param then Tries the networks behind it, with what it told of a stream.
 * @throws EarshotError `model_missing`, `model_corrupt`.
 */
export async function tryNetwork(
  family: ModelFamily,
  path: string,
  units: readonly string[],
  then: (acoustic: AcousticModel, encoded: Float32Array) => Promise<void> = async () => {},
): Promise<AcousticModel> {
  try {
    const acoustic = openAcousticModel(family, await loadModel(path), units, path);
    const { isWhole, sampleRateHz, windowFrames, chunkFrames, featureDim, subsampling, outputDim } = acoustic;
    const frames = isWhole ? triedSeconds * sampleRateHz : windowFrames;
    const [first] = await acoustic.run(
      [1, 2].map(() => ({
        state: acoustic.createState(),
        features: new Float32Array(frames * featureDim),
      })),
    );
    const expected = (chunkFrames / subsampling) * outputDim;
    if (isWhole ? first.length % outputDim !== 0 : first.length !== expected)
      throw new RangeError(`it gives ${first.length} values for a window and not ${expected}`);
    await then(acoustic, first);
    return acoustic;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const known = cause instanceof EarshotError;
    const detail = known ? reason : `The network ${path} cannot be run: ${reason}.`;
    throw new EarshotError(known ? cause.code : 'model_corrupt', `${detail} ${adoptable}`, { cause });
  }
}
