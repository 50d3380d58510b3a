// Transducers: three networks in the layout of the public ones, and the search that brings them together.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { loadModel } from '../../src/inference/session.js';
import { WorkerTranscriber } from '../../src/query/worker-transcriber.js';
import { openAcousticModel } from '../../src/stt/acoustic/open-acoustic-model.js';
import { openPronouncer } from '../../src/stt/lexicon/open-pronouncer.js';
import { ContextGraph } from '../../src/stt/lm/context-graph.js';
import { readModelManifest } from '../../src/stt/model-manifest.js';
import { adoptModel } from '../../src/stt/public-models/adopt-model.js';
import { Recogniser } from '../../src/stt/recogniser.js';
import { defaultSearchOptions } from '../../src/stt/search/search-options.js';
import { TransducerBeamSearch } from '../../src/stt/search/transducer-beam-search.js';
import { loadTransducer } from '../../src/stt/transducer/open-transducer.js';
import { earshot } from '../cli/run-earshot.js';
import { checkPieceTimes } from './check-piece-times.js';
import { largestDifference } from './largest-difference.js';
import { readNpy } from './read-npy.js';
import { sing, toneDecoder, toneJoiner, units, writeToneModel } from './tone-model.js';

const root = mkdtempSync(join(tmpdir(), 'earshot-transducer-'));
t.teardown(() => rmSync(root, { recursive: true }));
const folder = join(root, 'tones');
const out = join(root, 'adopted');
const base = 'models/default';
writeToneModel(folder, { isEncoder: true });
const adopted = await earshot(['model', 'adopt', folder, '--out', out]);
const recogniser = await Recogniser.load({ directory: out });
const { pronouncer } = openPronouncer(out);
const spell = (text: string) => pronouncer.pronounce(text, 1)[0];
const say = (text: string) => sing(spell(text));

t.test('a transducer is adopted from the command line', async (t) => {
  t.equal(adopted.code, 0, adopted.err);
  const manifest = readModelManifest(out);
  t.equal(manifest.family, 'zipformer2-transducer');
  t.strictSame(Object.keys(manifest.files).sort(), [
    'acoustic',
    'decoder',
    'joiner',
    'lexicon',
    'lm',
    'pieces',
    'units',
  ]);
  const { out: shown } = await earshot(['model', 'show', out]);
  t.match(shown, /zipformer2-transducer[\s\S]*37 pieces, told every 40 ms[\s\S]*joiner\.onnx/);
});

t.test('it writes words with times and confidences, those that no lexicon has, too', async (t) => {
  const text = "show me the qwzorx of tim's";
  const pieces = spell(text);
  const [best] = await recogniser.recognise(sing(pieces));
  t.equal(best.text, text);
  checkPieceTimes(t, best.words, pieces);
  for (const samples of [32_000, 100, 0])
    t.equal((await recogniser.recognise(new Float32Array(samples)))[0].text, '');
});

t.test('listed phrases decide what the sound leaves open', async (t) => {
  // What the encoder would tell of "show me tim" where the vowel may as well be another.
  const pieces = spell('show me tim');
  const frames = pieces.flatMap((piece) => {
    const frame = new Float32Array(units.length).fill(-9);
    frame[units.indexOf(piece)] = 6;
    if (piece === 'I') frame[units.indexOf('O')] = 5.8;
    const pause = new Float32Array(units.length).fill(-9);
    pause[0] = 0;
    return [...frame, ...pause];
  });
  const hear = async (options: Parameters<Recogniser['recognise']>[1]) =>
    (await recogniser.searchAlone(Float32Array.from(frames), options))[0].text;
  const context = recogniser.compile({ phrases: [{ text: 'Tom' }] });
  t.equal(await hear({}), 'show me tim');
  t.equal(await hear({ context }), 'show me tom', 'of a pack');
  t.equal(await hear({ bias: [{ text: 'Tom' }] }), 'show me tom', "of the query's own");
  t.equal(await hear({ bias: [{ text: 'tomorrow' }] }), 'show me tim', 'only whole phrases gain');
  t.equal(await hear({ context, bias: [{ text: 'Tim', weight: 6 }] }), 'show me tim', 'both together');
});

