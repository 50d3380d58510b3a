/**
 * Latency of a whole service with streams at the pace of a microphone, over WebSocket and HTTP.
 *
 *     node build/bench/latency.js [FOLDER|MANIFEST...] [--split dev] [--limit 112] [--streams 8] [--sentences 48]
 *         [--snr 20] [--url http://... --token REFRESH_TOKEN] [--out bench/results]
 *
 * Without a manifest: requests, each by seven synthetic voices that training holds out (flite, espeak-ng), or else
 * test/fixtures/speech; then, where there are recordings of people beside the project (../shared, or the folder
 * EARSHOT_SHARED), `--sentences` sentences that people read, of those that nothing was chosen on. `--streams` of them are
 * under way at a time, which is the load that all figures are taken at; --streams 1 is a single speaker, and takes eight
 * times as long. Definitions:
 * - finalisation: last audio byte of an upload sent -> first byte of the answer (HTTP, endpointing off)
 * - TTFS: true end of speech -> final result at the client, endpointing included; answer only: `vad_stop` -> result
 * - EP latency: true end of speech -> `vad_stop` at the client; a decision before the true end is a cut-off
 * - word emission: end of a word (as in the final result) -> first partial that holds it and keeps it
 * - first partial: start of speech -> first partial
 * Of fewer than 20 samples no p95 is told, for it is the largest one.
 */
import { existsSync } from 'node:fs';
import { SingleBar } from 'cli-progress';
import { commandLine } from './command-line.js';
import { LatencyFigures } from './latency-figures.js';
import { NoiseMixer } from './noise-mixer.js';
import { placeSpeech, usualLeadSeconds } from './placed-speech.js';
import { drawPlot } from './plot.js';
import { writePicture, writeReport } from './report.js';
import { sharedData } from './shared-data.js';
import { SocketClient } from './socket-stream.js';
import { chooseUtterances, fixtureSpeech } from './speech-set.js';
import { requestsByEveryVoice } from './spoken-requests.js';
import { openTarget, type Target } from './target.js';
import { canSpeak } from './unseen-voices.js';
import { upload } from './upload.js';

const { values: options, positionals } = commandLine(
  import.meta.url,
  {
    allowPositionals: true,
    options: {
      split: { type: 'string' },
      limit: { type: 'string', default: '112' },
      streams: { type: 'string', default: '8' },
      sentences: { type: 'string', default: '48' },
      snr: { type: 'string' },
      noise: { type: 'string', default: sharedData('noise') },
      url: { type: 'string' },
      token: { type: 'string' },
      out: { type: 'string', default: 'bench/results' },
    },
  },
  { snr: { kind: 'any', example: '20' }, sentences: { kind: 'from-0' } },
);
const streams = Number(options.streams);

/** Recordings that are told apart from others. */
interface SpeechSource {
  /** Names them in the result and the picture. */
  key: string;
  /** Tells a reader what they are. */
  name: string;
  speech: Float32Array[];
}

const sources = await collectSpeech();
const mixer = options.snr === undefined ? undefined : new NoiseMixer(options.noise);
const measured: { source: SpeechSource; figures: LatencyFigures }[] = [];
const target = await openTarget(options);
try {
  for (const source of sources) measured.push({ source, figures: await measure(target, source) });
} finally {
  await target.close();
}

for (const { source, figures } of measured) {
  console.log(`\n${source.name}, ${streams} at a time`);
  console.table(figures.rows(), ['count', 'mean', 'p50', 'p90', 'p95', 'p99', 'max']);
  console.log(figures.sentence());
  for (const fault of figures.faults.slice(0, 5)) console.log(`fault: ${fault}`);
}
const steps = Array.from({ length: 99 }, (_, index) => (index + 1) / 100);
const series = measured.flatMap(({ source, figures }) =>
  Object.entries({ TTFS: figures.ttfsMs, finalisation: figures.finalisationMs })
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => {
      const sorted = values.toSorted((a, b) => a - b);
      return {
        name: `${name}, ${source.key}`,
        points: steps.map((at) => [sorted[Math.floor(at * sorted.length)], at * 100] as const),
      };
    }),
);
writePicture(
  'latency',
  drawPlot({
    title: `Latency, ${streams} at a time: share of queries answered within`,
    x: 'ms',
    y: 'share (%)',
    series,
    targets: [{ axis: 'x', value: 250, label: 'TTFS target: median 250 ms' }],
    yRange: [0, 100],
  }),
  options.out,
);
const results = Object.fromEntries(
  measured.map(({ source: { key, name }, figures }) => [key, { speech: name, ...figures.toJSON() }]),
);
writeReport('latency', { streams, snrDb: options.snr, ...results }, options.out);
process.exitCode = measured.some(({ figures }) => figures.faults.length > 0) ? 1 : 0;

