// Networks that hear an utterance as a whole, in the layouts of wav2vec 2.0 and Moonshine, and can be understood: every
// unit is a tone, six frames long and followed by four of silence.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { joinFloats } from '../../src/audio/join-floats.js';
import { type Field, protobuf } from '../protobuf-writer.js';
import { axis, float, graphValue, int64, integers, node, onnxFile, tensor } from './onnx-writer.js';

const letters = [...'abcdefghijklmnopqrstuvwxyz', "'"];
/** As in `vocab.json` of wav2vec 2.0. */
const letterUnits = ['<pad>', '|', ...letters];
/** As in `tokenizer.json` of Moonshine; the first ends a text, the second begins it. */
export const tokens = [
  '</s>',
  '<s>',
  '▁',
  ...letters,
  '▁t',
  '▁th',
  '▁the',
  '▁T',
  'T',
  '.',
  '<0xC3>',
  '<0xA9>',
];
const merges = ['▁ t', '▁t h', '▁th e', '▁ T'];

const toneFrames = 6;
const framesOfUnit = 10;

/** How the tones of a network sound. */
export interface Tones {
  units: readonly string[];
  /** Samples. */
  frame: number;
}
export const letterTones: Tones = { units: letterUnits, frame: 320 };
export const tokenTones: Tones = { units: tokens, frame: 384 };

/** Cycles of a unit's tone in a frame; whole, so that tones do not disturb each other. */
const cyclesOf = (unit: number) => 5 + 3 * unit;

/**
 * The sound of units at 16 kHz. `a|b` is both at once, the first a little louder; a pause of seconds is a number.
 */
export function sing(sequence: readonly (string | number)[], { units, frame }: Tones): Float32Array {
  const parts = sequence.map((item) => {
    if (typeof item === 'number') return new Float32Array(Math.round((item * 16_000) / frame) * frame);
    const samples = new Float32Array(framesOfUnit * frame);
    const names = item.length > 1 ? item.split('|').filter(Boolean) : [item];
    (names.length > 0 ? names : [item]).forEach((name, rank) => {
      const step = (2 * Math.PI * cyclesOf(units.indexOf(name))) / frame;
      for (let at = 0; at < toneFrames * frame; at++)
        samples[at] += (rank === 0 ? 0.3 : 0.29) * Math.sin(at * step);
    });
    return samples;
  });
  return joinFloats(parts);
}

const attribute = (name: string, value: number): Field => [5, protobuf([1, name], [3, value], [20, 2])];

/**
 * Scores of the units in every frame: each unit's share of the energy, and a threshold in place of the first unit, which
 * stands for silence. `input_values` [N, samples] to `output` [N, frames, units].
 */
function listener({ units, frame }: Tones, output: string): Uint8Array {
  const [sines, cosines] = [Math.sin, Math.cos].map((wave) => {
    const weights = new Float32Array(units.length * frame);
    for (let unit = 1; unit < units.length; unit++) {
      const step = (2 * Math.PI * cyclesOf(unit)) / frame;
      for (let at = 0; at < frame; at++) weights[unit * frame + at] = wave(at * step);
    }
    return weights;
  });
  const bias = new Float32Array(units.length);
  bias[0] = 8;
  const strides: Field = [5, protobuf([1, 'strides'], [8, frame], [20, 7])];
  const swapped: Field = [5, protobuf([1, 'perm'], [8, 0], [8, 2], [8, 1], [20, 7])];
  const graph = protobuf(
    [2, 'tones'],
    graphValue(11, 'input_values', float, ['N', 'samples']),
    graphValue(12, output, float, ['N', 'frames', units.length]),
    tensor('sines', [units.length, 1, frame], sines),
    tensor('cosines', [units.length, 1, frame], cosines),
    tensor('bias', [units.length], bias),
    tensor('least', [1], Float32Array.of(1)),
    tensor('gain', [1], Float32Array.of(30)),
    integers('one', 1),
    node('Unsqueeze', ['input_values', 'one'], 'sound'),
    node('Conv', ['sound', 'sines'], 'x', [strides]),
    node('Conv', ['sound', 'cosines'], 'y', [strides]),
    node('Mul', ['x', 'x'], 'xx'),
    node('Mul', ['y', 'y'], 'yy'),
    node('Add', ['xx', 'yy'], 'energy'),
    node('ReduceSum', ['energy', 'one'], 'sum', [attribute('keepdims', 1)]),
    node('Add', ['sum', 'least'], 'all'),
    node('Div', ['energy', 'all'], 'share'),
    node('Mul', ['share', 'gain'], 'clear'),
    node('Transpose', ['clear'], 'rows', [swapped]),
    node('Add', ['rows', 'bias'], output),
  );
  return onnxFile(graph, {});
}

