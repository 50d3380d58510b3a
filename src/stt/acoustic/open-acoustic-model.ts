import { EarshotError } from '../../errors.js';
import type { LoadedModel } from '../../inference/session.js';
import type { ModelFamily } from '../model-manifest.js';
import { type AcousticLayout, AcousticModel } from './acoustic-model.js';
import { chunkCtcLayout } from './chunk-ctc.js';
import { moonshineLayout } from './moonshine.js';
import { wav2vec2Layout } from './wav2vec2.js';
import { whisperLayout } from './whisper.js';
import { zipformer2Layout } from './zipformer2.js';

/** What drives the networks of each family. */
const layoutOf: Record<ModelFamily, (loaded: Loaded, units: readonly string[]) => AcousticLayout> = {
  'ctc-lexicon': chunkCtcLayout,
  'zipformer2-ctc': (loaded, units) => zipformer2Layout(loaded, 'log_probs', units),
  'zipformer2-transducer': (loaded, units) => zipformer2Layout(loaded, 'encoder_out', units),
  'wav2vec2-ctc': wav2vec2Layout,
  whisper: whisperLayout,
  moonshine: moonshineLayout,
};

type Loaded = Pick<LoadedModel, 'session' | 'metadata'>;

/**
 * The network of a family, ready to run.
 *
 * @param units Names of the units, blank first; a file that names them itself must name the same.
 * @param label What the file is called in an error message.
 * @throws EarshotError `model_corrupt` when the file is not such a network.
 */
export function openAcousticModel(
  family: ModelFamily,
  loaded: Loaded,
  units: readonly string[],
  label: string,
): AcousticModel {
  try {
    const layout = layoutOf[family](loaded, units);
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
