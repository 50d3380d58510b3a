/**
 * Fits the confidence map of a model: how sharp the n-best scores are, how shares of the n-best and the fit of the
 * sounds become probabilities of words and of queries (logistic regression on clean speech), and what tells speech from
 * noise: clarity of the sound and length of the text, weighed by logistic regression on speech, clean and in noise, and
 * on background that words are heard in; and how sure a detector of voice activity is, by the weight with which the
 * speech is surest. Background has to stay below the bound by a margin; how much of the speech does is told. Recordings
 * of single words belong among those that are given, or short answers are taken for noise.
 *
 *     node build/scripts/calibrate-confidence.js FOLDER|MANIFEST... [--split dev] [--limit 60] [--minutes 60] [--write]
 *         [--only rejection|detector] [--noise ../shared/data/noise] [--pack product-search] [--model models/default]
 *
 * Recordings and sounds must not be those that results are reported on: one half of the sounds is used here (of the
 * other, those that no training has heard are bench/confidence's and bench/false-words' alone). With --write the map
 * goes into model.json; --only leaves the confidences as they are, and with `detector` the bound without one, too.
 */
import { backgroundWindows } from '../bench/background-windows.js';
import { decodeAll, rightWords } from '../bench/calibration.js';
import { checkKnown, commandLine } from '../bench/command-line.js';
import { NoiseMixer } from '../bench/noise-mixer.js';
import { sharedData } from '../bench/shared-data.js';
import { chooseUtterances, type Utterance } from '../bench/speech-set.js';
import { mean, rounded } from '../bench/statistics.js';
import { plainWords, WordErrors } from '../bench/word-errors.js';
import { packContext } from '../src/engine/pack-context.js';
import { loadPack } from '../src/nlu/index.js';
import {
  type ConfidenceMap,
  defaultConfidenceMap,
  logit,
  neutralSureness,
  speechFeatures,
  speechOdds,
} from '../src/stt/confidence.js';
import { Recogniser } from '../src/stt/recogniser.js';
import { SileroVad } from '../src/vad/silero.js';
import { type Case, fitLogistic } from './fit-logistic.js';
import { tunedDigits, writeTuned } from './model-json.js';