/**
 * Writes a token for every tenth frame until silence comes. The sound reaches it through the keys that the first run
 * tells, and its place in the text through those of the tokens: whoever loses either hears nothing more.
 */
function writer({ units }: Tones): Uint8Array {
  const width = units.length;
  const silence = new Float32Array(400 * width);
  for (let at = 0; at < silence.length; at += width) silence[at] = 30;
  const past = (name: string, size: number, length: string) => [
    graphValue(11, `past_key_values.0.${name}`, float, ['N', 1, length, size]),
    graphValue(12, `present.0.${name}`, float, ['N', 1, 'len', size]),
  ];
  const graph = protobuf(
    [2, 'writer'],
    graphValue(11, 'input_ids', int64, ['N', 'tokens']),
    graphValue(11, 'encoder_hidden_states', float, ['N', 'frames', width]),
    ...past('decoder.key', 1, 'before'),
    ...past('decoder.value', 1, 'before'),
    ...past('encoder.key', width, 'heard'),
    ...past('encoder.value', width, 'heard'),
    graphValue(11, 'use_cache_branch', 9, [1]),
    graphValue(12, 'logits', float, ['N', 'tokens', width]),
    tensor('silence', [1, 1, 400, width], silence),
    tensor('one_more', [1, 1, 1, 1], Float32Array.of(0)),
    integers('zero', 0),
    integers('one', 1),
    integers('two', 2),
    integers('three', 3),
    integers('ten', 10),
    node('Cast', ['use_cache_branch'], 'cached', [attribute('to', int64)]),
    node('Sub', ['one', 'cached'], 'fresh'),
    node('Shape', ['encoder_hidden_states'], 'size'),
    node('Gather', ['size', 'one'], 'frames', [axis(0)]),
    node('Mul', ['frames', 'fresh'], 'told'),
    node('Unsqueeze', ['encoder_hidden_states', 'one'], 'rows'),
    node('Slice', ['rows', 'zero', 'told', 'two'], 'new_rows'),
    node('Concat', ['past_key_values.0.encoder.key', 'new_rows'], 'heard_rows', [axis(2)]),
    node('Slice', ['heard_rows', 'zero', 'told', 'two'], 'present.0.encoder.key'),
    node('Identity', ['present.0.encoder.key'], 'present.0.encoder.value'),
    node('Shape', ['past_key_values.0.decoder.key'], 'past_size'),
    node('Gather', ['past_size', 'two'], 'place', [axis(0)]),
    node('Mul', ['place', 'ten'], 'first_frame'),
    node('Add', ['first_frame', 'three'], 'frame'),
    node('Concat', ['heard_rows', 'silence'], 'padded', [axis(2)]),
    node('Gather', ['padded', 'frame'], 'found', [axis(2)]),
    node('Squeeze', ['found', 'one'], 'logits'),
    node('Concat', ['past_key_values.0.decoder.key', 'one_more'], 'present.0.decoder.key', [axis(2)]),
    node('Concat', ['past_key_values.0.decoder.value', 'one_more'], 'present.0.decoder.value', [axis(2)]),
  );
  return onnxFile(graph, {});
}

/** A folder as the Hugging Face hub has those of wav2vec 2.0. */
export function writeLetterModel(folder: string): void {
  mkdirSync(join(folder, 'onnx'), { recursive: true });
  const json = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value));
  json('config.json', { model_type: 'wav2vec2' });
  json('vocab.json', Object.fromEntries(letterUnits.map((name, unit) => [name, unit])));
  writeFileSync(join(folder, 'onnx/model.onnx'), listener(letterTones, 'logits'));
}

/** The same of Moonshine. */
export function writeTokenModel(folder: string): void {
  mkdirSync(join(folder, 'onnx'), { recursive: true });
  const json = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value));
  json('config.json', {
    model_type: 'moonshine',
    decoder_start_token_id: 1,
    eos_token_id: 0,
    max_position_embeddings: 194,
  });
  json('tokenizer.json', {
    model: {
      type: 'BPE',
      vocab: Object.fromEntries(tokens.map((token, id) => [token, id])),
      merges,
    },
    added_tokens: tokens.slice(0, 2).map((content, id) => ({ id, content, special: true })),
    decoder: {
      type: 'Sequence',
      decoders: [
        { type: 'Replace', pattern: { String: '▁' }, content: ' ' },
        { type: 'ByteFallback' },
        { type: 'Fuse' },
      ],
    },
  });
  writeFileSync(join(folder, 'onnx/encoder_model.onnx'), listener(tokenTones, 'last_hidden_state'));
  writeFileSync(join(folder, 'onnx/decoder_model_merged.onnx'), writer(tokenTones));
}
