import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { EarshotError } from '../../errors.js';
import { loadTokenWriter } from '../encoder-decoder/open-token-writer.js';
import { searchTokens } from '../encoder-decoder/token-beam.js';
import { type ModelManifest, readModelManifest } from '../model-manifest.js';
import type { AdoptOptions } from './adopt-options.js';
import type { HuggingFaceModel } from './find-hugging-face-model.js';
import { NewModelFolder } from './new-model-folder.js';
import { tryNetwork } from './try-network.js';

/**
 * Sequences that live on, and how far they may fall behind: five is what Whisper's own decoding takes. Not tuned, as it
 * cannot be without the networks.
 */
const search = { beam: 3, maxActive: 5 };

/**
 * A word is as sure as its least sure token, less so where other readings have another in its place; made up so that an
 * even chance for each token is none for the word. Readings whose words are less likely than not are taken for noise.
 */
const confidence = {
  scale: 1,
  slope: 0.3,
  fit: 2,
  offset: 0.5,
  querySlope: 0.3,
  queryFit: 2,
  queryOffset: 0.5,
};

/** Makes a model folder of networks that write tokens; words by which phrases are known are those of the base. */
export async function adoptEncoderDecoder(
  { kind, network, decoder, tokenizer, writing }: HuggingFaceModel,
  { folder, out, base, onStep = () => {} }: AdoptOptions,
): Promise<ModelManifest> {
  if (kind === 'wav2vec2' || !decoder || !writing) throw new Error(`${kind} is no encoder with a decoder`);
  const from = readModelManifest(base);
  if (from.family !== 'ctc-lexicon') {
    throw new EarshotError(
      'invalid_request',
      `The base ${base} is a model of word pieces; name one of phones, such as Earshot's own (models/default).`,
    );
  }
  onStep(`trying the networks ${basename(network)} and ${basename(decoder)}`);
  const json = readFileSync(tokenizer, 'utf8');
  const acoustic = await tryNetwork(kind, network, [], async ({ outputDim }, encoded) => {
    const writer = await loadTokenWriter(decoder, json, writing);
    const options = { ...search, writing, most: 2, graphs: [] };
    await searchTokens(writer.network, encoded, outputDim, options);
  });

  onStep(`writing ${out}`);
  const made = new NewModelFolder(out);
  const ofBase = (name: string) => made.copy(join(base, name), name);
  const { units, lexicon, lm, g2p } = from.files;
  return made.finish({
    name: basename(resolve(folder)),
    version: '1',
    notes: `Adopted from ${basename(network)} and ${basename(decoder)}. Weights and licence are those of their makers. Not tuned; times of words are estimates.`,
    locales: from.locales,
    sampleRateHz: acoustic.sampleRateHz,
    search,
    confidence,
    family: kind,
    files: {
      acoustic: made.copy(network, 'encoder.onnx'),
      decoder: made.copy(decoder, 'decoder.onnx'),
      tokenizer: made.copy(tokenizer, 'tokenizer.json'),
      units: ofBase(units.name),
      lexicon: ofBase(lexicon.name),
      lm: ofBase(lm.name),
      g2p: ofBase(g2p.name),
    },
    writing,
  });
}
