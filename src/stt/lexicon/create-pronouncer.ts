import type { ModelManifest } from '../model-manifest.js';
import { readModelFile } from '../read-model-file.js';
import { corrupt } from '../section-file.js';
import { GraphemeToPhone } from './grapheme-to-phone.js';
import type { Lexicon } from './lexicon.js';
import { PhonePronouncer } from './phone-pronouncer.js';
import { PiecePronouncer } from './piece-pronouncer.js';
import type { Pronouncer } from './pronouncer.js';
import { readSentencePiece } from './sentence-piece.js';

/**
 * The file of a model by which words are said that the lexicon lacks; undefined where it has none.
 *
 * @throws EarshotError `model_missing`, `model_corrupt`
 */
export function readPronunciation(directory: string, { files }: ModelManifest): Uint8Array | undefined {
  const file = 'g2p' in files ? files.g2p : files.pieces;
  return file && readModelFile(directory, file);
}

/**
 * @param pronunciation From {@link readPronunciation}.
 * @throws EarshotError `model_corrupt`
 */
export function createPronouncer(
  manifest: ModelManifest,
  lexicon: Lexicon,
  pronunciation: Uint8Array | undefined,
): Pronouncer {
  const { files } = manifest;
  if ('g2p' in files)
    return new PhonePronouncer(lexicon, GraphemeToPhone.open(pronunciation ?? new Uint8Array(0)));
  try {
    // Text is not decoded from shared memory.
    return new PiecePronouncer(lexicon.units, pronunciation && readSentencePiece(pronunciation.slice()));
  } catch (error) {
    throw error instanceof RangeError ? corrupt(files.pieces?.name ?? '', error.message) : error;
  }
}
