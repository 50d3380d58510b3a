import { EarshotError } from '../errors.js';
import type { BiasParts } from './bias.js';
import { createPronouncer, readPronunciation } from './lexicon/create-pronouncer.js';
import { Lexicon, type LexiconArrays } from './lexicon/lexicon.js';
import type { Pronouncer } from './lexicon/pronouncer.js';
import { readLexicon } from './lexicon/read-lexicon.js';
import { type NgramArrays, NgramModel } from './lm/ngram-model.js';
import type { ModelManifest } from './model-manifest.js';
import { readModelFile, readModelText } from './read-model-file.js';
import { restoreModel } from './restore-model.js';
import { buildLookAheadIndex, type LookAheadIndex } from './search/look-ahead.js';
import { buildSearchTree, type SearchTree } from './search/search-graph.js';
import { defaultSearchOptions, type SearchOptions } from './search/search-options.js';

/** Words and language of a model on shared memory; post it to the other workers so that they share one copy. */
export interface LanguageResources {
  manifest: ModelManifest;
  lexicon: LexiconArrays;
  lm: NgramArrays;
  /** How words are said that the lexicon lacks, see readPronunciation. */
  pronunciation: Uint8Array | undefined;
  lookAhead: Float32Array;
  lookAheadIndex: LookAheadIndex;
  search: SearchOptions;
}

/**
 * Reads and checks everything of a model but its network.
 *
 * @param manifest From `readModelManifest`. It is not read here: what checks it is too much to load in every thread.
 * @throws EarshotError `model_missing`, `model_corrupt`.
 */
export function loadLanguageResources(
  directory: string,
  manifest: ModelManifest,
  search: Partial<SearchOptions> = {},
): LanguageResources {
  const { files } = manifest;
  const options: SearchOptions = { ...defaultSearchOptions, ...manifest.search, ...search };
  const lexicon = readLexicon(directory, manifest);
  const lm = NgramModel.open(readModelFile(directory, files.lm), files.lm.name);
  if (lm.vocabularyDigest !== lexicon.digest || lm.vocabularySize !== lexicon.wordCount) {
    throw new EarshotError(
      'model_corrupt',
      `${files.lm.name} and ${files.lexicon.name} in ${directory} do not belong together. ${restoreModel}`,
    );
  }
  const units = readModelText(directory, files.units).trim().split(/\s+/);
  if (units.join(' ') !== lexicon.units.join(' ')) {
    throw new EarshotError(
      'model_corrupt',
      `${files.units.name} and ${files.lexicon.name} in ${directory} have different units. ${restoreModel}`,
    );
  }
  const tree = weightedTree(lexicon, lm, options);
  return {
    manifest,
    lexicon: lexicon.arrays,
    lm: lm.arrays,
    pronunciation: readPronunciation(directory, manifest),
    lookAhead: tree.lookAhead,
    lookAheadIndex: buildLookAheadIndex(lexicon),
    search: options,
  };
}

/** Words and language of a model in use; the pronouncer is made when it is first asked for. */
export function languageOf(resources: LanguageResources): BiasParts {
  const lexicon = new Lexicon(resources.lexicon);
  let pronouncer: Pronouncer | undefined;
  return {
    lexicon,
    lm: new NgramModel(resources.lm),
    search: resources.search,
    get pronouncer() {
      pronouncer ??= createPronouncer(resources.manifest, lexicon, resources.pronunciation);
      return pronouncer;
    },
  };
}

/** The lexicon's tree with the best score, without context, of a word below each node. */
export function weightedTree(
  lexicon: Lexicon,
  lm: NgramModel,
  { lmWeight, wordBonus }: SearchOptions,
): SearchTree {
  return buildSearchTree(lexicon, (word) => lmWeight * lm.unigramLogProb(word) + wordBonus);
}
