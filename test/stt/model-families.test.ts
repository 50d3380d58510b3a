// Networks of random weights in the layouts of the public ones that hear an utterance as a whole, against what PyTorch
// said of the same sound.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { loadModel } from '../../src/inference/session.js';
import { openAcousticModel } from '../../src/stt/acoustic/open-acoustic-model.js';
import { DecoderNetwork } from '../../src/stt/encoder-decoder/decoder-network.js';
import { searchTokens } from '../../src/stt/encoder-decoder/token-beam.js';
import { logSoftmaxRows } from '../../src/stt/log-softmax.js';
import { largestDifference } from './largest-difference.js';
import { readNpy } from './read-npy.js';

const folder = join(process.env.EARSHOT_SHARED ?? '../shared', 'fixtures/model-families');
const skip = existsSync(folder) ? false : `needs ${folder} (set EARSHOT_SHARED)`;

t.test('wav2vec 2.0: letters, alone and in company', { skip }, async (t) => {
  const units = ['<pad>', '▁', ...Array.from({ length: 30 }, (_, index) => `U${index}`)];
  const path = join(folder, 'wav2vec2_ctc/onnx/model.onnx');
  const model = openAcousticModel('wav2vec2-ctc', await loadModel(path), units, path);
  const features = readNpy(join(folder, 'wav2vec2_ctc/ref_x.npy'));
  const expected = readNpy(join(folder, 'wav2vec2_ctc/ref_logits.npy'));
  logSoftmaxRows(expected, units.length);
  const other = { state: model.createState(), features: features.map((value) => value * value) };
  const item = { state: model.createState(), features };
  const [alone] = await model.run([item]);
  const [, beside] = await model.run([other, item]);
  // In front of them stands a frame in which a word begins.
  for (const found of [alone.subarray(units.length), beside.subarray(units.length)]) {
    t.equal(found.length, expected.length);
    t.ok(largestDifference(found, expected) < 1e-5, String(largestDifference(found, expected)));
  }
});

for (const kind of ['whisper', 'moonshine'] as const) {
  t.test(`${kind}: the decoder writes what PyTorch wrote`, { skip }, async (t) => {
    const at = join(folder, `${kind}_hf`);
    const path = join(at, 'onnx/encoder_model.onnx');
    const loaded = await loadModel(path);
    const sound = readNpy(join(at, 'ref_x.npy'));
    const model = openAcousticModel(kind, loaded, [], path);
    let encoded: Float32Array;
    if (kind === 'moonshine') [encoded] = await model.run([{ state: model.createState(), features: sound }]);
    else {
      // The reference holds features; how they are made of sound has a test of its own.
      const { Tensor } = await import('onnxruntime-node');
      const feeds = { input_features: new Tensor('float32', sound, [1, 80, 3000]) };
      encoded = (await loaded.session.run(feeds)).last_hidden_state.data as Float32Array;
    }
    const { tokens } = JSON.parse(readFileSync(join(at, 'ref.json'), 'utf8')) as { tokens: number[] };
    const expected = readNpy(join(at, 'ref_logits.npy'));
    const network = new DecoderNetwork((await loadModel(join(at, 'onnx/decoder_model_merged.onnx'))).session);
    const [first, ...written] = tokens;
    let step = await network.begin(encoded, model.outputDim, [first]);
    const width = step.logits.length;
    for (const [index, token] of written.entries()) {
      const row = expected.subarray(index * width, (index + 1) * width);
      t.ok(largestDifference(step.logits, row) < 1e-4, `token ${index}`);
      step = await network.goOn(step.memory, token);
    }
    const config = JSON.parse(readFileSync(join(at, 'config.json'), 'utf8')) as { eos_token_id: number };
    const writing = {
      prompt: [first],
      end: config.eos_token_id,
      suppressed: [],
      suppressedFirst: [],
      mostTokens: 448,
      mostTokensPerSecond: 448,
    };
    const greedy = { writing, most: written.length, graphs: [], beam: 0, maxActive: 1 };
    const [reading] = await searchTokens(network, encoded, model.outputDim, greedy);
    t.strictSame(reading.tokens, written);
    const wide = { ...greedy, beam: 20, maxActive: 4 };
    const readings = await searchTokens(network, encoded, model.outputDim, wide);
    t.ok(readings[0].score >= reading.score, 'a wider beam finds nothing worse');
  });
}
