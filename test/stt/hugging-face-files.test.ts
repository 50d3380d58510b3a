import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { whisperMel } from '../../src/stt/acoustic/whisper-mel.js';
import { TokenVocabulary } from '../../src/stt/encoder-decoder/token-vocabulary.js';
import { readLetterTable } from '../../src/stt/lexicon/letter-table.js';
import { findHuggingFaceModel } from '../../src/stt/public-models/find-hugging-face-model.js';
import { writeTokenModel } from './whole-tone-model.js';

t.test('Whisper: how its text begins follows from its settings', async (t) => {
  const folder = t.testdir({});
  writeTokenModel(folder);
  const put = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value));
  put('config.json', {
    model_type: 'whisper',
    decoder_start_token_id: 50258,
    eos_token_id: 50257,
    max_target_positions: 448,
    suppress_tokens: null,
  });
  const generation = {
    lang_to_id: { '<|de|>': 50261, '<|en|>': 50259 },
    task_to_id: { transcribe: 50359, translate: 50358 },
    no_timestamps_token_id: 50363,
    suppress_tokens: [-1, 7],
    begin_suppress_tokens: [220, 50257],
  };
  put('generation_config.json', generation);
  t.strictSame(findHuggingFaceModel(folder)?.writing, {
    prompt: [50258, 50259, 50359, 50363],
    end: 50257,
    suppressed: [7],
    suppressedFirst: [220, 50257],
    mostTokens: 220,
    mostTokensPerSecond: 15,
  });
  const { lang_to_id, task_to_id, no_timestamps_token_id, ...rest } = generation;
  put('generation_config.json', { ...rest, no_timestamps_token_id });
  t.strictSame(findHuggingFaceModel(folder)?.writing?.prompt, [50258, 50363], 'one that knows English only');
  const forced_decoder_ids = [
    [1, 50276],
    [2, 50359],
    [3, 50363],
  ];
  put('generation_config.json', { ...rest, no_timestamps_token_id, forced_decoder_ids });
  t.strictSame(
    findHuggingFaceModel(folder)?.writing?.prompt,
    [50258, 50276, 50359, 50363],
    'one that was tuned for a language',
  );
});

t.test('Whisper: features as NumPy computes them by the definition', async (t) => {
  const samples = Float32Array.from({ length: 16_077 }, (_, at) => {
    const seconds = at / 16_000;
    const high = seconds > 0.5 ? 0.1 * Math.sin(2 * Math.PI * 3100 * seconds) : 0;
    return 0.4 * Math.sin(2 * Math.PI * 440 * seconds) + high + 0.001 * Math.cos(seconds * seconds * 9000);
  });
  const features = whisperMel(samples, 80, 3000);
  const expected = [
    [0, 0, 0.93953],
    [10, 0, 1.28779],
    [10, 3, 1.30028],
    [12, 49, 1.24511],
    [55, 20, -0.61013],
    [55, 70, 0.98485],
    [40, 100, 0.35302],
    [40, 101, 0.33137],
    [20, 102, -0.61013],
    [5, 2999, -0.61013],
  ];
  for (const [mel, frame, value] of expected)
    t.ok(Math.abs(features[mel * 3000 + frame] - value) < 2e-4, `${mel} ${frame}`);
  const mean = features.reduce((sum, value) => sum + value, 0) / features.length;
  t.ok(Math.abs(mean + 0.60372) < 1e-4, String(mean));
});

t.test('tokens write what they were made of', async () => {
  const bytes = Array.from({ length: 256 }, (_, byte) => byte);
  const prints = (byte: number) => (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
  const unseen = bytes.filter((byte) => !prints(byte));
  const names = bytes.map((byte) => String.fromCharCode(prints(byte) ? byte : 256 + unseen.indexOf(byte)));
  const merges = [`${names[32]} t`, `${names[32]}t h`, 'i n', 'in g'];
  const entries = [...names, ...merges.map((merge) => merge.replace(' ', ''))];
  const vocab = Object.fromEntries(entries.map((name, id) => [name, id]));
  const ofBytes = new TokenVocabulary(
    JSON.stringify({ model: { type: 'BPE', vocab, merges }, decoder: { type: 'ByteLevel' } }),
  );
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 }), (words) => {
      const written = ofBytes.encode(words)!.flatMap((token) => [...ofBytes.textBytes(token)]);
      return Buffer.from(written).equals(Buffer.from(words.map((word) => ` ${word}`).join('')));
    }),
  );
  t.equal(ofBytes.encode(['thing'])?.length, 2, 'in as few as were learnt');
});

t.test('letters by their numbers, marks written in either way', async (t) => {
  t.strictSame(readLetterTable('{"[PAD]":0,"|":1,"a":3,"[UNK]":2}'), ['<PAD>', '▁', '<UNK>', 'a']);
  for (const [json, message] of [
    ['{', /not a table of letters/],
    ['{"<pad>":0,"a":1}', /it has no \| between words/],
    ['{"<pad>":0,"|":2}', /without a gap/],
    ['{"<pad>":0,"|":0}', /without a gap/],
    ['{}', /its first unit is undefined/],
  ] as const)
    t.throws(() => readLetterTable(json), { name: 'RangeError', message }, json);
});
