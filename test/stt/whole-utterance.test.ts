// Models that hear an utterance as a whole, from their folder to words: networks that hear tones instead of speech.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { WorkerTranscriber } from '../../src/query/worker-transcriber.js';
import { TokenSearch } from '../../src/stt/encoder-decoder/token-search.js';
import { TokenVocabulary } from '../../src/stt/encoder-decoder/token-vocabulary.js';
import { readModelManifest } from '../../src/stt/model-manifest.js';
import { adoptModel } from '../../src/stt/public-models/adopt-model.js';
import { Recogniser } from '../../src/stt/recogniser.js';
import { earshot } from '../cli/run-earshot.js';
import {
  letterTones,
  sing,
  tokens,
  tokenTones,
  writeLetterModel,
  writeTokenModel,
} from './whole-tone-model.js';

const root = mkdtempSync(join(tmpdir(), 'earshot-whole-'));
t.teardown(() => rmSync(root, { recursive: true }));
const base = 'models/default';

const model = (...args: string[]) => earshot(['model', ...args]);

writeLetterModel(join(root, 'letters'));
writeTokenModel(join(root, 'tokens'));
const lettersOut = join(root, 'letters-out');
const tokensOut = join(root, 'tokens-out');
const adopted = await model('adopt', join(root, 'tokens'), '--out', tokensOut);
await adoptModel({ folder: join(root, 'letters'), out: lettersOut, base });
const byLetters = await Recogniser.load({ directory: lettersOut });
const byTokens = await Recogniser.load({ directory: tokensOut });
const spell = (text: string) => [...text.replaceAll(' ', '|')];

/** Words in the tokens that such a network would write. */
const vocabulary = new TokenVocabulary(readFileSync(join(tokensOut, 'tokenizer.json'), 'utf8'));
const write = (text: string) => vocabulary.encode(text.split(' '))!.map((token) => tokens[token]);
const sayLetters = (text: string) => sing(spell(text), letterTones);
const sayTokens = (text: string) => sing(write(text), tokenTones);

type Options = Parameters<Recogniser['recognise']>[1];

const textOf = async (recogniser: Recogniser, samples: Float32Array, options?: Options) =>
  (await recogniser.recognise(samples, options))[0].text;

t.test('they are adopted, and described', async (t) => {
  t.equal(adopted.code, 0, adopted.err);
  t.match(adopted.out, `npx earshot serve --model ${tokensOut}`);
  t.equal(readModelManifest(tokensOut).family, 'moonshine');
  const shown = (await model('show', tokensOut)).out;
  t.match(shown, /moonshine[\s\S]*38 tokens, told every 24 ms[\s\S]*an utterance as a whole, up to 30 s/);
  const letters = (await model('show', lettersOut)).out;
  t.match(letters, /wav2vec2-ctc[\s\S]*29 letters, told every 20 ms[\s\S]*an utterance as a whole/);
});

t.test('letters: words of the lexicon and of a context, where they were said', async (t) => {
  const [best] = await byLetters.recognise(sayLetters('show me the red shoes'));
  t.equal(best.text, 'show me the red shoes');
  t.ok(best.words.every(({ confidence }) => confidence > 0.5));
  // Ten letters and spaces stand before "red"; a unit takes a fifth of a second.
  const { start } = best.words[3];
  t.ok(Math.abs(start - 12 * 0.2) < 0.25, String(start));
  const context = byLetters.compile({ phrases: [{ text: 'qwzorx', weight: 4 }] });
  t.equal(await textOf(byLetters, sayLetters('the qwzorx'), { context }), 'the qwzorx');
  for (const samples of [32_000, 100, 0]) t.equal(await textOf(byLetters, new Float32Array(samples)), '');
});

t.test('tokens: what was written as it was written, and times that are shares', async (t) => {
  const [best, ...others] = await byTokens.recognise(sayTokens('show me The red shoes.'));
  t.equal(best.text, 'show me The red shoes.');
  t.strictSame(others, [], 'clear speech leaves no other reading');
  const [show, , , , shoes] = best.words;
  t.equal(show.start, 0);
  t.ok(shoes.end > shoes.start && shoes.end <= 24 * 0.24 + 0.2, String(shoes.end));
  t.ok(best.words.every(({ confidence }) => confidence > 0.9));
  const accent = sing(write('café'), tokenTones);
  t.equal(await textOf(byTokens, accent), 'café', 'bytes make up letters');
  for (const samples of [32_000, 100, 0]) t.equal(await textOf(byTokens, new Float32Array(samples)), '');
});

t.test('tokens: listed phrases decide what the sound leaves open', async (t) => {
  const samples = sing([...write('show me t'), 'i|o', 'm'], tokenTones);
  const readings = await byTokens.recognise(samples);
  t.strictSame(
    readings.map(({ text }) => text),
    ['show me tim', 'show me tom'],
  );
  t.ok(readings[0].confidence > readings[1].confidence);
  const context = byTokens.compile({ phrases: [{ text: 'Tom' }] });
  t.equal(await textOf(byTokens, samples, { context }), 'show me tom', 'of a pack');
  t.equal(await textOf(byTokens, samples, { bias: [{ text: 'tom' }] }), 'show me tom', "of the query's own");
  t.equal(await textOf(byTokens, samples, { bias: [{ text: 'tomo' }] }), 'show me tim', 'only whole phrases');
  const upper = sing([...write('show me T'), 'i|o', 'm'], tokenTones);
  t.equal(await textOf(byTokens, upper, { context }), 'show me Tom', 'with a capital, too');
});

