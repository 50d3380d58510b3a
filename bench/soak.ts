/**
 * Soak: streams at the pace of a microphone for hours, and whether memory or latency creep up.
 *
 *     node build/bench/soak.js [--streams 25] [--minutes 120] [--pace 1] [--without-partials]
 *         [--url http://... --token REFRESH_TOKEN] [--out bench/results]
 *
 * Streams ask for partial results, as the kiosk page does, unless told `--without-partials`.
 * Time goes by in windows of a minute; every window opens its sockets anew. Resident memory (Linux, own service only) is
 * read after each window, when no stream is open. Its slope, by hours and by queries, is that of the straight line through
 * all but the first quarter of the windows, with its standard error. `--pace 8` streams eight times as fast as people speak,
 * to see what many queries leave behind; the latencies mean nothing then.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLine } from './command-line.js';
import { runCrowd } from './crowd.js';
import { residentMiBOf } from './process-usage.js';
import { writeReport } from './report.js';
import { placedRequests } from './spoken-requests.js';
import { fitSlope, rounded, spread } from './statistics.js';
import { openTarget } from './target.js';

const { values: options } = commandLine(import.meta.url, {
  options: {
    streams: { type: 'string', default: '25' },
    minutes: { type: 'string', default: '120' },
    pace: { type: 'string', default: '1' },
    'without-partials': { type: 'boolean', default: false },
    url: { type: 'string' },
    token: { type: 'string' },
    out: { type: 'string', default: 'bench/results' },
  },
});
const streams = Number(options.streams);
const minutes = Number(options.minutes);
const pace = Number(options.pace);
const windowSeconds = Math.min(60, minutes * 60);
const recordings = await placedRequests();
const wantsPartials = !options['without-partials'];

const ttfsMs: number[] = [];
const failures: string[] = [];
const latency: [minute: number, p95: number][] = [];
const memory: { minute: number; queries: number; miB: number }[] = [];
let [answered, cutOff, refused] = [0, 0, 0];
const target = await openTarget(options);
const startedMs = performance.now();
const minutesGone = () => (performance.now() - startedMs) / 60_000;
try {
  while (minutesGone() < minutes) {
    const seen = await runCrowd({
      target: await target.renewed(),
      streams,
      seconds: windowSeconds,
      recordings,
      wantsPartials,
      pace,
    });
    await sleep(500);
    const minute = rounded(minutesGone(), 2);
    const residentMiB = residentMiBOf(target.process?.pid);
    const inWindow = spread(seen.ttfsMs, 0);
    ttfsMs.push(...seen.ttfsMs);
    failures.push(...seen.failures);
    answered += seen.ttfsMs.length + seen.cutOff;
    cutOff += seen.cutOff;
    refused += seen.refusalMs.length;
    if (inWindow) latency.push([minute, inWindow.p95]);
    if (residentMiB !== undefined) memory.push({ minute, queries: answered, miB: residentMiB });
    console.log(
      `${minute.toFixed(0)} of ${minutes} min  answered ${answered}  refused ${refused}  failed ${failures.length}  ` +
        `TTFS p50 ${inWindow?.p50 ?? '-'} p95 ${inWindow?.p95 ?? '-'} ms  resident ${residentMiB ?? '-'} MiB`,
    );
  }
} finally {
  await target.close();
}

const settled = memory.slice(Math.ceil(memory.length / 4));
const isLong = settled.length > 2;
const byHour = isLong ? fitSlope(settled.map(({ minute, miB }) => [minute / 60, miB])) : undefined;
const byQuery = isLong ? fitSlope(settled.map(({ queries, miB }) => [queries / 1000, miB])) : undefined;
const figures = {
  streams,
  wantsPartials,
  pace,
  minutes: rounded(minutesGone()),
  answered,
  cutOff,
  refused,
  failed: failures.length,
  ttfsMs: spread(ttfsMs, 0),
  slopeMiBPerHour: byHour && rounded(byHour.slope, 2),
  slopeErrorMiBPerHour: byHour && rounded(byHour.error, 2),
  slopeMiBPerThousandQueries: byQuery && rounded(byQuery.slope, 3),
  slopeErrorMiBPerThousandQueries: byQuery && rounded(byQuery.error, 3),
};
for (const failure of new Set(failures)) console.log(`failure: ${failure}`);
console.log(figures);
writeReport('soak', { ...figures, memory, latency }, options.out);
process.exitCode = failures.length > 0 ? 1 : 0;
