import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { EarshotError } from '../../errors.js';
import type { WritingOptions } from '../model-manifest.js';
import { whyInvalid } from '../why-invalid.js';
import { adoptable } from './find-public-model.js';

const token = z.int().nullish();
const tokens = z.array(z.int()).nullish();
/** Place and token; older settings name them so. */
const forced = z.array(z.tuple([z.int(), token])).nullish();
const config = z.object({
  model_type: z.enum(['whisper', 'moonshine', 'wav2vec2']),
  decoder_start_token_id: token,
  eos_token_id: token,
  max_target_positions: z.int().nullish(),
  max_position_embeddings: z.int().nullish(),
  suppress_tokens: tokens,
  begin_suppress_tokens: tokens,
  forced_decoder_ids: forced,
});
const generation = z.object({
  lang_to_id: z.record(z.string(), z.int()).nullish(),
  task_to_id: z.record(z.string(), z.int()).nullish(),
  no_timestamps_token_id: token,
  suppress_tokens: tokens,
  begin_suppress_tokens: tokens,
  forced_decoder_ids: forced,
});

/** Files of a model by their paths, with what its settings say. */
export interface HuggingFaceModel {
  kind: 'whisper' | 'moonshine' | 'wav2vec2';
  /** The network that listens. */
  network: string;
  /** The one that writes; wav2vec 2.0 has none. */
  decoder?: string;
  /** `tokenizer.json`, and of wav2vec 2.0 `vocab.json`. */
  tokenizer: string;
  /** How tokens are written; wav2vec 2.0 has none. */
  writing?: WritingOptions;
}

/** A decoder that repeats itself would go on to the end of its memory: Moonshine's own limit for English, and ours. */
const moonshineTokensPerSecond = 6.5;
const whisperTokensPerSecond = 15;

/**
 * Looks through a folder as Hugging Face's hub has them, networks in `onnx` or beside the settings; undefined where
 * there is no `config.json`.
 *
 * @param wanted Name of the ONNX file that listens, where there are several.
 * @throws EarshotError `model_missing`, `model_corrupt`, `invalid_request`; the message says what to do.
 */
export function findHuggingFaceModel(folder: string, wanted?: string): HuggingFaceModel | undefined {
  if (!existsSync(join(folder, 'config.json'))) return undefined;
  const settings = read(join(folder, 'config.json'), config);
  const kind = settings.model_type;
  const missing = (name: string) =>
    new EarshotError('model_missing', `There is no ${name} in ${folder}. ${adoptable}`);
  const within = existsSync(join(folder, 'onnx')) ? join(folder, 'onnx') : folder;
  const names = readdirSync(within);
  const [listens, writes] =
    kind === 'wav2vec2' ? ['model', undefined] : ['encoder_model', 'decoder_model_merged'];
  const candidates = names.filter((name) => name.startsWith(listens) && name.endsWith('.onnx')).sort();
  const plain = `${listens}.onnx`;
  const network = wanted ?? (candidates.includes(plain) || candidates.length === 0 ? plain : candidates[0]);
  if (wanted === undefined && candidates.length > 1 && !candidates.includes(plain)) {
    throw new EarshotError(
      'invalid_request',
      `There are several networks in ${within}; name one of them: ${candidates.join(', ')}.`,
    );
  }
  // encoder_model_quantized.onnx goes with decoder_model_merged_quantized.onnx.
  const decoder = writes && network.replace(listens, writes);
  for (const name of [network, decoder]) if (name && !names.includes(name)) throw missing(name);
  const tokenizer = kind === 'wav2vec2' ? 'vocab.json' : 'tokenizer.json';
  if (!existsSync(join(folder, tokenizer))) throw missing(tokenizer);
  return {
    kind,
    network: join(within, network),
    tokenizer: join(folder, tokenizer),
    ...(decoder && { decoder: join(within, decoder), writing: writingOf(folder, settings) }),
  };
}

function writingOf(folder: string, settings: z.infer<typeof config>): WritingOptions {
  const path = join(folder, 'generation_config.json');
  const more = existsSync(path) ? read(path, generation) : {};
  const { decoder_start_token_id: start, eos_token_id: end, max_target_positions: positions } = settings;
  if (typeof start !== 'number' || typeof end !== 'number') {
    throw new EarshotError(
      'model_corrupt',
      `${join(folder, 'config.json')} does not name the tokens that a text begins and ends with (decoder_start_token_id, eos_token_id).`,
    );
  }
  const places = more.forced_decoder_ids ?? settings.forced_decoder_ids ?? [];
  // A model of many languages is told which; those of one, what their makers had it told.
  const told = more.lang_to_id
    ? present(more.lang_to_id['<|en|>'], more.task_to_id?.transcribe)
    : present(...places.map(([, id]) => id));
  const prompt = [...new Set([start, ...told, ...present(more.no_timestamps_token_id)])];
  const isWhisper = settings.model_type === 'whisper';
  const most = positions ?? settings.max_position_embeddings ?? 448;
  return {
    prompt,
    end,
    suppressed: usable(more.suppress_tokens ?? settings.suppress_tokens),
    suppressedFirst: usable(more.begin_suppress_tokens ?? settings.begin_suppress_tokens),
    // Whisper keeps the other half for the text before (Radford et al. 2022).
    mostTokens: (isWhisper ? Math.floor(most / 2) : most) - prompt.length,
    mostTokensPerSecond: isWhisper ? whisperTokensPerSecond : moonshineTokensPerSecond,
  };
}

function present(...ids: readonly (number | null | undefined)[]): number[] {
  return ids.filter((id) => typeof id === 'number');
}

function usable(ids: readonly number[] | null | undefined): number[] {
  return (ids ?? []).filter((id) => id >= 0);
}

function read<T>(path: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    throw new EarshotError('model_corrupt', `${path} cannot be used: ${whyInvalid(cause)}. ${adoptable}`, {
      cause,
    });
  }
}
