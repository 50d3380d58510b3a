import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import t from 'tap';
import { languageOf, loadLanguageResources } from '../../src/stt/language-resources.js';
import { readModelManifest } from '../../src/stt/model-manifest.js';
import { NeuralLm } from '../../src/stt/rescoring/neural-lm.js';
import { Rescorer } from '../../src/stt/rescoring/rescorer.js';
import { defaultSearchOptions } from '../../src/stt/search/search-options.js';
import type { TracedPath } from '../../src/stt/search/traced-path.js';
import { compileNetwork } from '../../src/stt/sentences/sentence-network.js';
import { countSentenceNgrams, SentenceNgrams } from '../../src/stt/sentences/sentence-ngrams.js';
import { sentencesOf } from './sentences-of.js';

const directory = 'models/default';
const manifest = readModelManifest(directory);
const file = manifest.family === 'ctc-lexicon' ? manifest.files.neuralLm : undefined;
if (!file) throw new Error(`${directory}/model.json names no neural language model`);
const neural = await NeuralLm.open(directory, file);
const { lexicon, lm } = languageOf(loadLanguageResources(directory, manifest));
const numbers = new Map(neural.words.map((word, number) => [word, number]));
const read = (text: string) => text.split(' ').map((word) => numbers.get(word) ?? NeuralLm.unknown);
const options = { ...defaultSearchOptions, ...manifest.search };

/** Paths of equal score that say these texts. */
function pathsOf(...texts: string[]): TracedPath[] {
  return texts.map((text) => ({
    score: -20,
    words: text.split(' ').map((word) => ({ word: lexicon.idOf(word), firstFrame: 0, lastFrame: 1, fit: 0 })),
  }));
}
const textOf = ({ words }: TracedPath) => words.map(({ word }) => lexicon.word(word)).join(' ');

t.test('the network says what it said in training', async (t) => {
  const fixture = JSON.parse(readFileSync('test/fixtures/neural-lm-parity.json', 'utf8'));
  const sentences: { text: string; log_probs: number[] }[] = fixture.sentences;
  const found = await neural.logProbs(sentences.map(({ text }) => read(text)));
  sentences.forEach(({ text, log_probs: expected }, index) => {
    t.equal(found[index].length, expected.length, text);
    const off = expected.map((value, position) => Math.abs(value - found[index][position]));
    // Products of 8-bit numbers are rounded in other places by other processors.
    t.ok(Math.max(...off) < 0.8, `${text}: ${Math.max(...off)}`);
    t.ok(off.reduce((sum, value) => sum + value) / off.length < 0.1, text);
  });
});

t.test('sentences read together are what each is alone', async (t) => {
  const word = fc.integer({ min: NeuralLm.unknown, max: 300 });
  const sentences = fc.array(fc.array(word, { maxLength: 6 }), { minLength: 1, maxLength: 6 });
  const property = fc.asyncProperty(sentences, async (list) => {
    const together = await neural.logProbs(list);
    for (let index = 0; index < list.length; index++) {
      const [alone] = await neural.logProbs([list[index]]);
      alone.forEach((value, position) => {
        if (Math.abs(value - together[index][position]) > 1e-4) throw new Error(`${list[index]} ${position}`);
      });
    }
  });
  await t.resolves(fc.assert(property, { numRuns: 30 }));
  t.strictSame(await neural.logProbs([]), []);
});

t.test('histories may be shared after some words, the first one stays exact', async (t) => {
  const word = fc.integer({ min: NeuralLm.unknown, max: 5 });
  const sentences = fc.array(fc.array(word, { maxLength: 8 }), { minLength: 1, maxLength: 6 });
  const property = fc.asyncProperty(sentences, fc.integer({ min: 1, max: 4 }), async (list, sharedAfter) => {
    const together = await neural.logProbs(list, { sharedAfter });
    const [alone] = await neural.logProbs([list[0]]);
    // Within the first sentence, too, words may come again: they are then read as they were before.
    const repeats = new Set(list[0]).size < list[0].length;
    if (!repeats && alone.some((value, position) => Math.abs(value - together[0][position]) > 1e-4))
      throw new Error(`${list[0]}`);
    if (
      together.some((logs, index) => logs.length !== list[index].length + 1 || logs.some((log) => !(log < 0)))
    )
      throw new Error('a word without a probability');
  });
  await t.resolves(fc.assert(property, { numRuns: 30 }));
  const texts = ['i would like to know whether it will rain', 'i would dislike to know whether it will rain'];
  const exact = await neural.logProbs(texts.map(read));
  const shared = await neural.logProbs(texts.map(read), { sharedAfter: 3 });
  t.strictSame([...shared[1].slice(0, 5)], [...exact[1].slice(0, 5)], 'what is near is read for itself');
  t.strictSame([...shared[1].slice(6)], [...exact[0].slice(6)], 'the rest as in the first one');
});

t.test('what may follow sums to one', async (t) => {
  const words = Int32Array.from(neural.words, (_, number) => number);
  const sum = async (before: number[]) => {
    let total = 0;
    for (let at = 0; at < words.length; at += 2000) {
      const part = [...words.subarray(at, at + 2000)];
      const found = await neural.logProbs(part.map((word) => (word === 0 ? before : [...before, word])));
      total += found.reduce((most, logs) => most + Math.exp(logs[before.length]), 0);
    }
    return total;
  };
  t.ok(Math.abs((await sum([])) - 1) < 1e-3);
  t.ok(Math.abs((await sum(read('turn on the'))) - 1) < 1e-3);
});