t.test('any cut into pieces, any company, and a look at the end give the same', async () => {
  const text = 'the red bike';
  const samples = say(text);
  const expected = await recogniser.recognise(samples);
  const other = say('a blue shirt');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 9000 }), { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      async (cuts, isTried) => {
        const [stream, company] = [recogniser.createStream(), recogniser.createStream()];
        company.acceptWaveform(other);
        for (let at = 0, cut = 0; at < samples.length; at += cuts[cut++ % cuts.length]) {
          stream.acceptWaveform(samples.slice(at, at + cuts[cut % cuts.length]));
          while (stream.isReady) await recogniser.decode([company, stream]);
          if (!isTried || cut % 3 !== 0) continue;
          const seconds = stream.lastUnitSeconds;
          stream.tryEnd();
          while (stream.isReady) await recogniser.decode([stream]);
          stream.goOn();
          if (stream.lastUnitSeconds !== seconds) return false;
        }
        for (const one of [stream, company]) one.inputFinished();
        while (stream.isReady || company.isReady) await recogniser.decode([stream, company]);
        return (
          expected[0].text === text &&
          JSON.stringify(await stream.result()) === JSON.stringify(expected) &&
          (await company.result())[0].text === 'a blue shirt'
        );
      },
    ),
    { numRuns: 12 },
  );
});

t.test('the worker threads of the service hear the same', async (t) => {
  const transcriber = await WorkerTranscriber.start({ modelDirectory: out, speechGate: false });
  try {
    const stream = await transcriber.open({ locale: 'en-US', endpointing: false, partials: false });
    await stream.write(say('show me the qwzorx'));
    t.equal((await stream.finish()).best.text, 'show me the qwzorx');
  } finally {
    await transcriber.close();
  }
});

t.test('the search adds up every way to write a sequence', async () => {
  const least = 1e-3;
  const size = 3;
  const row = fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: size, maxLength: size });
  /** Rows by frame and by the unit before, which is the whole context. */
  const frames = fc.array(fc.array(row, { minLength: size, maxLength: size }), {
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(frames, (logits) => {
      const search = new TransducerBeamSearch(1, {
        ...defaultSearchOptions,
        blankBonus: 0,
        beam: Number.POSITIVE_INFINITY,
      });
      const expected = new Map<string, number>([['', 1]]);
      for (const frame of logits) {
        search.step(Float32Array.from(search.contexts.flatMap(({ units: [last] }) => frame[last])), size);
        for (const [written, share] of [...expected]) {
          const scores = frame[Number(written.at(-1) ?? 0)].map(Math.exp);
          const sum = scores.reduce((total, score) => total + score);
          expected.set(written, expected.get(written)! - share + (share * scores[0]) / sum);
          for (let unit = 1; unit < size; unit++) {
            const longer = written + unit;
            expected.set(longer, (expected.get(longer) ?? 0) + (share * scores[unit]) / sum);
          }
        }
      }
      const found = search.nBest(1000).map(({ words, score }) => ({
        written: words.map(({ word }) => word).join(''),
        share: Math.exp(score),
      }));
      const total = found.reduce((sum, { share }) => sum + share, 0);
      return (
        Math.abs(total - 1) < least &&
        found.every(({ written, share }) => Math.abs(share - expected.get(written)!) < least)
      );
    }),
    { numRuns: 200 },
  );
});

t.test('a phrase that breaks off gains nothing, however the utterance ends', async (t) => {
  const graph = new ContextGraph();
  graph.add([1, 2], 3);
  const search = new TransducerBeamSearch(1, { ...defaultSearchOptions, blankBonus: 0 }, [graph]);
  // Unit 1 is as likely as the blank; nothing else is heard.
  for (let frame = 0; frame < 3; frame++)
    search.step(Float32Array.from(search.contexts.flatMap(() => [0, frame === 1 ? 0 : -9, -9])), 3);
  const found = search.nBest(10).filter(({ words }) => words.length < 2);
  t.equal(found.length, 2);
  t.ok(Math.abs(found[0].score - found[1].score) < 0.01);
  t.strictSame(search.partial()[0]?.word, 1, 'while it is under way it leads');
});

