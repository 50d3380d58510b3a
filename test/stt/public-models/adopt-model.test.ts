// A public model from its folder to words: a network that reads chords instead of speech, in the layout of the real ones.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { configuredPack } from '../../../src/cli/configured-pack.js';
import { packSentences } from '../../../src/nlu/index.js';
import { WorkerTranscriber } from '../../../src/query/worker-transcriber.js';
import { openPronouncer } from '../../../src/stt/lexicon/open-pronouncer.js';
import { readModelManifest } from '../../../src/stt/model-manifest.js';
import { adoptModel } from '../../../src/stt/public-models/adopt-model.js';
import { Recogniser } from '../../../src/stt/recogniser.js';
import { earshot } from '../../cli/run-earshot.js';
import { checkPieceTimes } from '../check-piece-times.js';
import { secondsPerUnit, sing, toneNetwork, units, writeToneModel } from '../tone-model.js';

const root = mkdtempSync(join(tmpdir(), 'earshot-adopt-'));
t.teardown(() => rmSync(root, { recursive: true }));
const folder = join(root, 'tones');
const out = join(root, 'adopted');
const base = 'models/default';
writeToneModel(folder);

const model = (...args: string[]) => earshot(['model', ...args]);

const adopted = await model('adopt', folder, '--out', out);
const recogniser = await Recogniser.load({ directory: out });
const { pronouncer } = openPronouncer(out);
/** The pieces of a sentence. */
const spell = (text: string) => pronouncer.pronounce(text, 1)[0];
const say = (text: string) => sing(spell(text));
const textOf = async (samples: Float32Array, options?: Parameters<Recogniser['recognise']>[1]) =>
  (await recogniser.recognise(samples, options))[0].text;

t.test('a folder is adopted from the command line', async (t) => {
  t.equal(adopted.code, 0, adopted.err);
  t.match(adopted.out, /spelling 12\d{4} words in 37 units/);
  t.match(adopted.out, `npx earshot serve --model ${out}`);
  t.match(adopted.out, /licence/);
  const manifest = readModelManifest(out);
  t.equal(manifest.family, 'zipformer2-ctc');
  t.equal(manifest.files.lm.sha256, readModelManifest(base).files.lm.sha256, 'the language model as it is');
  const shown = JSON.parse((await model('show', out, '--json')).out);
  t.match(shown, {
    name: 'tones',
    units: 37,
    unitKind: 'pieces',
    chunkMs: 320,
    lookAheadMs: 130,
  });
  const shipped = (await model('show')).out;
  t.match(shipped, /40 phones/);
  t.match(shipped, /chunk +960 ms\n/);
  const again = await model('adopt', folder, '--out', out);
  t.equal(again.code, 1);
  t.match(again.err, /There is already a model in/);
});

t.test('words, their times and confidences', async (t) => {
  const text = 'show me the red running shoes';
  const pieces = spell(text);
  t.ok(pieces.includes('▁THE') && pieces.includes('ING'), pieces.join(' '));
  const [best] = await recogniser.recognise(sing(pieces));
  t.equal(best.text, text);
  let at = 0;
  for (const word of best.words) {
    const count = spell(word.text).length;
    // The network hears two frames late and the first frame of a chord may fall behind its onset.
    const from = 0.2 + at * secondsPerUnit;
    t.ok(word.start > from && word.start < from + 0.2, `${word.text} starts at ${word.start}`);
    const to = 0.2 + (at + count - 1) * secondsPerUnit;
    t.ok(word.end > to && word.end < to + 0.24, `${word.text} ends at ${word.end}`);
    t.ok(word.confidence > 0.5 && word.confidence <= 1);
    at += count;
  }
  t.equal(await textOf(new Float32Array(32_000)), '');
  t.equal(await textOf(new Float32Array(0)), '');
  t.equal(await textOf(new Float32Array(100)), '');
});

t.test('a recording may end in any frame of a chunk, and arrive in any pieces', async () => {
  const whole = say('a red shoe');
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 6000 }),
      fc.array(fc.integer({ min: 1, max: 9000 }), { minLength: 1, maxLength: 8 }),
      async (silence, cuts) => {
        const samples = new Float32Array(whole.length + silence);
        samples.set(whole);
        const stream = recogniser.createStream();
        for (let at = 0, cut = 0; at < samples.length; at += cuts[cut++ % cuts.length]) {
          stream.acceptWaveform(samples.slice(at, at + cuts[cut % cuts.length]));
          while (cut % 2 === 0 && stream.isReady) await recogniser.decode([stream]);
        }
        stream.inputFinished();
        while (stream.isReady) await recogniser.decode([stream]);
        const expected = await recogniser.recognise(samples);
        return (
          expected[0].text === 'a red shoe' &&
          stream.isFinished &&
          JSON.stringify(await stream.result()) === JSON.stringify(expected)
        );
      },
    ),
    { numRuns: 12 },
  );
});

