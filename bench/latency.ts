/**
 * Latency of a whole service with streams at the pace of a microphone, over WebSocket and HTTP.
 *
 *     node build/bench/latency.js [FOLDER|MANIFEST...] [--split dev] [--limit 20] [--streams 1] [--snr 20]
 *         [--url http://... --token REFRESH_TOKEN] [--out bench/results]
 *
 * Without a manifest: requests by synthetic voices (flite, espeak-ng), or else test/fixtures/speech. Definitions:
 * - finalisation: last audio byte of an upload sent -> first byte of the answer (HTTP, endpointing off)
 * - TTFS: true end of speech -> final result at the client, endpointing included; answer only: `vad_stop` -> result
 * - EP latency: true end of speech -> `vad_stop` at the client; a decision before the true end is a cut-off
 * - word emission: end of a word (as in the final result) -> first partial that holds it and keeps it
 * - first partial: start of speech -> first partial
 */
import { SingleBar } from 'cli-progress';
import { commandLine } from './command-line.js';
import { NoiseMixer } from './noise-mixer.js';
import { type PlacedSpeech, placeSpeech } from './placed-speech.js';
import { drawPlot } from './plot.js';
import { writePicture, writeReport } from './report.js';
import { sharedData } from './shared-data.js';
import { SocketClient, type StreamedQuery } from './socket-stream.js';
import { chooseUtterances, fixtureSpeech } from './speech-set.js';
import { spokenRequests } from './spoken-requests.js';
import { rounded, type Spread, share, spread } from './statistics.js';
import { openTarget } from './target.js';
import { canSpeak } from './unseen-voices.js';
import { upload } from './upload.js';

const { values: options, positionals } = commandLine(import.meta.url, {
  allowPositionals: true,
  options: {
    split: { type: 'string' },
    limit: { type: 'string', default: '20' },
    streams: { type: 'string', default: '1' },
    snr: { type: 'string' },
    noise: { type: 'string', default: sharedData('noise') },
    url: { type: 'string' },
    token: { type: 'string' },
    out: { type: 'string', default: 'bench/results' },
  },
});
const leadSeconds = 0.5;

const speech = await collectSpeech();
const mixer = options.snr === undefined ? undefined : new NoiseMixer(options.noise);
const placed = speech.flatMap((samples, seed) => {
  const mix = (all: Float32Array) => mixer?.mix(all, Number(options.snr), seed) ?? all;
  return placeSpeech(samples, { leadSeconds, mix }) ?? [];
});

const ttfsMs: number[] = [];
const answerMs: number[] = [];
const endpointMs: number[] = [];
const httpTtfsMs: number[] = [];
const finalisationMs: number[] = [];
const emissionMs: number[] = [];
const firstPartialMs: number[] = [];
let cutOff = 0;
let partialWords = 0;
let revisedWords = 0;
const faults: string[] = [];

const target = await openTarget(options);
const bar = new SingleBar({ format: '{bar} {value}/{total} queries', clearOnComplete: true });
bar.start(2 * placed.length + speech.length, 0);
try {
  // The first queries find cold code.
  const warm = await SocketClient.open(target);
  for (const { samples } of placed.slice(0, 2)) await warm.query(samples);
  warm.close();
  await inParallel(placed, async (item, client) => observe(item, await client.query(item.samples)));
  await inParallel(placed, async ({ samples, endSeconds }) => {
    const answer = await upload(target, samples, { chunkMs: 20, endpointing: true });
    if (answer.status !== 200) faults.push(`HTTP ${answer.status}`);
    else if (answer.answeredMs >= endSeconds * 1000) httpTtfsMs.push(answer.answeredMs - endSeconds * 1000);
  });
  await inParallel(speech, async (samples) => {
    const answer = await upload(target, samples);
    if (answer.status !== 200) faults.push(`HTTP ${answer.status}`);
    else finalisationMs.push(answer.finalisationMs);
  });
} finally {
  bar.stop();
  await target.close();
}

