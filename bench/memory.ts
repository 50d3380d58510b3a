/**
 * Resident memory: for each open stream, and its slope over many queries. Linux only. The idle service is bench/startup's.
 *
 *     node build/bench/memory.js [--streams 10] [--queries 1000] [--out bench/results]
 *
 * A stream's share is what three times `--streams` take more than `--streams` do: room that they share is made once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { SingleBar } from 'cli-progress';
import { commandLine } from './command-line.js';
import { placeSpeech } from './placed-speech.js';
import { drawPlot } from './plot.js';
import { residentMiBOf } from './process-usage.js';
import { writePicture, writeReport } from './report.js';
import { SocketClient } from './socket-stream.js';
import { fixtureSpeech, readSpeechSet } from './speech-set.js';
import { fitSlope, rounded } from './statistics.js';
import { openTarget, type Target } from './target.js';
import { upload } from './upload.js';

const { values: options } = commandLine(import.meta.url, {
  options: {
    streams: { type: 'string', default: '10' },
    queries: { type: 'string', default: '1000' },
    out: { type: 'string', default: 'bench/results' },
  },
});
const speech = await Promise.all(readSpeechSet(fixtureSpeech).map((utterance) => utterance.read()));

const target = await openTarget({ flags: ['--inference-target-load', '100'] });
let perStreamMiB: number | undefined;
const curve: [queries: number, miB: number][] = [];
try {
  // Code and tables that the first queries make are no part of a stream.
  for (let turn = 0; turn < 20; turn++)
    await upload(target, speech[turn % speech.length], { realTime: false });
  await sleep(1000);
  const few = Number(options.streams);
  const withFewMiB = await peakWith(target, few);
  const withManyMiB = await peakWith(target, 3 * few);
  if (withFewMiB !== undefined && withManyMiB !== undefined)
    perStreamMiB = rounded((withManyMiB - withFewMiB) / (2 * few), 2);
  const bar = new SingleBar({ format: '{bar} {value}/{total} queries', clearOnComplete: true });
  const total = Number(options.queries);
  bar.start(total, 0);
  for (let query = 0; query < total; query++) {
    await upload(target, speech[query % speech.length], { realTime: false });
    bar.increment();
    const miB = query % Math.ceil(total / 100) === 0 ? resident(target) : undefined;
    if (miB !== undefined) curve.push([query, miB]);
  }
  bar.stop();
} finally {
  await target.close();
}
const settled = curve.slice(Math.floor(curve.length / 2));
const figures = {
  perStreamMiB,
  slopeMiBPer1000Queries: settled.length > 1 ? rounded(fitSlope(settled).slope * 1000, 2) : undefined,
};
console.log(figures);
const picture = drawPlot({
  title: 'Resident memory over queries',
  x: 'queries',
  y: 'MiB',
  series: [{ name: 'resident', points: curve }],
});
writePicture('memory', picture, options.out);
writeReport('memory', { ...figures, curve }, options.out);

/** Most MiB while so many streams are open that hear a few seconds of speech. */
async function peakWith(service: Target, streams: number): Promise<number | undefined> {
  const placed = placeSpeech(speech[0], { tailSeconds: 0 });
  const clients = await Promise.all(Array.from({ length: streams }, () => SocketClient.open(service)));
  const running = clients.map((client) => client.query(placed?.samples ?? speech[0]));
  let most = resident(service);
  const watch = setInterval(() => {
    most = Math.max(most ?? 0, resident(service) ?? 0);
  }, 100);
  await Promise.all(running);
  clearInterval(watch);
  for (const client of clients) client.close();
  return most;
}

function resident(service: Target): number | undefined {
  return residentMiBOf(service.process?.pid);
}
