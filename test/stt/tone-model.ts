// A streaming zipformer2 CTC "model" that can be understood: every unit is a chord of two tones, and the network reads
// the loudest chord out of the features. It has the inputs, outputs and metadata of the real ones, and hears everything
// two output frames late, through its state: whoever drives states wrongly loses sounds at the edges of chunks.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Field, protobuf, sentencePieceFile } from '../protobuf-writer.js';
import { axis, float, graphValue, int64, integers, node, onnxFile, tensor } from './onnx-writer.js';

export const pieces: readonly (readonly [piece: string, score: number])[] = [
  ...[...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => [letter, -6] as const),
  ["'", -7],
  ['▁', -5],
  ['▁THE', -3],
  ['▁A', -4],
  ['▁S', -4.5],
  ['ING', -4],
  ['ED', -4.4],
  ['ER', -4.3],
];
export const units = ['<blk>', '<sos/eos>', '<unk>', ...pieces.map(([piece]) => piece)];

const low = [20, 24, 28, 32, 36, 40, 44];
const high = [50, 53, 56, 59, 62, 65, 68];
const binsOf = (unit: number) => [low[unit % low.length], high[Math.floor(unit / low.length)]];
/** Of filter `bin` among 80 from 20 to 7600 Hz. */
const hertzOf = (bin: number) => {
  const mel = (hertz: number) => 1127 * Math.log(1 + hertz / 700);
  const step = (mel(7600) - mel(20)) / 81;
  return 700 * (Math.exp((mel(20) + (bin + 1) * step) / 1127) - 1);
};

/** Samples of a unit; its chord and the pause behind it. */
const chordSamples = 1920;
const pauseSamples = 1280;
export const secondsPerUnit = (chordSamples + pauseSamples) / 16_000;

/** The sound of units at 16 kHz, after a fifth of a second of near silence. */
export function sing(sequence: readonly string[]): Float32Array {
  const samples = new Float32Array(3200 + sequence.length * (chordSamples + pauseSamples));
  for (let at = 0; at < samples.length; at++) samples[at] = 1e-4 * Math.sin(at * at);
  sequence.forEach((name, index) => {
    const start = 3200 + index * (chordSamples + pauseSamples);
    for (const bin of binsOf(units.indexOf(name))) {
      const step = (2 * Math.PI * hertzOf(bin)) / 16_000;
      for (let at = 0; at < chordSamples; at++) samples[start + at] += 0.2 * Math.sin(at * step);
    }
  });
  return samples;
}

const swapped: Field = [5, protobuf([1, 'perm'], [8, 1], [8, 0], [8, 2], [20, 7])];

export interface ToneNetworkOptions {
  metadata?: Record<string, string>;
  /** @default 80 */
  features?: number;
  /** @default true */
  hasStates?: boolean;
  /** Whether it is the encoder of a transducer, which tells scores instead of log-probabilities. @default false */
  isEncoder?: boolean;
}

