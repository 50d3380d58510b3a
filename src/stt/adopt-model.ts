import { constants, copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { EarshotError } from '../errors.js';
import { loadModel } from '../inference/session.js';
import { makeFolders } from '../make-folders.js';
import type { AcousticModel } from './acoustic/acoustic-model.js';
import { openAcousticModel } from './acoustic/open-acoustic-model.js';
import { describeFile } from './describe-file.js';
import { adoptable, findPublicModel, type PublicModelFiles } from './find-public-model.js';
import { Lexicon, type LexiconEntry } from './lexicon/lexicon.js';
import { PiecePronouncer } from './lexicon/piece-pronouncer.js';
import { readSentencePiece } from './lexicon/sentence-piece.js';
import { readTokenTable } from './lexicon/token-table.js';
import { type ModelManifest, readModelManifest } from './model-manifest.js';
import { readModelFile } from './read-model-file.js';
import type { SearchOptions } from './search/search-options.js';
import { loadTransducer } from './transducer/open-transducer.js';

export interface AdoptOptions {
  /**
   * Folder of the public model: one ONNX file, or encoder, decoder and joiner; `tokens.txt` and best of all
   * `bpe.model`.
   */
  folder: string;
  /** Folder to make. */
  out: string;
  /** Folder of the model whose words and language model are taken over. */
  base: string;
  /** Name of the ONNX file, or of the encoder, where the folder has several. */
  network?: string;
  /** Told what is being done. */
  onStep?(step: string): void;
}

/** Less of the lexicon than this can be written by a model of another language only. */
const leastShare = 0.9;

/**
 * Not tuned, as it cannot be without the network: one of word pieces has learnt much of the language by itself, so that
 * less of ours is added than to one of phones, and its blanks are taken as they are.
 */
const searchOf: Record<PublicModelFiles['family'], Partial<SearchOptions>> = {
  'zipformer2-ctc': { lmWeight: 0.5, blankBonus: 0, maxUnits: 32 },
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
  const { folder, out, base, onStep = () => {} } = options;
  if (existsSync(join(out, 'model.json'))) {
    throw new EarshotError('invalid_request', `There is already a model in ${out}; name another folder.`);
  }
  const found = findPublicModel(folder, options.network);
  const units = usable(found.tokens, () => readTokenTable(readFileSync(found.tokens, 'utf8')));
  const { pieces } = found;
  const vocabulary =
    pieces === undefined ? undefined : usable(pieces, () => readSentencePiece(readFileSync(pieces)));
  onStep(`trying the network ${basename(found.network)}`);
  const acoustic = await tryNetworks(found, units);

  const from = readModelManifest(base);
  const { lexicon: words, lm } = from.files;
  const lexicon = Lexicon.open(readModelFile(base, words), words.name);
  onStep(
    `spelling ${lexicon.wordCount - 3} words in ${units.length} units${vocabulary ? '' : ', as few as can be: there is no bpe.model'}`,
  );
  const pronouncer = new PiecePronouncer(units, vocabulary);
  const { bytes, share } = compile(lexicon, units, pronouncer);
  if (share < leastShare) {
    throw new EarshotError(
      'model_corrupt',
      `Only ${Math.floor(share * 100)} % of the words in ${base} can be written with the units of ${folder}. Is it a model of another language? Name one with words of that language as the base.`,
    );
  }

  onStep(`writing ${out}`);
  makeFolders(out);
  const copy = (source: string, name: string) => {
    copyFileSync(source, join(out, name), constants.COPYFILE_FICLONE);
    return describeFile(out, name);
  };
  const write = (content: string | Uint8Array, name: string) => {
    writeFileSync(join(out, name), content);
    return describeFile(out, name);
  };
  const files = {
    acoustic: copy(found.network, 'acoustic.onnx'),
    units: write(`${units.join('\n')}\n`, 'units.txt'),
    lexicon: write(bytes, 'lexicon.bin'),
    lm: copy(join(base, lm.name), 'lm.bin'),
    ...(pieces && { pieces: copy(pieces, 'pieces.model') }),
  };
  const manifest: ModelManifest = {
    name: basename(resolve(folder)),
    version: '1',
    notes: `Adopted from ${basename(found.network)}. Weights and licence are those of its makers; words and language model are from ${from.name} ${from.version}. Not tuned.`,
    locales: from.locales,
    sampleRateHz: acoustic.sampleRateHz,
    search: searchOf[found.family],
    ...(found.decoder && found.joiner
      ? {
          family: 'zipformer2-transducer',
          files: {
            ...files,
            decoder: copy(found.decoder, 'decoder.onnx'),
            joiner: copy(found.joiner, 'joiner.onnx'),
          },
        }
      : { family: 'zipformer2-ctc', files }),
  };
  // Last: a folder without it is no model.
  writeFileSync(join(out, 'model.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
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

/** Loads the networks and has them hear a window of two streams. */
async function tryNetworks(
  { family, network: path, decoder, joiner }: PublicModelFiles,
  units: readonly string[],
): Promise<AcousticModel> {
  try {
    const acoustic = openAcousticModel(family, await loadModel(path), units, path);
    const { windowFrames, chunkFrames, featureDim, subsampling } = acoustic;
    const items = [1, 2].map(() => ({
      state: acoustic.createState(),
      features: new Float32Array(windowFrames * featureDim),
    }));
    const [first] = await acoustic.run(items);
    const expected = (chunkFrames / subsampling) * acoustic.outputDim;
    if (first.length !== expected)
      throw new RangeError(`it gives ${first.length} values for a window and not ${expected}`);
    if (decoder && joiner) {
      const networks = await loadTransducer({ path: decoder }, { path: joiner }, units.length);
      const predicted = await networks.predict([new Array<number>(networks.contextSize).fill(0)]);
      await networks.join(first.slice(0, acoustic.outputDim), predicted, 1);
    }
    return acoustic;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const known = cause instanceof EarshotError;
    const detail = known ? reason : `The network ${path} cannot be run: ${reason}.`;
    throw new EarshotError(known ? cause.code : 'model_corrupt', `${detail} ${adoptable}`, { cause });
  }
}

function compile(lexicon: Lexicon, units: readonly string[], pronouncer: PiecePronouncer) {
  const unitOf = new Map(units.map((name, index) => [name, index]));
  const entries: LexiconEntry[] = [];
  let spelled = 0;
  for (let id = Lexicon.unknown + 1; id < lexicon.wordCount; id++) {
    const word = lexicon.word(id);
    const ways = pronouncer.ofToken(word);
    if (ways.length > 0) spelled++;
    entries.push({
      word,
      pronunciations: ways.map((pieces) => pieces.map((piece) => unitOf.get(piece)!)),
    });
  }
  return { bytes: Lexicon.pack(entries, units), share: spelled / entries.length };
}