t.test('a look at how the stream would end leaves no trace', async (t) => {
  const samples = say('a red shoe');
  const stream = recogniser.createStream();
  // The chord of the last letter has begun, but no chunk with it is whole.
  const cut = samples.length - 2400;
  stream.acceptWaveform(samples.subarray(0, cut));
  while (stream.isReady) await recogniser.decode([stream]);
  const seconds = stream.lastUnitSeconds;
  stream.tryEnd();
  while (stream.isReady) await recogniser.decode([stream]);
  t.ok(stream.isFinished);
  t.equal((await stream.result())[0].text, 'a red shoe');
  const after = stream.lastUnitSeconds ?? 0;
  t.ok(after > (seconds ?? 0) && after < cut / 16_000 + 0.12);
  stream.goOn();
  t.equal(stream.lastUnitSeconds, seconds);
  stream.acceptWaveform(samples.subarray(cut));
  stream.inputFinished();
  while (stream.isReady) await recogniser.decode([stream]);
  t.strictSame(await stream.result(), await recogniser.recognise(samples));
});

t.test('several streams in one batch hear what each hears alone', async (t) => {
  const texts = ['the red shoes', 'a blue bed', 'sort by price'];
  const streams = texts.map(() => recogniser.createStream());
  streams.forEach((stream, index) => {
    stream.acceptWaveform(say(texts[index]));
    stream.inputFinished();
  });
  while (streams.some((stream) => stream.isReady)) await recogniser.decode(streams);
  t.strictSame(await Promise.all(streams.map(async (stream) => (await stream.result())[0].text)), texts);
});

t.test(
  'a word that the lexicon lacks is spelled, by a bias list and by the sentences of a pack',
  async (t) => {
    const text = 'show me the zorblax';
    t.not(await textOf(say(text)), text);
    const bias = [{ text: 'Zorblax', pronunciations: [['Z', 'AO', 'R']] }];
    t.equal(await textOf(say(text), { bias }), text, 'pronunciations by phones are for other models');
    const pack = configuredPack({ pack: 'coffee-bar' });
    const context = recogniser.compile({ sentences: packSentences(pack) });
    const order = 'can i get two large oat milk lattes';
    const [best] = await recogniser.recognise(say(order), { context });
    t.equal(best.text, order);
    t.equal(await textOf(say(text), { context, bias }), text, 'other speech is not forced into a sentence');
  },
);

t.test('the open vocabulary writes what no lexicon has', async (t) => {
  const open = await Recogniser.load({ directory: out, vocabulary: 'open', resources: recogniser.resources });
  const text = "qwzorx the zorblaxing of tim's";
  const pieces = spell(text);
  const [best] = await open.recognise(sing(pieces));
  t.equal(best.text, text);
  checkPieceTimes(t, best.words, pieces);
  t.equal(
    (await open.recognise(sing(['▁THE', '▁', 'S', '▁'])))[0].text,
    'the s',
    'marks of words alone write nothing',
  );
  t.equal((await open.recognise(new Float32Array(16_000)))[0].text, '');
  await t.rejects(Recogniser.load({ directory: base, vocabulary: 'open' }), { code: 'invalid_config' });
});

t.test('the worker threads of the service hear the same', async (t) => {
  const hear = async (text: string, vocabulary: 'lexicon' | 'open') => {
    // The detector of voices takes no chord for speech.
    const options = { modelDirectory: out, speechGate: false, vocabulary };
    const transcriber = await WorkerTranscriber.start(options);
    try {
      await transcriber.useContext(() => ({ phrases: [{ text: 'Zorblax' }] }));
      const stream = await transcriber.open({ locale: 'en-US', endpointing: false, partials: false });
      await stream.write(say(text));
      return (await stream.finish()).best.text;
    } finally {
      await transcriber.close();
    }
  };
  t.equal(await hear('show me the zorblax', 'lexicon'), 'show me the zorblax');
  t.equal(await hear('show me the qwzorx', 'open'), 'show me the qwzorx');
});

