import { readModelFile, readModelManifest } from '../model-manifest.js';
import { GraphemeToPhone } from './grapheme-to-phone.js';
import { Lexicon } from './lexicon.js';
import { Pronouncer } from './pronouncer.js';

/**
 * The lexicon of a model and a pronouncer over it, without its network.
 *
 * @param directory Folder with `model.json`.
 * @throws EarshotError `model_missing`, `model_corrupt`
 */
export function openPronouncer(directory: string): { lexicon: Lexicon; pronouncer: Pronouncer } {
  const { files } = readModelManifest(directory);
  const lexicon = Lexicon.open(readModelFile(directory, files.lexicon), files.lexicon.name);
  const g2p = GraphemeToPhone.open(readModelFile(directory, files.g2p));
  return { lexicon, pronouncer: new Pronouncer(lexicon, g2p) };
}