/** The ONNX file, written by hand (onnx.proto). */
export function toneNetwork({
  metadata,
  features = 80,
  hasStates = true,
  isEncoder = false,
}: ToneNetworkOptions = {}) {
  const output = isEncoder ? 'encoder_out' : 'log_probs';
  const weights = new Float32Array(features * units.length);
  const bias = new Float32Array(units.length).fill(-4);
  bias[0] = 0;
  for (let unit = 1; unit < units.length; unit++)
    for (const bin of binsOf(unit)) weights[bin * units.length + unit] = 1.5;
  const state = [
    graphValue(11, 'cached_key_0', float, [2, 'N', features]),
    graphValue(11, 'embed_states', float, ['N', 2, 3]),
    graphValue(11, 'processed_lens', int64, ['N']),
    graphValue(12, 'new_cached_key_0', float, [2, 'N', features]),
    graphValue(12, 'new_embed_states', float, ['N', 2, 3]),
    graphValue(12, 'new_processed_lens', int64, ['N']),
    node('Transpose', ['cached_key_0'], 'before', [swapped]),
    node('Concat', ['before', 'every_fourth'], 'seen', [axis(1)]),
    node('Slice', ['seen', 'zero', 'eight', 'one', 'one'], 'heard'),
    node('Slice', ['seen', 'eight', 'ten', 'one', 'one'], 'kept'),
    node('Transpose', ['kept'], 'new_cached_key_0', [swapped]),
    node('Identity', ['embed_states'], 'new_embed_states'),
    node('Add', ['processed_lens', 'sixteen'], 'new_processed_lens'),
  ];
  const graph = protobuf(
    [2, 'tones'],
    graphValue(11, 'x', float, ['N', 45, features]),
    graphValue(12, output, float, ['N', 8, units.length]),
    tensor('weights', [features, units.length], weights),
    tensor('bias', [units.length], bias),
    integers('zero', 0),
    integers('one', 1),
    integers('four', 4),
    integers('eight', 8),
    integers('ten', 10),
    integers('sixteen', 16),
    integers('chunk', 32),
    node('Slice', ['x', 'zero', 'chunk', 'one', 'four'], 'every_fourth'),
    ...(hasStates ? state : [node('Identity', ['every_fourth'], 'heard')]),
    node('MatMul', ['heard', 'weights'], 'product'),
    node('Add', ['product', 'bias'], 'scores'),
    isEncoder ? node('Identity', ['scores'], output) : node('LogSoftmax', ['scores'], output, [axis(2)]),
  );
  return onnxFile(graph, { model_type: 'zipformer2', T: '45', decode_chunk_len: '32', ...metadata });
}

/**
 * The decoder of a transducer: after a unit it expects nothing, and least of all the same one again, which is what a
 * sound of several frames would otherwise be taken for.
 */
export function toneDecoder(metadata: Record<string, string> = {}) {
  const table = new Float32Array(units.length ** 2);
  for (let unit = 1; unit < units.length; unit++) {
    table[unit * units.length] = 8;
    table[unit * units.length + unit] = -30;
  }
  const graph = protobuf(
    [2, 'before'],
    graphValue(11, 'y', int64, ['N', 2]),
    graphValue(12, 'decoder_out', float, ['N', units.length]),
    tensor('table', [units.length, units.length], table),
    tensor('last', [], BigInt64Array.of(1n)),
    node('Gather', ['y', 'last'], 'unit', [axis(1)]),
    node('Gather', ['table', 'unit'], 'decoder_out', [axis(0)]),
  );
  return onnxFile(graph, { context_size: '2', vocab_size: String(units.length), ...metadata });
}

/** The joiner of a transducer: adds up what was heard and what is expected. */
export function toneJoiner() {
  const graph = protobuf(
    [2, 'both'],
    graphValue(11, 'encoder_out', float, ['N', units.length]),
    graphValue(11, 'decoder_out', float, ['N', units.length]),
    graphValue(12, 'logit', float, ['N', units.length]),
    node('Add', ['encoder_out', 'decoder_out'], 'logit'),
  );
  return onnxFile(graph, {});
}

/** A folder as the sherpa-onnx project publishes them. */
export function writeToneModel(folder: string, options: ToneNetworkOptions = {}): void {
  mkdirSync(folder, { recursive: true });
  const write = (part: string, bytes: Uint8Array) =>
    writeFileSync(join(folder, `${part}-epoch-1-avg-1-chunk-16-left-128.onnx`), bytes);
  write(options.isEncoder ? 'encoder' : 'ctc', toneNetwork(options));
  if (options.isEncoder) {
    write('decoder', toneDecoder());
    write('joiner', toneJoiner());
  }
  writeFileSync(
    join(folder, 'tokens.txt'),
    `${units.map((name, unit) => `${name} ${unit}\n`).join('')}#0 ${units.length}\n`,
  );
  const marks = units.slice(0, 3).map((name) => [name, 0] as const);
  writeFileSync(join(folder, 'bpe.model'), sentencePieceFile([...marks, ...pieces]));
}
