import { readModelManifest } from '../model-manifest.js';
import { createPronouncer, readPronunciation } from './create-pronouncer.js';
import type { Lexicon } from './lexicon.js';
import type { Pronouncer } from './pronouncer.js';
import { readLexicon } from './read-lexicon.js';

/**
 * The lexicon of a model and a pronouncer over it, without its network.
 *
 * @param directory Folder with `model.json`.
 * @throws EarshotError `model_missing`, `model_corrupt`
 */
export function openPronouncer(directory: string): { lexicon: Lexicon; pronouncer: Pronouncer } {
  const manifest = readModelManifest(directory);
  const lexicon = readLexicon(directory, manifest);
  return { lexicon, pronouncer: createPronouncer(manifest, lexicon, readPronunciation(directory, manifest)) };
}
