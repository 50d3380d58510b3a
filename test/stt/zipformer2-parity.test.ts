// A network of random weights in the layout of the public ones, against what PyTorch said of the same features.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { loadModel } from '../../src/inference/session.js';
import { openAcousticModel } from '../../src/stt/acoustic/open-acoustic-model.js';
import { readNpy } from './read-npy.js';

const folder = join(
  process.env.EARSHOT_SHARED ?? '../shared',
  'fixtures/model-families/zipformer2_streaming_ctc',
);
const skip = existsSync(folder) ? false : `needs ${folder} (set EARSHOT_SHARED)`;

t.test('PyTorch and the loader agree, alone and in any company', { skip }, async (t) => {
  const names = ['<blk>', ...Array.from({ length: 15 }, (_, index) => `U${index}`)];
  const model = openAcousticModel('zipformer2-ctc', await loadModel(join(folder, 'model.onnx')), names, 'x');
  const { chunkFrames, windowFrames, featureDim } = model;
  t.strictSame([chunkFrames, windowFrames], [32, 45]);
  const features = readNpy(join(folder, 'ref_x.npy'));
  const expected = readNpy(join(folder, 'ref_log_probs.npy'));
  const windows: Float32Array[] = [];
  for (let at = 0; (at + windowFrames) * featureDim <= features.length; at += chunkFrames)
    windows.push(features.slice(at * featureDim, (at + windowFrames) * featureDim));
  t.equal(windows.length, 4);
  const others = (window: Float32Array, stream: number) => window.map((value) => value * 0.5 - stream);

  /** Largest difference of the stream at `place` among as many. */
  async function difference(streams: number, place: number): Promise<number> {
    const states = Array.from({ length: streams }, () => model.createState());
    let worst = 0;
    let at = 0;
    for (const window of windows) {
      const items = states.map((state, stream) => ({
        state,
        features: stream === place ? window : others(window, stream),
      }));
      const found = (await model.run(items))[place];
      for (const value of found) worst = Math.max(worst, Math.abs(value - expected[at++]));
    }
    t.equal(at, expected.length);
    for (const state of states) model.releaseState(state);
    return worst;
  }
  t.ok((await difference(1, 0)) < 1e-5, 'alone');
  t.ok((await difference(3, 1)) < 1e-5, 'among three, with buffers of its own size');
  t.ok((await difference(2, 1)) < 1e-5, 'among two, in the buffers of three');
  t.ok((await difference(1, 0)) < 1e-5, 'alone again, with a state that was given back');

  const state = model.createState();
  await model.run([{ state, features: windows[0] }]);
  const copy = model.copyState(state);
  const [first] = await model.run([{ state, features: windows[1] }]);
  const [second] = await model.run([{ state: copy, features: windows[1] }]);
  t.strictSame(second, first, 'a copy goes on as the original does');
});
