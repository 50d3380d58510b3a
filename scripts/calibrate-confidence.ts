/**
 * Fits the confidence map of a model: how sharp the n-best scores are, and how shares of the n-best become
 * probabilities (Platt scaling, for words and for queries), and below which mean share of its words a reading is taken
 * for noise.
 *
 *     node build/scripts/calibrate-confidence.js FOLDER|MANIFEST... [--split dev] [--limit 60] [--minutes 8] [--write]
 *         [--noise ../shared/data/noise] [--pack product-search] [--model models/default]
 *
 * Recordings and sounds must not be those that results are reported on: of the sounds that no training has heard, one
 * half is used here (the other is bench/confidence's and bench/false-words' alone). With --write the map goes into
 * model.json.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { calibrationError, decodeAll, fitLogistic, type Judged, judge } from '../bench/calibration.js';
import { heldOutSounds } from '../bench/held-out.js';
import { readPcm, readSpeechSet, recordingBeside, spread, type Utterance } from '../bench/speech-set.js';
import { plainWords, WordErrors } from '../bench/word-errors.js';
import { loadPack } from '../src/nlu/index.js';
import { packContext } from '../src/pack-context.js';
import type { ConfidenceMap } from '../src/stt/confidence.js';
import { Recogniser } from '../src/stt/recogniser.js';
import { writeTuned } from './model-json.js';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    model: { type: 'string', default: 'models/default' },
    split: { type: 'string' },
    limit: { type: 'string', default: '60' },
    minutes: { type: 'string', default: '8' },
    noise: { type: 'string', default: join(process.env.EARSHOT_SHARED ?? '../shared', 'data/noise') },
    pack: { type: 'string', default: 'product-search' },
    write: { type: 'boolean', default: false },
  },
});
const chosen = positionals.flatMap(readSpeechSet).filter(({ split }) => (options.split ?? split) === split);
const speech = spread(chosen, Number(options.limit));
if (speech.length === 0) {
  console.error('Name a folder or a manifest of recordings; how to call this is at the head of the file.');
  process.exit(2);
}
const recogniser = await Recogniser.load({ directory: options.model });
const context = recogniser.compile(packContext(loadPack(options.pack)));
const raw = { slope: 1, offset: 0, querySlope: 1, queryOffset: 0, reject: 0 };

/** Ten seconds of each sound in turn. */
function noiseWindows(): Utterance[] {
  const recording = recordingBeside(options.noise, 'background');
  const most = Number(options.minutes) * 60 * 16_000;
  const size = 160_000;
  const found: Utterance[] = [];
  let total = 0;
  const sounds = heldOutSounds(options.noise, { half: 'dev' });
  for (let turn = 0; total < most && sounds.some(({ samples }) => turn * size < samples); turn++) {
    for (const { file, start, samples } of sounds) {
      const length = Math.min(size, samples - turn * size);
      if (length <= 0 || total >= most) continue;
      const read = async () => readPcm(recording, start + turn * size, length);
      found.push({ id: file, set: 'noise', group: '', speaker: file, split: 'dev', transcript: '', read });
      total += length;
    }
  }
  return found;
}

const decoded = await decodeAll(recogniser, speech);
const decodedNoise = await decodeAll(recogniser, noiseWindows());

let best: { map: ConfidenceMap; loss: number } | undefined;
for (const scale of [0.2, 0.35, 0.5, 0.7, 1]) {
  const { words, queries } = judge(recogniser.withSearch({}, { ...raw, scale }), decoded, { context });
  const word = fitLogistic(words);
  const query = fitLogistic(queries);
  console.log(
    `scale ${scale}: loss of words ${word.loss.toFixed(4)}, of queries ${query.loss.toFixed(4)}, calibration error ` +
      `of words before ${calibrationError(words).toFixed(3)}, after ${calibrationError(mapped(words, word)).toFixed(3)}`,
  );
  const map = { scale, ...word, querySlope: query.slope, queryOffset: query.offset, reject: 0 };
  const loss = word.loss + query.loss;
  if (best === undefined || loss < best.loss) best = { map, loss };
}

function mapped(judged: readonly Judged[], { slope, offset }: { slope: number; offset: number }): Judged[] {
  return judged.map(({ confidence, isRight }) => {
    const odds = Math.log(confidence / (1 - confidence));
    return { confidence: 1 / (1 + Math.exp(-(slope * odds + offset))), isRight };
  });
}

/** Mean share of the words of the best readings that have some. */
const { scale, slope, offset, querySlope, queryOffset } = best!.map;
const plain = recogniser.withSearch({}, { ...raw, scale });
const supportOf = (logProbs: Float32Array) => {
  const { words } = plain.searchAlone(logProbs, { context })[0];
  return words.length === 0
    ? undefined
    : words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length;
};
const isHeard = ({ utterance, logProbs }: (typeof decoded)[number]) => {
  const errors = new WordErrors();
  errors.add(plainWords(utterance.transcript), plainWords(plain.searchAlone(logProbs, { context })[0].text));
  return errors.rate < 0.5;
};
const ofNoise = decodedNoise.flatMap(({ logProbs }) => supportOf(logProbs) ?? []).sort((a, b) => a - b);
const ofSpeech = decoded
  .filter(isHeard)
  .flatMap(({ logProbs }) => supportOf(logProbs) ?? [])
  .sort((a, b) => a - b);
const at = (sorted: number[], share: number) => sorted[Math.floor(share * (sorted.length - 1))];
// As high as noise asks for, unless one reading in fifty of understandable speech would fall with it.
const wanted = ofNoise.length === 0 ? 0.3 : at(ofNoise, 1) + 0.005;
const allowed = ofSpeech.length === 0 ? 0.5 : at(ofSpeech, 0.02);
const reject = Math.max(0.3, Math.min(wanted, allowed));
const share = (list: number[]) => list.filter((value) => value < reject).length / Math.max(1, list.length);
console.log(
  `words in ${ofNoise.length} of ${decodedNoise.length} windows of noise; below ${reject.toFixed(3)} are rejected: ` +
    `${(share(ofNoise) * 100).toFixed(1)} % of these, ${(share(ofSpeech) * 100).toFixed(1)} % of the readings of speech ` +
    `that are mostly right`,
);
const map = { scale, slope, offset, querySlope, queryOffset, reject };
console.log(JSON.stringify(map));
if (options.write) writeTuned(options.model, 'confidence', map);
