/**
 * Resident memory: for each open stream, and its slope over many queries. Linux only. The idle service is bench/startup's.
 *
 *     node build/bench/memory.js [--streams 10,30,50,70] [--rounds 2] [--queries 1000] [--out bench/results]
 *
 * A stream's share is the slope of a line through what a fresh service takes at most with each number of streams: room
 * that they share is made once, and a service that has had more streams keeps room for them.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { SingleBar } from 'cli-progress';
import { commandLine, numberList } from './command-line.js';
import { placeSpeech } from './placed-speech.js';
import { residentMiBOf } from './process-usage.js';
import { writeReport } from './report.js';
import { SocketClient } from './socket-stream.js';
import { fixtureSpeech, readSpeechSet } from './speech-set.js';
import { fitSlope, rounded } from './statistics.js';
import { openTarget, type Target } from './target.js';
import { upload } from './upload.js';

const { values: options } = commandLine(import.meta.url, {
  options: {
    streams: { type: 'string', default: '10,30,50,70' },
    rounds: { type: 'string', default: '2' },
    queries: { type: 'string', default: '1000' },
    out: { type: 'string', default: 'bench/results' },
  },
});
const streamCounts = numberList('--streams', options.streams, 1);
const speech = await Promise.all(readSpeechSet(fixtureSpeech).map((utterance) => utterance.read()));

const peaks: [streams: number, miB: number][] = [];
for (let round = 0; round < Number(options.rounds); round++) {
  for (const streams of streamCounts) {
    const service = await openWarm();
    try {
      const miB = await peakWith(service, streams);
      if (miB !== undefined) peaks.push([streams, miB]);
      console.log(`${streams} streams: ${miB} MiB`);
    } finally {
      await service.close();
    }
  }
}

const target = await openWarm();
const curve: [queries: number, miB: number][] = [];
try {
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
  perStreamMiB: peaks.length > 1 ? rounded(fitSlope(peaks).slope, 2) : undefined,
  slopeMiBPer1000Queries: settled.length > 1 ? rounded(fitSlope(settled).slope * 1000, 2) : undefined,
};
console.log(figures);
writeReport('memory', { ...figures, peaks, curve }, options.out);

/** A service after its first queries: code and tables that these make are no part of a stream. */
async function openWarm(): Promise<Target> {
  const service = await openTarget({ flags: ['--inference-target-load', '100'] });
  for (let turn = 0; turn < 20; turn++)
    await upload(service, speech[turn % speech.length], { realTime: false });
  await sleep(1000);
  return service;
}

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