const figures = {
  streams: Number(options.streams),
  recordings: placed.length,
  snrDb: options.snr,
  finalisationMs: spread(finalisationMs),
  ttfsMs: spread(ttfsMs),
  ttfsHttpMs: spread(httpTtfsMs),
  answerMs: spread(answerMs),
  endpointMs: spread(endpointMs),
  cutOff: { count: cutOff, ...share(cutOff, placed.length) },
  wordEmissionMs: spread(emissionMs),
  firstPartialMs: spread(firstPartialMs),
  revisionRate: rounded(revisedWords / Math.max(1, partialWords), 4),
  faults: faults.length,
};
const rows: Record<string, Spread | undefined> = {
  'finalisation, upload': figures.finalisationMs,
  'TTFS, WebSocket': figures.ttfsMs,
  'TTFS, HTTP': figures.ttfsHttpMs,
  'vad_stop to answer': figures.answerMs,
  'EP latency': figures.endpointMs,
  'word emission': figures.wordEmissionMs,
  'first partial': figures.firstPartialMs,
};
console.table(rows);
console.log(
  `cut off ${cutOff} of ${placed.length}, partial words revised ${rounded(figures.revisionRate * 100)} %`,
);
for (const fault of faults.slice(0, 5)) console.log(`fault: ${fault}`);
const steps = Array.from({ length: 99 }, (_, index) => (index + 1) / 100);
const distribution = (name: string, values: number[]) => {
  const sorted = [...values].sort((a, b) => a - b);
  return {
    name,
    points: steps.map((at) => [sorted[Math.floor(at * sorted.length)] ?? 0, at * 100] as const),
  };
};
const series = Object.entries({ TTFS: ttfsMs, 'EP latency': endpointMs, finalisation: finalisationMs })
  .filter(([, values]) => values.length > 0)
  .map(([name, values]) => distribution(name, values));
writePicture(
  'latency',
  drawPlot({
    title: `Latency, ${figures.streams} at a time: share of queries answered within`,
    x: 'ms',
    y: 'share (%)',
    series,
    targets: [{ axis: 'x', value: 250, label: 'TTFS target: median 250 ms' }],
    yRange: [0, 100],
  }),
  options.out,
);
writeReport('latency', figures, options.out);
process.exitCode = faults.length > 0 ? 1 : 0;

function observe({ endSeconds }: PlacedSpeech, seen: StreamedQuery): void {
  const { vadStopMs, completeMs, failure, partials, words } = seen;
  if (failure !== undefined || completeMs === undefined) {
    faults.push(failure ?? 'no answer');
    return;
  }
  const endMs = endSeconds * 1000;
  if (vadStopMs !== undefined) answerMs.push(completeMs - vadStopMs);
  if (vadStopMs !== undefined && vadStopMs < endMs) cutOff++;
  else {
    ttfsMs.push(completeMs - endMs);
    if (vadStopMs !== undefined) endpointMs.push(vadStopMs - endMs);
  }
  if (partials.length > 0) firstPartialMs.push(partials[0].atMs - leadSeconds * 1000);
  words.forEach((word, position) => {
    // The final result is the last partial: what it alone holds was emitted with it.
    let keptSinceMs = completeMs;
    for (let at = partials.length - 1; at >= 0 && partials[at].words[position] === word.text; at--) {
      keptSinceMs = partials[at].atMs;
    }
    emissionMs.push(keptSinceMs - word.end * 1000);
  });
  const final = words.map(({ text }) => text);
  partials.forEach((partial, index) => {
    const next = partials[index + 1]?.words ?? final;
    partialWords += Math.max(0, partial.words.length - (partials[index - 1]?.words.length ?? 0));
    revisedWords += partial.words.filter((text, position) => next[position] !== text).length;
  });
}

async function collectSpeech(): Promise<Float32Array[]> {
  const limit = Number(options.limit);
  if (positionals.length === 0 && canSpeak()) {
    const requests = await spokenRequests();
    return requests
      .filter(({ kind }) => kind === 'fluent')
      .slice(0, limit)
      .map(({ samples }) => samples);
  }
  const { split } = options;
  const utterances = chooseUtterances(positionals, { split, limit, otherwise: fixtureSpeech });
  return Promise.all(utterances.map((utterance) => utterance.read()));
}

/** Works through a list with as many clients as streams were asked for, which do not speak in step. */
async function inParallel<T>(
  list: readonly T[],
  work: (item: T, client: SocketClient) => Promise<void>,
): Promise<void> {
  const queue = [...list];
  await Promise.all(
    Array.from({ length: Number(options.streams) }, async (_, index) => {
      await new Promise((resolve) => setTimeout(resolve, (index / Number(options.streams)) * 2000));
      const client = await SocketClient.open(target);
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
        await work(item, client);
        bar.increment();
      }
      client.close();
    }),
  );
}
