import { join } from 'node:path';
import { loadModel } from '../inference/session.js';
import { openAcousticModel } from './acoustic/open-acoustic-model.js';
import { Lexicon } from './lexicon/lexicon.js';
import { type ModelFamily, type ModelFile, readModelManifest } from './model-manifest.js';
import { readModelFile } from './read-model-file.js';

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
  unitKind: 'phones' | 'pieces';
  /** Words of the lexicon, without its three marks. */
  words: number;
  /** Sound that a run of the network moves on. */
  chunkMs: number;
  /** The same where nobody looks at partial results; as {@link chunkMs} for most models. */
  longChunkMs: number;
  /** Sound behind a chunk that a run has to wait for besides. */
  lookAheadMs: number;
  /** How often the network tells a unit. */
  outputFrameMs: number;
  files: readonly ModelFile[];
}

/**
 * Describes a model from its files, of which network, units and lexicon are opened and checked.
 *
 * @throws EarshotError `model_missing`, `model_corrupt`.
 */
export async function describeModel(directory: string): Promise<ModelDescription> {
  const manifest = readModelManifest(directory);
  const { name, version, family, notes, locales, sampleRateHz, files } = manifest;
  const lexicon = Lexicon.open(readModelFile(directory, files.lexicon), files.lexicon.name);
  const path = join(directory, files.acoustic.name);
  const loaded = await loadModel(path, { sha256: files.acoustic.sha256 });
  const acoustic = openAcousticModel(family, loaded, lexicon.units, path);
  const { chunkFrames, longChunkFrames, windowFrames, frameShiftMs, subsampling } = acoustic;
  return {
    name,
    version,
    family,
    notes,
    locales,
    sampleRateHz,
    units: lexicon.units.length,
    unitKind: family === 'ctc-lexicon' ? 'phones' : 'pieces',
    words: lexicon.wordCount - 3,
    chunkMs: chunkFrames * frameShiftMs,
    longChunkMs: longChunkFrames * frameShiftMs,
    lookAheadMs: (windowFrames - chunkFrames) * frameShiftMs,
    outputFrameMs: subsampling * frameShiftMs,
    files: Object.values(files),
  };
}