t.test('what cannot be adopted is refused with what to do', async (t) => {
  const refused = async (
    name: string,
    spoil: (folder: string) => void,
    expected: { code?: string; message: RegExp },
  ) => {
    const copy = join(root, name);
    cpSync(folder, copy, { recursive: true });
    spoil(copy);
    await t.rejects(adoptModel({ folder: copy, out: join(root, `${name}-out`), base }), expected, name);
  };
  const onnx = 'ctc-epoch-1-avg-1-chunk-16-left-128.onnx';
  const network = (options: Parameters<typeof toneNetwork>[0]) => (folder: string) =>
    writeFileSync(join(folder, onnx), toneNetwork(options));
  const corrupt = (message: RegExp) => ({ code: 'model_corrupt', message });
  await t.rejects(adoptModel({ folder: join(root, 'none'), out, base }), { code: 'invalid_request' });
  await t.rejects(adoptModel({ folder: join(root, 'none'), out: join(root, 'x'), base }), {
    code: 'model_missing',
    message: /no folder/,
  });
  await refused('no-network', (copy) => rmSync(join(copy, onnx)), { message: /no ONNX file.*sherpa-onnx/ });
  await refused('no-tokens', (copy) => rmSync(join(copy, 'tokens.txt')), {
    code: 'model_missing',
    message: /no tokens\.txt/,
  });
  await refused('transducer', (copy) => writeFileSync(join(copy, 'joiner.onnx'), ''), {
    code: 'model_missing',
    message: /no encoder/,
  });
  await refused('two', (copy) => cpSync(join(copy, onnx), join(copy, 'b.onnx')), {
    code: 'invalid_request',
    message: /name one of them: b\.onnx, ctc-/,
  });
  const laidOutOtherwise = (...names: string[]) =>
    refused(
      names[0],
      (copy) => {
        rmSync(join(copy, onnx));
        for (const name of names) writeFileSync(join(copy, name), '');
      },
      { code: 'model_missing', message: /as sherpa-onnx has.*earshot model list/ },
    );
  await laidOutOtherwise('tiny.en-encoder.onnx', 'tiny.en-decoder.onnx', 'tiny.en-encoder.int8.onnx');
  await laidOutOtherwise(
    'preprocess.onnx',
    'encode.int8.onnx',
    'uncached_decode.int8.onnx',
    'cached_decode.int8.onnx',
  );
  await refused('offline', network({ hasStates: false }), corrupt(/has no states.*whole recordings/));
  await refused('other', network({ metadata: { model_type: 'conformer' } }), corrupt(/type as conformer/));
  await refused('telephone', network({ metadata: { sample_rate: '8000' } }), corrupt(/8000 Hz/));
  await refused('no-chunk', network({ metadata: { decode_chunk_len: '' } }), corrupt(/decode_chunk_len/));
  await refused(
    'odd-chunk',
    network({ metadata: { decode_chunk_len: '28' } }),
    corrupt(/values for a window/),
  );
  await refused('features', network({ features: 90 }), corrupt(/90 features a frame, not 80/));
  await refused('no-onnx', (copy) => writeFileSync(join(copy, onnx), 'text'), corrupt(/sherpa-onnx/));
  const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n';
  await refused('lfs', (copy) => writeFileSync(join(copy, onnx), pointer), corrupt(/git lfs pull/));
  const tokens = (text: string) => (copy: string) => writeFileSync(join(copy, 'tokens.txt'), text);
  await refused('few-tokens', tokens('<blk> 0\nA 1\n'), corrupt(/37 units, but 2 have names/));
  await refused('bad-tokens', tokens('A B C\n'), corrupt(/tokens\.txt cannot be used: line 1/));
  await refused('bad-pieces', (copy) => writeFileSync(join(copy, 'bpe.model'), ''), corrupt(/bpe\.model/));
  const foreign = units.map((name, unit) => `${name.replace(/[AEIOU]/, (vowel) => `Д${vowel}`)} ${unit}\n`);
  await refused('foreign', tokens(foreign.join('')), corrupt(/Only 0 % of the words.*another language/));
});

t.test('of several networks one is named; without bpe.model pieces are guessed', async (t) => {
  const copy = join(root, 'several');
  cpSync(folder, copy, { recursive: true });
  rmSync(join(copy, 'bpe.model'));
  writeFileSync(join(copy, 'ctc.int8.onnx'), toneNetwork());
  const steps: string[] = [];
  const target = join(root, 'guessed');
  const manifest = await adoptModel({
    folder: copy,
    out: target,
    base,
    network: 'ctc.int8.onnx',
    onStep: (step) => steps.push(step),
  });
  t.match(steps.join(), /ctc\.int8\.onnx.*there is no bpe\.model/);
  t.notOk('pieces' in manifest.files);
  t.strictSame(openPronouncer(target).pronouncer.ofToken('seeing'), [['▁S', 'E', 'E', 'ING']]);
  t.equal(readFileSync(join(target, 'units.txt'), 'utf8').split('\n').length, units.length + 1);
});
