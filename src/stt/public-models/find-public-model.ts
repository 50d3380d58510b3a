import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { EarshotError } from '../../errors.js';

/** Files of a public model by their paths. */
export type PublicModelFiles = CtcFiles | TransducerFiles;

interface CtcFiles extends FilesOfAny {
  family: 'zipformer2-ctc' | 'wav2vec2-ctc';
}

interface TransducerFiles extends FilesOfAny {
  family: 'zipformer2-transducer';
  decoder: string;
  joiner: string;
}

interface FilesOfAny {
  /** The network that listens: the only one of a CTC model, the encoder of a transducer. */
  network: string;
  /** Names the units. */
  tokens: string;
  /** SentencePiece file. */
  pieces?: string;
}

/** What can be adopted, for error messages. */
export const adoptable =
  'Earshot takes streaming zipformer2 networks of 16 kHz, CTC or transducers, as in the folders named sherpa-onnx-streaming-zipformer-* of the sherpa-onnx project; and Whisper, Moonshine and wav2vec 2.0 (CTC) as ONNX files in the layout of the Hugging Face hub, with config.json beside them.';

/**
 * Looks through a folder as sherpa-onnx publishes them.
 *
 * @param wanted Name of the ONNX file that listens, where there are several.
 * @throws EarshotError `model_missing`, `invalid_request`; the message says what to do.
 */
export function findPublicModel(folder: string, wanted: string | undefined): PublicModelFiles {
  const missing = (reason: string) => new EarshotError('model_missing', `${reason} ${adoptable}`);
  if (!existsSync(folder)) throw missing(`There is no folder ${folder}.`);
  const names = readdirSync(folder).sort();
  const networks = names.filter((name) => name.endsWith('.onnx'));
  if (networks.length === 0) throw missing(`There is no ONNX file in ${folder}.`);
  if (isOfSherpaOnnxAlone(networks)) {
    throw missing(
      `The model in ${folder} is laid out as sherpa-onnx has Whisper or Moonshine; take it from the Hugging Face hub instead (earshot model list).`,
    );
  }
  const only = (list: string[]) => (list.length === 1 ? list[0] : undefined);
  // Computed in eight bits, the streams of a batch share ranges: what one hears would depend on the others.
  const whole = (list: string[]) => only(list) ?? only(list.filter((name) => !/int8|fp16/.test(name)));
  const has = (part: string) => networks.some((name) => name.startsWith(part));
  const isTransducer = has('joiner') || (has('encoder') && has('decoder'));
  const candidates = isTransducer ? networks.filter((name) => name.startsWith('encoder')) : networks;
  const network = wanted ?? whole(candidates);
  if (network === undefined && candidates.length > 0) {
    throw new EarshotError(
      'invalid_request',
      `There are several networks in ${folder}; name one of them: ${candidates.join(', ')}.`,
    );
  }
  if (network === undefined || !names.includes(network))
    throw missing(`There is no ${network ?? 'encoder (encoder*.onnx)'} in ${folder}.`);
  /** What belongs to the encoder: of the same name but for its part, or the only one there is. */
  const partner = (part: 'decoder' | 'joiner') => {
    const same = network.replace('encoder', part);
    const found = names.includes(same) ? same : whole(networks.filter((name) => name.startsWith(part)));
    if (found === undefined) throw missing(`There is no ${part} for ${network} in ${folder}.`);
    return join(folder, found);
  };
  if (!names.includes('tokens.txt')) {
    throw missing(
      `There is no tokens.txt in ${folder}, which names the units; take it from where the network is from.`,
    );
  }
  const pieces = names.includes('bpe.model')
    ? 'bpe.model'
    : only(names.filter((name) => name.endsWith('.model')));
  const common = {
    network: join(folder, network),
    tokens: join(folder, 'tokens.txt'),
    pieces: pieces && join(folder, pieces),
  };
  if (!isTransducer) return { ...common, family: 'zipformer2-ctc' };
  const [decoder, joiner] = [partner('decoder'), partner('joiner')];
  return { ...common, family: 'zipformer2-transducer', decoder, joiner };
}

/** Whisper as `tiny.en-encoder.onnx`, Moonshine as `preprocess.onnx` with three more: cut otherwise than the hub has them. */
function isOfSherpaOnnxAlone(networks: readonly string[]): boolean {
  const has = (form: RegExp) => networks.some((name) => form.test(name));
  return (has(/-encoder\b/) && has(/-decoder\b/)) || (has(/^preprocess\b/) && has(/^uncached_decode\b/));
}
