import type { ModelManifest } from '../model-manifest.js';
import { readModelFile } from '../read-model-file.js';
import { Lexicon } from './lexicon.js';

/**
 * The lexicon of a model.
 *
 * @param directory Folder of the model.
 * @throws EarshotError `model_missing`, `model_corrupt`
 */
export function readLexicon(directory: string, { files }: ModelManifest): Lexicon {
  return Lexicon.open(readModelFile(directory, files.lexicon), files.lexicon.name);
}