t.test('what is longer than the network can hear is cut where it is quiet', async (t) => {
  const sentence = spell('show me the red shoes');
  const samples = sing(Array.from({ length: 12 }, () => [...sentence, 1.2]).flat(), letterTones);
  t.ok(samples.length > 60 * 16_000);
  const [{ text, words }] = await byLetters.recognise(samples);
  t.equal(text, Array(12).fill('show me the red shoes').join(' '));
  const starts = words.map(({ start }) => start);
  t.strictSame(
    starts,
    [...starts].sort((a, b) => a - b),
  );
});

t.test('what is written about one chunk goes on from the best of the one before', async (t) => {
  const search = new TokenSearch(vocabulary);
  const reading = (text: string, score: number) => {
    const written = vocabulary.encode(text.split(' '))!;
    return { tokens: written, logProbs: written.map(() => -0.1), score };
  };
  search.accept([reading('show me', -1), reading('show be', -3)], 100);
  const mark = search.mark();
  search.accept([reading('the bikes', -2), reading('the bites', -4)], 50);
  const read = () =>
    search
      .nBest(9)
      .map(({ words, score }) => [words.map(({ word }) => search.textOf(word)).join(' '), score]);
  t.strictSame(read(), [
    ['show me the bikes', -3],
    ['show me the bites', -5],
  ]);
  const frames = search.nBest(1)[0].words.map(({ firstFrame, lastFrame }) => [firstFrame, lastFrame]);
  t.strictSame(frames, [
    [0, 66],
    [67, 99],
    [100, 118],
    [119, 149],
  ]);
  search.rewind(mark);
  t.strictSame(read(), [
    ['show me', -1],
    ['show be', -3],
  ]);
});

t.test('any cut into pieces, and a look at the end, give the same', async () => {
  const samples = sayTokens('the red bike');
  const expected = JSON.stringify(await byTokens.recognise(samples));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 9000 }), { minLength: 1, maxLength: 6 }),
      async (cuts) => {
        const stream = byTokens.createStream();
        for (let at = 0, cut = 0; at < samples.length; at += cuts[cut++ % cuts.length]) {
          stream.acceptWaveform(samples.slice(at, at + cuts[cut % cuts.length]));
          if (!stream.isReadingDue) continue;
          stream.tryEnd();
          while (stream.isReady) await byTokens.decode([stream]);
          stream.goOn();
        }
        stream.inputFinished();
        while (stream.isReady) await byTokens.decode([stream]);
        return JSON.stringify(await stream.result()) === expected;
      },
    ),
    { numRuns: 12 },
  );
});

t.test('the worker threads of the service hear the same, and tell partial results', async (t) => {
  const transcriber = await WorkerTranscriber.start({ modelDirectory: tokensOut, speechGate: false });
  try {
    const stream = await transcriber.open({ locale: 'en-US', endpointing: false, partials: false });
    await stream.write(sayTokens('show me the bikes'));
    t.equal((await stream.finish()).best.text, 'show me the bikes');
    const partials: string[] = [];
    const live = await transcriber.open(
      { locale: 'en-US', endpointing: false, partials: true },
      { partial: ({ text }) => void partials.push(text) },
    );
    await live.write(sayTokens('show me the bikes'));
    t.equal((await live.finish()).best.text, 'show me the bikes');
    t.ok(partials.length > 1, String(partials));
    t.ok(partials.every((text, at) => text !== partials[at - 1]));
    await transcriber.warmUp(['show me the bikes']);
  } finally {
    await transcriber.close();
  }
});

t.test('folders that cannot be used are refused with what to do', async (t) => {
  const refused = async (name: string, spoil: (copy: string) => void, message: RegExp, of = 'tokens') => {
    const copy = join(root, name);
    cpSync(join(root, of), copy, { recursive: true });
    spoil(copy);
    await t.rejects(adoptModel({ folder: copy, out: join(root, `${name}-out`), base }), { message }, name);
  };
  await refused(
    'no-decoder',
    (copy) => rmSync(join(copy, 'onnx/decoder_model_merged.onnx')),
    /There is no decoder_model_merged\.onnx in/,
  );
  await refused(
    'swapped',
    (copy) => cpSync(join(copy, 'onnx/encoder_model.onnx'), join(copy, 'onnx/decoder_model_merged.onnx')),
    /its decoder has no input_ids; it must be the merged one/,
  );
  await refused('no-tokens', (copy) => rmSync(join(copy, 'tokenizer.json')), /There is no tokenizer\.json/);
  await refused(
    'other-tokens',
    (copy) => writeFileSync(join(copy, 'tokenizer.json'), '{"model":{"type":"Unigram"}}'),
    /not the tokenizer\.json of a byte-pair encoding/,
  );
  await refused(
    'other-kind',
    (copy) => writeFileSync(join(copy, 'config.json'), '{"model_type":"bert"}'),
    /config\.json cannot be used.*model_type/,
  );
  await refused(
    'no-start',
    (copy) => writeFileSync(join(copy, 'config.json'), '{"model_type":"moonshine"}'),
    /decoder_start_token_id/,
  );
  await refused(
    'blank-elsewhere',
    (copy) => writeFileSync(join(copy, 'vocab.json'), '{"a":0,"|":1,"<pad>":2}'),
    /its first unit is a and not <pad>/,
    'letters',
  );
  await t.rejects(adoptModel({ folder: join(root, 'tokens'), out: join(root, 'again'), base: lettersOut }), {
    message: /name one of phones/,
  });
});
