import { join } from 'node:path';
import { loadModel } from '../inference/session.js';
import { openAcousticModel } from './acoustic/open-acoustic-model.js';
import { TokenVocabulary } from './encoder-decoder/token-vocabulary.js';
import { Lexicon } from './lexicon/lexicon.js';
import { readLexicon } from './lexicon/read-lexicon.js';
import { type ModelFamily, type ModelFile, readModelManifest } from './model-manifest.js';
import { readModelText } from './read-model-file.js';

/** What a model is. */
export interface ModelDescription {
  name: string;
  version: string;
  family: ModelFamily;
  notes?: string;
  locales: readonly string[];
  sampleRateHz: number;
  /** Number of units, and what they are. */
  units: number;
  unitKind: 'phones' | 'pieces' | 'letters' | 'tokens';
  /** Words of the lexicon, without its marks. */
  words: number;
  /** Whether the network hears an utterance as a whole; a chunk is then the most that it can hear. */
  isWhole: boolean;
  /** Sound that a run of the network moves on. */
  chunkMs: number;
  /** Sound behind a chunk that a run has to wait for besides. */
  lookAheadMs: number;
  /** How often the network tells a unit. */
  outputFrameMs: number;
  files: readonly ModelFile[];
}

const unitKindOf: Record<ModelFamily, ModelDescription['unitKind']> = {
  'ctc-lexicon': 'phones',
  'zipformer2-ctc': 'pieces',
  'zipformer2-transducer': 'pieces',
  'wav2vec2-ctc': 'letters',
  whisper: 'tokens',
  moonshine: 'tokens',
};

/**
 * Describes a model from its files, of which network, units and lexicon are opened and checked.
 *
 * @throws EarshotError `model_missing`, `model_corrupt`.
 */
export async function describeModel(directory: string): Promise<ModelDescription> {
  const manifest = readModelManifest(directory);
  const { name, version, family, notes, locales, sampleRateHz, files } = manifest;
  const lexicon = readLexicon(directory, manifest);
  const path = join(directory, files.acoustic.name);
  const loaded = await loadModel(path, { sha256: files.acoustic.sha256 });
  const acoustic = openAcousticModel(family, loaded, lexicon.units, path);
  const { isWhole, chunkFrames, windowFrames, frameShiftMs, subsampling } = acoustic;
  const tokens =
    'writing' in manifest
      ? new TokenVocabulary(readModelText(directory, manifest.files.tokenizer))
      : undefined;
  return {
    name,
    version,
    family,
    notes,
    locales,
    sampleRateHz,
    units: tokens?.size ?? lexicon.units.length,
    unitKind: unitKindOf[family],
    words: lexicon.wordCount - Lexicon.firstWord,
    isWhole,
    chunkMs: chunkFrames * frameShiftMs,
    lookAheadMs: (windowFrames - chunkFrames) * frameShiftMs,
    outputFrameMs: subsampling * frameShiftMs,
    files: Object.values(files),
  };
}
