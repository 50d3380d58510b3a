/**
 * Real-time factor of the recogniser alone: CPU seconds per second of audio on one thread, by part. Voice activity
 * detection is counted beside it; HTTP is not in it.
 *
 *     node build/bench/rtf.js [FOLDER|MANIFEST...] [--model models/default] [--split dev] [--limit 50] [--out bench/results]
 *
 * Without a manifest the recordings in test/fixtures/speech are recognised.
 */
import { parseArgs } from 'node:util';
import { Fbank } from '../src/features/fbank.js';
import { Recogniser } from '../src/stt/recogniser.js';
import { SileroVad } from '../src/vad/silero.js';
import { writeReport } from './report.js';
import { readSpeechSet } from './speech-set.js';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    model: { type: 'string', default: 'models/default' },
    split: { type: 'string' },
    limit: { type: 'string', default: '50' },
    out: { type: 'string', default: 'bench/results' },
  },
});

const utterances = (positionals.length > 0 ? positionals : ['test/fixtures/speech'])
  .flatMap(readSpeechSet)
  .filter(({ split }) => options.split === undefined || split === options.split);
// Spread over the set, so that the first speaker does not stand for all.
const every = Math.max(1, Math.floor(utterances.length / Number(options.limit)));
const recordings = await Promise.all(
  utterances.filter((_, index) => index % every === 0).map((utterance) => utterance.read()),
);
const seconds = recordings.reduce((sum, samples) => sum + samples.length, 0) / 16_000;
const recogniser = await Recogniser.load({ directory: options.model });
const vad = await SileroVad.load({ frameSamples: 512 });
const { acoustic } = recogniser;

/** CPU seconds of the process while `work` runs. */
async function cpuSeconds(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

async function recogniseAll(): Promise<void> {
  for (const samples of recordings) await recogniser.recognise(samples);
}

function featuresOfAll(): void {
  for (const samples of recordings) {
    const fbank = new Fbank({ sampleRateHz: acoustic.sampleRateHz, numBins: acoustic.featureDim });
    const out = new Float32Array((Math.ceil(samples.length / 160) + 2) * acoustic.featureDim);
    for (let at = 0; at < samples.length; at += 5120) {
      fbank.acceptWaveform(samples.subarray(at, at + 5120));
      fbank.read(out, 0);
    }
  }
}

async function networkOnAll(): Promise<void> {
  const features = new Float32Array(acoustic.chunkFrames * acoustic.featureDim).fill(-6);
  for (const samples of recordings) {
    const state = acoustic.createState();
    const chunks = Math.ceil(samples.length / 160 / acoustic.chunkFrames);
    for (let chunk = 0; chunk < chunks; chunk++) await acoustic.run([{ state, features }]);
  }
}

async function detectInAll(): Promise<void> {
  for (const samples of recordings) await (await vad.createStream()).acceptWaveform(samples);
}

// The first pass compiles and warms caches.
await recogniseAll();
const whole = await cpuSeconds(recogniseAll);
const parts = {
  features: await cpuSeconds(featuresOfAll),
  network: await cpuSeconds(networkOnAll),
  voiceActivity: await cpuSeconds(detectInAll),
};
const rtf = (cpu: number) => Number((cpu / seconds).toFixed(5));
const figures = {
  recordings: recordings.length,
  seconds: Math.round(seconds),
  recogniser: rtf(whole),
  features: rtf(parts.features),
  network: rtf(parts.network),
  search: rtf(Math.max(0, whole - parts.features - parts.network)),
  voiceActivity: rtf(parts.voiceActivity),
};
console.table(
  Object.entries(figures)
    .slice(2)
    .map(([part, factor]) => ({
      part,
      'CPU s / audio s': factor,
      'times real time': Math.round(1 / factor),
    })),
);
console.log(`${figures.recordings} recordings, ${figures.seconds} s`);
writeReport('rtf', figures, options.out);