t.test('what is no transducer is refused with what to do', async (t) => {
  const refused = async (name: string, spoil: (copy: string) => void, message: RegExp) => {
    const copy = join(root, name);
    cpSync(folder, copy, { recursive: true });
    spoil(copy);
    await t.rejects(adoptModel({ folder: copy, out: join(root, `${name}-out`), base }), { message }, name);
  };
  const file = (part: string) => `${part}-epoch-1-avg-1-chunk-16-left-128.onnx`;
  await refused('no-decoder', (copy) => rmSync(join(copy, file('decoder'))), /no decoder for encoder-/);
  await refused('no-joiner', (copy) => rmSync(join(copy, file('joiner'))), /no joiner for encoder-/);
  await refused('swapped', (copy) => cpSync(join(copy, file('joiner')), join(copy, file('decoder'))), /no y/);
  await refused(
    'other-units',
    (copy) => writeFileSync(join(copy, file('decoder')), toneDecoder({ vocab_size: '500' })),
    /knows 500 units, but 37/,
  );
  await refused(
    'no-context',
    (copy) => writeFileSync(join(copy, file('decoder')), toneDecoder({ context_size: '' })),
    /context_size/,
  );
  await refused(
    'two-encoders',
    (copy) => cpSync(join(copy, file('encoder')), join(copy, 'encoder-b.onnx')),
    /name one of them: encoder-b\.onnx, encoder-epoch/,
  );
  const several = join(root, 'int8');
  cpSync(folder, several, { recursive: true });
  cpSync(join(several, file('encoder')), join(several, 'encoder.int8.onnx'));
  writeFileSync(join(several, 'joiner.int8.onnx'), toneJoiner());
  const { notes } = await adoptModel({ folder: several, out: join(root, 'int8-out'), base });
  t.match(notes, file('encoder'), 'the whole numbers are left for those who ask for them');
});

const shared = join(
  process.env.EARSHOT_SHARED ?? '../shared',
  'fixtures/model-families/zipformer2_streaming',
);
const skip = existsSync(shared) ? false : `needs ${shared} (set EARSHOT_SHARED)`;

t.test('PyTorch and the three networks agree', { skip }, async (t) => {
  const read = (name: string) => readNpy(join(shared, name));
  const names = readFileSync(join(shared, 'tokens.txt'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' ')[0]);
  const loaded = await loadModel(join(shared, 'encoder.onnx'));
  const encoder = openAcousticModel('zipformer2-transducer', loaded, names, 'encoder');
  const { windowFrames, chunkFrames, featureDim, outputDim } = encoder;
  const features = read('ref_x.npy');
  const state = encoder.createState();
  const parts: Float32Array[] = [];
  for (let at = 0; (at + windowFrames) * featureDim <= features.length; at += chunkFrames) {
    const window = features.slice(at * featureDim, (at + windowFrames) * featureDim);
    const [part] = await encoder.run([{ state, features: window }]);
    parts.push(part.slice());
  }
  const encoded = Float32Array.from(parts.flatMap((part) => [...part]));
  t.ok(largestDifference(encoded, read('ref_encoder_out.npy')) < 1e-5, 'encoder');
  const networks = await loadTransducer(
    { path: join(shared, 'decoder.onnx') },
    { path: join(shared, 'joiner.onnx') },
    names.length,
  );
  const predicted = await networks.predict([[0, 3]]);
  t.ok(largestDifference(predicted, read('ref_decoder_0_3.npy')) < 1e-5, 'decoder');
  const count = encoded.length / outputDim;
  const before = Float32Array.from({ length: count * outputDim }, (_, i) => predicted[i % outputDim]);
  t.ok(
    largestDifference(await networks.join(encoded, before, count), read('ref_logit.npy')) < 1e-5,
    'joiner',
  );
});