const { values: options, positionals } = commandLine(
  import.meta.url,
  {
    allowPositionals: true,
    options: {
      model: { type: 'string', default: 'models/default' },
      split: { type: 'string' },
      limit: { type: 'string', default: '60' },
      minutes: { type: 'string', default: '60' },
      noise: { type: 'string', default: sharedData('noise') },
      pack: { type: 'string', default: 'product-search' },
      only: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  },
  { minutes: { kind: 'from-0' } },
);
if (options.only !== undefined) checkKnown('--only', [options.only], ['rejection', 'detector']);
const speech = chooseUtterances(positionals, { split: options.split, limitPerSet: Number(options.limit) });
const recogniser = await Recogniser.load({ directory: options.model });
const vad = await SileroVad.load();
const context = recogniser.compile(packContext(loadPack(options.pack)));
const windowSeconds = 10;
/** A window of each sound in turn, until the minutes are over. */
function noiseWindows(): Utterance[] {
  let left = Number(options.minutes) * 60 * recogniser.sampleRateHz;
  const found: Utterance[] = [];
  for (const { file, samples, read } of backgroundWindows(
    options.noise,
    { half: 'dev', all: true },
    windowSeconds * recogniser.sampleRateHz,
  )) {
    if (left <= 0) break;
    left -= samples;
    const whose = { set: 'noise', group: '', speaker: file, split: 'dev', transcript: '' };
    found.push({ id: file, ...whose, read: async () => read() });
  }
  return found;
}

const decoded = await decodeAll(recogniser, speech, vad);
// In noise too, or what is said in a cafe would be taken for the cafe.
const mixer = new NoiseMixer(options.noise, 'dev');
const clean = decoded.length;
const noisy = speech.map((utterance, index) => ({
  ...utterance,
  read: async () => mixer.mix(await utterance.read(), index % 2 === 0 ? 10 : 5, index),
}));
decoded.push(...(await decodeAll(recogniser, noisy, vad)));
const decodedNoise = await decodeAll(recogniser, noiseWindows(), vad);

type Read = Awaited<ReturnType<Recogniser['readingsAlone']>>;
const readings: (Read & { said: string[]; isNoise: boolean; voice: number })[] = [];
// One after the other: hundreds of searches at a time would fill the memory.
for (const { utterance, encoded, detector } of [...decoded, ...decodedNoise]) {
  const said = plainWords(utterance.transcript);
  const isNoise = utterance.set === 'noise';
  const voice = detector?.voiceProbability ?? 0;
  readings.push({ said, isNoise, voice, ...(await recogniser.readingsAlone(encoded, { context })) });
}

/** Words and readings that were heard, with what tells how sure they are. */
function casesAt(scale: number): { words: Case[]; queries: Case[] } {
  const words: Case[] = [];
  const queries: Case[] = [];
  // As recorded: what noise does to confidences depends on the noise, and noise alone is rejected.
  for (const { said, at } of readings.slice(0, clean)) {
    const [best] = at(scale);
    if (best === undefined || best.words.length === 0) continue;
    const right = rightWords(said, best.words);
    for (const [at, isRight] of right.words.entries())
      words.push({ features: [logit(best.support[at]), best.fits[at]], isRight });
    queries.push({ features: [logit(best.share), mean(best.fits)], isRight: right.isAll });
  }
  return { words, queries };
}

/** As model.json has them. */
const tuned = (value: number) => rounded(value, tunedDigits);

/** The scale with the least loss, and what fits it best. */
function fitConfidences(): ConfidenceMap {
  let best: { map: ConfidenceMap; loss: number } | undefined;
  for (const scale of [0.2, 0.35, 0.5, 0.7, 1]) {
    const { words, queries } = casesAt(scale);
    const word = fitLogistic(words);
    const query = fitLogistic(queries);
    const [slope, fit, offset] = word.weights.map(tuned);
    const [querySlope, queryFit, queryOffset] = query.weights.map(tuned);
    const fitted = { scale, slope, fit, offset, querySlope, queryFit, queryOffset };
    const map = { ...defaultConfidenceMap, ...fitted, speechSureness: 0 };
    console.log(`${JSON.stringify(map)}: loss of words ${tuned(word.loss)}, of queries ${tuned(query.loss)}`);
    const loss = word.loss + query.loss;
    if (best === undefined || loss < best.loss) best = { map, loss };
  }
  return best!.map;
}

const map =
  options.only === undefined
    ? fitConfidences()
    : { ...defaultConfidenceMap, ...recogniser.manifest.confidence, speechVoice: 0, voiceOffset: 0 };
/** Readings that have words, and what tells whether they are speech. */
const heard = readings.flatMap(({ said, isNoise, voice, clarity, at }) => {
  const [best] = at(map.scale);
  if (best === undefined || best.words.length === 0) return [];
  // Where short requests are among the speech, how sure the words are tells nothing beside the other two.
  return [{ said, isNoise, voice, evidence: { sureness: neutralSureness, clarity, text: best.text } }];
});
const isUnderstood = ({ said, evidence }: (typeof heard)[number]) => {
  const errors = new WordErrors();
  errors.add(said, plainWords(evidence.text));
  return errors.rate < 0.5;
};
const noise = heard.filter(({ isNoise }) => isNoise);
const speechReadings = heard.filter((reading) => !reading.isNoise && isUnderstood(reading));
const casesOf = (list: typeof heard, isRight: boolean) =>
  list.map(({ evidence }) => ({ features: speechFeatures(evidence).slice(1), isRight }));
const oddsAlone = ({ evidence }: (typeof heard)[number]) => speechOdds(map, evidence);
// In nats, as sounds are more varied than any sample. Half as much is enough where the detector listens too: with it, the
// bound that one half of the sounds gives keeps out the other.
const margin = 1.5;
const marginWithDetector = 0.7;
if (options.only !== 'detector') {
  const { weights } = fitLogistic([...casesOf(noise, false), ...casesOf(speechReadings, true)]);
  [map.speechClarity, map.speechLength] = weights.map(tuned);
  map.speechOffset = 0;
  map.speechOffset = tuned(-Math.max(...noise.map(oddsAlone)) - margin);
}
const voiceWeights = Array.from({ length: 41 }, (_, tenths) => tenths / 10);
const mapsWithVoice = voiceWeights.map((speechVoice) => {
  const weighed = { ...map, speechVoice };
  const odds = ({ evidence, voice }: (typeof heard)[number]) => speechOdds(weighed, { ...evidence, voice });
  weighed.voiceOffset = tuned(-Math.max(...noise.map(odds)) - marginWithDetector);
  return { weighed, odds, loss: mean(speechReadings.map((reading) => Math.log1p(Math.exp(-odds(reading))))) };
});
const { weighed, odds: oddsTogether } = mapsWithVoice.reduce((a, b) => (b.loss < a.loss ? b : a));
const share = (list: typeof heard, odds: typeof oddsAlone) =>
  ((list.filter((reading) => odds(reading) < 0).length / Math.max(1, list.length)) * 100).toFixed(1);
console.log(`words in ${noise.length} of ${decodedNoise.length} windows of noise`);
for (const [name, odds] of Object.entries({ without: oddsAlone, with: oddsTogether })) {
  console.log(
    `rejected ${name} a detector: ${share(noise, odds)} % of these, ${share(speechReadings, odds)} % of the readings of ` +
      'speech that are mostly right',
  );
}
console.log(JSON.stringify(weighed));
if (options.write) writeTuned(options.model, 'confidence', { ...weighed });