t.test('the network knows more of a sentence than its last words', async (t) => {
  const right = ['what time does the store close', 'i would like to know whether it will rain'];
  const wrong = ['what time does the store clothes', 'i would like to know weather it will rain'];
  const found = await neural.logProbs([...right, ...wrong].map(read));
  const sums = found.map((logs) => logs.reduce((sum, value) => sum + value));
  t.ok(sums[0] > sums[2] + 3 && sums[1] > sums[3] + 3, sums.join(' '));
  // As the search would score them if they sounded alike: by the n-grams alone, which prefer clothes.
  const paths = pathsOf(wrong[0], right[0]);
  for (const path of paths) {
    let state = lm.initialState;
    for (const { word } of [...path.words, { word: lm.end }]) {
      path.score += options.lmWeight * lm.score(state, word);
      state = lm.next;
    }
  }
  t.ok(paths[0].score > paths[1].score);
  const [best] = await new Rescorer(neural, lexicon, lm, options).rescore(paths);
  t.equal(textOf(best), right[0]);
});

t.test('paths too far behind keep their distance, and a share of 0 changes nothing', async (t) => {
  const paths = pathsOf('turn on the light', 'turn on delight', 'turn of the light');
  paths[1].score -= 1;
  paths[2].score -= 1 + options.neuralLmBeam;
  const list = await new Rescorer(neural, lexicon, lm, options).rescore(paths);
  const scoreOf = (wanted: TracedPath) => list.find((one) => textOf(one) === textOf(wanted))!.score;
  t.not(scoreOf(paths[1]) - scoreOf(paths[0]), paths[1].score - paths[0].score);
  t.ok(Math.abs(scoreOf(paths[2]) - scoreOf(paths[0]) - (paths[2].score - paths[0].score)) < 1e-9);
  const unchanged = new Rescorer(neural, lexicon, lm, { ...options, neuralLmShare: 0, neuralWordBonus: 0 });
  t.strictSame(await unchanged.rescore(paths), paths);
});

t.test('sentences to expect keep their scores', async (t) => {
  const paths = pathsOf('turn on the light', 'turn of the light');
  paths[0].isExpected = true;
  const list = await new Rescorer(neural, lexicon, lm, options).rescore(paths);
  t.equal(list.find(({ isExpected }) => isExpected)?.score, paths[0].score);
  t.not(list.find(({ isExpected }) => !isExpected)?.score, paths[1].score);
});

t.test('what a pack expects gains nothing by a network that expects it, too', async (t) => {
  const said = ['two flat whites', 'what time does the store close'];
  const network = compileNetwork(sentencesOf(t, [said[0]]), (text) => [
    text.split(' ').map((word) => lexicon.idOf(word)),
  ]);
  const ngrams = new SentenceNgrams(countSentenceNgrams(network, 0.25)!);
  const rescorer = new Rescorer(neural, lexicon, lm, { ...options, neuralLmBeam: 100 });
  const gains = async (expected?: SentenceNgrams) => {
    const list = await rescorer.rescore(pathsOf(...said), expected);
    return said.map((text) => list.find((path) => textOf(path) === text)!.score + 20);
  };
  const [alone, beside] = [await gains(), await gains(ngrams)];
  t.ok(alone[0] > 0.5 && Math.abs(beside[0]) < alone[0] / 5, `${alone[0]} ${beside[0]}`);
  t.ok(Math.abs(alone[1] - beside[1]) < Math.abs(alone[1]) / 3, `${alone[1]} ${beside[1]}`);
});

t.test('hesitations change nothing about what is read', async (t) => {
  const rescorer = new Rescorer(neural, lexicon, lm, options);
  const scores = async (...texts: string[]) => {
    const list = await rescorer.rescore(pathsOf(...texts));
    return new Map(list.map((path) => [textOf(path).replaceAll(/ ?\b(um|uh)\b/g, ''), path.score]));
  };
  t.strictSame(
    await scores('turn on um the light', 'turn of the uh light'),
    await scores('turn on the light', 'turn of the light'),
  );
});

t.test('words that only one utterance knows are read as unknown ones', async (t) => {
  const rescorer = new Rescorer(neural, lexicon, lm, options);
  const [path, other] = pathsOf('play a song by the', 'play a song buy the');
  path.words.push({ word: lexicon.wordCount + 7, firstFrame: 2, lastFrame: 3, fit: 0 });
  other.words.push(path.words[5]);
  const [best, worse] = await rescorer.rescore([other, path]);
  t.ok(Number.isFinite(best.score) && best.score > worse.score);
  t.strictSame(best.words, path.words);
});

t.test('a recording of many minutes is not read again', async (t) => {
  const rescorer = new Rescorer(neural, lexicon, lm, options);
  const paths = pathsOf('turn on the light '.repeat(700).trim(), 'turn of the light '.repeat(700).trim());
  t.strictSame(await rescorer.rescore(paths), paths);
});