type Work<T> = (item: T, client: SocketClient, target: Target) => Promise<void>;

async function measure(target: Target, { speech, name }: SpeechSource): Promise<LatencyFigures> {
  const placed = speech.flatMap((samples, seed) => {
    const mix = (all: Float32Array) => mixer?.mix(all, Number(options.snr), seed) ?? all;
    return placeSpeech(samples, { mix }) ?? [];
  });
  const figures = new LatencyFigures(usualLeadSeconds);
  const bar = new SingleBar({ format: `{bar} {value}/{total} queries: ${name}`, clearOnComplete: true });
  bar.start(2 * placed.length + speech.length, 0);
  const inParallel = async <T>(list: readonly T[], work: Work<T>) =>
    shareOut(await target.renewed(), list, async (item, client, renewed) => {
      await work(item, client, renewed);
      bar.increment();
    });
  try {
    // The first queries find cold code.
    const warm = await SocketClient.open(target);
    for (const { samples } of placed.slice(0, 2)) await warm.query(samples);
    warm.close();
    await inParallel(placed, async (item, client) => figures.observe(item, await client.query(item.samples)));
    await inParallel(placed, async ({ samples, endSeconds }, _, renewed) => {
      const answer = await upload(renewed, samples, { chunkMs: 20, endpointing: true });
      if (answer.status !== 200) figures.faults.push(`HTTP ${answer.status}`);
      else if (answer.answeredMs >= endSeconds * 1000)
        figures.httpTtfsMs.push(answer.answeredMs - endSeconds * 1000);
    });
    await inParallel(speech, async (samples, _, renewed) => {
      const answer = await upload(renewed, samples);
      if (answer.status !== 200) figures.faults.push(`HTTP ${answer.status}`);
      else figures.finalisationMs.push(answer.finalisationMs);
    });
  } finally {
    bar.stop();
  }
  return figures;
}

async function collectSpeech(): Promise<SpeechSource[]> {
  const limit = Number(options.limit);
  const read = (paths: readonly string[], split: string | undefined, limit: number) =>
    Promise.all(
      chooseUtterances(paths, { split, limit, otherwise: fixtureSpeech }).map((utterance) =>
        utterance.read(),
      ),
    );
  const named = (key: string, what: string, speech: Float32Array[]): SpeechSource => ({
    key,
    name: `${speech.length} ${what}`,
    speech,
  });
  if (positionals.length > 0 || !canSpeak()) {
    const from = positionals.length > 0 ? positionals.join(', ') : fixtureSpeech;
    return [named('recordings', `recordings of ${from}`, await read(positionals, options.split, limit))];
  }
  const requests = (await requestsByEveryVoice()).slice(0, limit);
  const sources = [named('requests', 'requests said by synthetic voices (flite, espeak-ng)', requests)];
  const people = sharedData('speech/sentences.tsv');
  const sentences = Number(options.sentences);
  if (sentences > 0 && existsSync(people))
    sources.push(named('sentences', 'sentences read by people', await read([people], 'test', sentences)));
  return sources;
}

/** Works through a list with as many clients as streams were asked for, which do not speak in step. */
async function shareOut<T>(target: Target, list: readonly T[], work: Work<T>): Promise<void> {
  const queue = [...list];
  await Promise.all(
    Array.from({ length: streams }, async (_, index) => {
      await new Promise((resolve) => setTimeout(resolve, (index / streams) * 2000));
      const client = await SocketClient.open(target);
      for (let item = queue.shift(); item !== undefined; item = queue.shift())
        await work(item, client, target);
      client.close();
    }),
  );
}
