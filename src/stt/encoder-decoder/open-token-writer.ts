import { join } from 'node:path';
import { EarshotError } from '../../errors.js';
import { type LoadModelOptions, loadModel } from '../../inference/session.js';
import type { ModelManifest, WritingOptions } from '../model-manifest.js';
import { readModelText } from '../read-model-file.js';
import { DecoderNetwork } from './decoder-network.js';
import type { TokenWriter } from './encoder-decoder.js';

/**
 * Decoder and tokens of a model; undefined where it has none.
 *
 * @throws EarshotError `model_missing`, `model_corrupt`, `provider_unavailable`.
 */
export async function openTokenWriter(
  directory: string,
  manifest: ModelManifest,
  options: Omit<LoadModelOptions, 'sha256'>,
): Promise<TokenWriter | undefined> {
  if (!('writing' in manifest)) return undefined;
  const { decoder, tokenizer } = manifest.files;
  const json = readModelText(directory, tokenizer);
  return loadTokenWriter(join(directory, decoder.name), json, manifest.writing, {
    ...options,
    sha256: decoder.sha256,
  });
}

/**
 * @param decoder Path of the network.
 * @param tokenizer Content of `tokenizer.json`.
 * @throws EarshotError `model_missing`, `model_corrupt`, `provider_unavailable`.
 */
export async function loadTokenWriter(
  decoder: string,
  tokenizer: string,
  writing: WritingOptions,
  options: LoadModelOptions = {},
): Promise<TokenWriter> {
  // What checks its file takes memory in every thread, and few models have one.
  const { TokenVocabulary } = await import('./token-vocabulary.js');
  const { session } = await loadModel(decoder, options);
  try {
    return { network: new DecoderNetwork(session), vocabulary: new TokenVocabulary(tokenizer), writing };
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new EarshotError(
      'model_corrupt',
      `${decoder} and its tokenizer.json are not those of Whisper or Moonshine: ${cause.message}.`,
      { cause },
    );
  }
}
