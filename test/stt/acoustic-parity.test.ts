// The released network, through our own features, against what PyTorch said of the same sound when it was exported.
import { readFileSync } from 'node:fs';
import t from 'tap';
import { Fbank } from '../../src/features/fbank.js';
import { loadModel } from '../../src/inference/session.js';
import { AcousticModel } from '../../src/stt/acoustic/acoustic-model.js';
import { chunkCtcLayout } from '../../src/stt/acoustic/chunk-ctc.js';
import { largestDifference } from './largest-difference.js';

const fixture = JSON.parse(readFileSync('test/fixtures/acoustic-parity.json', 'utf8'));
const loaded = await loadModel('models/default/acoustic.onnx');
const model = new AcousticModel(loaded.session, chunkCtcLayout(loaded));
const bytes = Buffer.from(fixture.waveform_int16_base64, 'base64');
const fbank = new Fbank();
fbank.acceptWaveform(
  Float32Array.from({ length: bytes.length / 2 }, (_, i) => bytes.readInt16LE(i * 2) / 32768),
);
fbank.finish();
const { featureDim, chunkFrames, subsampling } = model;
const frames = Math.floor(fixture.feature_frames / chunkFrames) * chunkFrames;
const features = new Float32Array(frames * featureDim);
fbank.read(features);

/** Log-probabilities [frames, units] of the clip, `alongside` streams of other sound in the same batches. */
async function logProbs(alongside = 0): Promise<Float32Array[]> {
  const states = Array.from({ length: 1 + alongside }, () => model.createState());
  const result: Float32Array[] = [];
  for (let at = 0; at < frames; at += chunkFrames) {
    const chunk = features.subarray(at * featureDim, (at + chunkFrames) * featureDim);
    const others = chunk.map((value) => value * 0.5 - 1);
    const [own] = await model.run(
      states.map((state, stream) => ({ state, features: (stream === 0 ? chunk : others).slice() })),
    );
    for (let frame = 0; frame < chunkFrames / subsampling; frame++)
      result.push(own.slice(frame * model.units.length, (frame + 1) * model.units.length));
  }
  return result;
}

t.test('PyTorch and onnxruntime agree on the same sound, streamed chunk by chunk', async (t) => {
  t.equal(loaded.metadata.get('training_hash'), fixture.training_hash, 'the fixture is of this model');
  for (const [frame, expected] of Object.entries<number[]>(fixture.features)) {
    const own = features.subarray(Number(frame) * featureDim, (Number(frame) + 1) * featureDim);
    t.ok(largestDifference(own, expected) < 2e-3, `features of frame ${frame}`);
  }
  const found = await logProbs();
  const greedy = found.map((row) => row.indexOf(Math.max(...row)));
  t.strictSame(greedy, fixture.greedy_frames.slice(0, greedy.length));
  // An input of a layer that lies between two 8-bit steps may go to either side: features changed by a hundred-thousandth
  // change posteriors by up to 0.07, and another processor's rounding does no less.
  for (const [frame, expected] of Object.entries<number[]>(fixture.log_probs)) {
    const row = found[Number(frame)];
    if (row !== undefined)
      t.ok(
        largestDifference(row.map(Math.exp), expected.map(Math.exp)) < 0.1,
        `posteriors of frame ${frame}`,
      );
  }
});

t.test('streams of a batch do not touch each other', async (t) => {
  const alone = await logProbs();
  const together = await logProbs(3);
  t.ok(Math.max(...alone.map((row, frame) => largestDifference(row, together[frame]))) < 1e-3);
});
