import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { EarshotError } from '../../errors.js';
import { readLetterTable } from '../lexicon/letter-table.js';
import { Lexicon } from '../lexicon/lexicon.js';
import { PiecePronouncer } from '../lexicon/piece-pronouncer.js';
import { readLexicon } from '../lexicon/read-lexicon.js';
import { readSentencePiece } from '../lexicon/sentence-piece.js';
import { readTokenTable } from '../lexicon/token-table.js';
import { type ModelManifest, readModelManifest } from '../model-manifest.js';
import type { SearchOptions } from '../search/search-options.js';
import { loadTransducer } from '../transducer/open-transducer.js';
import { adoptEncoderDecoder } from './adopt-encoder-decoder.js';
import type { AdoptOptions } from './adopt-options.js';
import { findHuggingFaceModel } from './find-hugging-face-model.js';
import { adoptable, findPublicModel, type PublicModelFiles } from './find-public-model.js';
import { NewModelFolder } from './new-model-folder.js';
import { spellLexicon } from './spell-lexicon.js';
import { tryNetwork } from './try-network.js';

/** Less of the lexicon than this can be written by a model of another language only. */
const leastShare = 0.9;

/**
 * Not tuned, as it cannot be without the network: one of word pieces has learnt much of the language by itself, so that
 * less of ours is added than to one of phones, and its blanks are taken as they are.
 */
const searchOf: Record<PublicModelFiles['family'], Partial<SearchOptions>> = {
  'zipformer2-ctc': { lmWeight: 0.5, blankBonus: 0, maxUnits: 32 },
  'wav2vec2-ctc': { lmWeight: 0.5, blankBonus: 0, maxUnits: 32 },
  // Sequences that live on: icefall and sherpa-onnx have 4; rare names that are listed need a few more.
  'zipformer2-transducer': { blankBonus: 0, maxActive: 8 },
};

/**
 * Makes a model folder of a public one: the words of another model, spelled in the pieces of this one in the same order,
 * so that the language model can be used as it is.
 *
 * @throws EarshotError `model_missing`, `model_corrupt`, `invalid_request`; the message says what to do.
 */
export async function adoptModel(options: AdoptOptions): Promise<ModelManifest> {
  const { folder, out, onStep = () => {} } = options;
  if (existsSync(join(out, 'model.json'))) {
    throw new EarshotError('invalid_request', `There is already a model in ${out}; name another folder.`);
  }
  const hub = findHuggingFaceModel(folder, options.network);
  if (hub?.decoder) return adoptEncoderDecoder(hub, options);
  const found: PublicModelFiles = hub
    ? { family: 'wav2vec2-ctc', network: hub.network, tokens: hub.tokenizer }
    : findPublicModel(folder, options.network);
  return adoptWithLexicon(found, { ...options, onStep });
}

async function adoptWithLexicon(
  found: PublicModelFiles,
  { folder, out, base, onStep = () => {} }: AdoptOptions,
): Promise<ModelManifest> {
  const { family, network, tokens, pieces } = found;
  const readUnits = family === 'wav2vec2-ctc' ? readLetterTable : readTokenTable;
  const units = usable(tokens, () => readUnits(readFileSync(tokens, 'utf8')));
  const vocabulary =
    pieces === undefined ? undefined : usable(pieces, () => readSentencePiece(readFileSync(pieces)));
  onStep(`trying the network ${basename(network)}`);
  const acoustic = await tryNetwork(family, network, units, ({ outputDim }, encoded) =>
    tryBehind(found, units.length, encoded.slice(0, outputDim)),
  );

  const from = readModelManifest(base);
  const isUnsure = family !== 'wav2vec2-ctc' && !vocabulary;
  const words = readLexicon(base, from);
  onStep(
    `spelling ${words.wordCount - Lexicon.firstWord} words in ${units.length} units${isUnsure ? ', as few as can be: there is no bpe.model' : ''}`,
  );
  const { bytes, share } = spellLexicon(words, units, new PiecePronouncer(units, vocabulary));
  if (share < leastShare) {
    throw new EarshotError(
      'model_corrupt',
      `Only ${Math.floor(share * 100)} % of the words in ${base} can be written with the units of ${folder}. Is it a model of another language? Name one with words of that language as the base.`,
    );
  }

  onStep(`writing ${out}`);
  const made = new NewModelFolder(out);
  const files = {
    acoustic: made.copy(network, 'acoustic.onnx'),
    units: made.write(`${units.join('\n')}\n`, 'units.txt'),
    lexicon: made.write(bytes, 'lexicon.bin'),
    lm: made.copy(join(base, from.files.lm.name), 'lm.bin'),
    ...(pieces && { pieces: made.copy(pieces, 'pieces.model') }),
  };
  const common = {
    name: basename(resolve(folder)),
    version: '1',
    notes: `Adopted from ${basename(network)}. Weights and licence are those of its makers; words and language model are from ${from.name} ${from.version}. Not tuned.`,
    locales: from.locales,
    sampleRateHz: acoustic.sampleRateHz,
    search: searchOf[family],
  };
  if (family !== 'zipformer2-transducer') return made.finish({ ...common, family, files });
  const decoder = made.copy(found.decoder, 'decoder.onnx');
  const joiner = made.copy(found.joiner, 'joiner.onnx');
  return made.finish({ ...common, family, files: { ...files, decoder, joiner } });
}

/**
 * Runs the networks behind an encoder, if there are any.
 * @param encoded what the encoder told of one frame
 */
async function tryBehind(found: PublicModelFiles, units: number, encoded: Float32Array): Promise<void> {
  if (found.family !== 'zipformer2-transducer') return;
  const networks = await loadTransducer({ path: found.decoder }, { path: found.joiner }, units);
  const predicted = await networks.predict([new Array<number>(networks.contextSize).fill(0)]);
  await networks.join(encoded, predicted, 1);
}

/** @throws EarshotError `model_corrupt` in place of RangeError. */
function usable<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new EarshotError('model_corrupt', `${path} cannot be used: ${cause.message}. ${adoptable}`, {
      cause,
    });
  }
}
