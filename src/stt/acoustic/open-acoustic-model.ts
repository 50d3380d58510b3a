import { EarshotError } from '../../errors.js';
import type { LoadedModel } from '../../inference/session.js';
import type { ModelFamily } from '../model-manifest.js';
import { AcousticModel } from './acoustic-model.js';
import { chunkCtcLayout } from './chunk-ctc.js';
import { zipformer2Layout } from './zipformer2.js';

/**
 * The network of a family, ready to run.
 *
 * @param units Names of the units, blank first; a file that names them itself must name the same.
 * @param label What the file is called in an error message.
 * @throws EarshotError `model_corrupt` when the file is not such a network.
 */
export function openAcousticModel(
  family: ModelFamily,
  loaded: Pick<LoadedModel, 'session' | 'metadata'>,
  units: readonly string[],
  label: string,
): AcousticModel {
  try {
    const layout =
      family === 'ctc-lexicon'
        ? chunkCtcLayout(loaded)
        : zipformer2Layout(loaded, family === 'zipformer2-ctc' ? 'log_probs' : 'encoder_out', units);
    if (layout.units.join(' ') !== units.join(' '))
      throw new RangeError('its units are not those of the lexicon');
    return new AcousticModel(loaded.session, layout);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new EarshotError(
      'model_corrupt',
      `The model file ${label} is not a network of the family ${family}: ${cause.message}.`,
      { cause },
    );
  }
}
