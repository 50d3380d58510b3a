/**
 * Delay of the service's event loop: with streams at the pace of speech, and while many recordings are uploaded at once
 * as fast as they can be sent. Not on Windows.
 *
 *     node build/bench/event-loop.js [FOLDER|MANIFEST...] [--streams N] [--seconds 30] [--uploads 20] [--rounds 3]
 *         [--without-partials] [--out bench/results]
 *
 * The delay is what a request that comes at any moment waits until the loop takes it up (see loop-lateness.ts).
 *
 * Streams ask for partial results, as the kiosk page does, unless told `--without-partials`.
 * Without a manifest the recordings in test/fixtures/speech are uploaded. Streams are, unless told otherwise, three
 * quarters of the capacity that bench/capacity found last, or of 60 before it was run.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLine } from './command-line.js';
import { runCrowd } from './crowd.js';
import type { Lateness } from './loop-lateness.js';
import { writeReport } from './report.js';
import { chooseUtterances, fixtureSpeech } from './speech-set.js';
import { placedRequests } from './spoken-requests.js';
import { openTarget, settled } from './target.js';
import { upload } from './upload.js';

const { values: options, positionals } = commandLine(
  import.meta.url,
  {
    allowPositionals: true,
    options: {
      streams: { type: 'string' },
      seconds: { type: 'string', default: '30' },
      uploads: { type: 'string', default: '20' },
      rounds: { type: 'string', default: '3' },
      'without-partials': { type: 'boolean', default: false },
      out: { type: 'string', default: 'bench/results' },
    },
  },
  { streams: { kind: 'above-0', example: '10' } },
);

const utterances = chooseUtterances(positionals, { otherwise: fixtureSpeech });
const uploads = Number(options.uploads);
const samples = await Promise.all(
  Array.from({ length: uploads }, (_, i) => utterances[i % utterances.length].read()),
);
const recordings = await placedRequests();
const wantsPartials = !options['without-partials'];
const streams = Number(options.streams ?? Math.floor(0.75 * lastCapacity()));
const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-'));
const monitored = join(folder, 'event-loop.json');
const target = await openTarget({
  flags: ['--inference-target-load', '100'],
  env: {
    LOOP_MONITOR: monitored,
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${new URL('./loop-monitor.js', import.meta.url)}`,
  },
});
try {
  await settled(target);
  await runCrowd({
    target: await target.renewed(),
    streams: Math.min(streams, 10),
    seconds: 5,
    recordings,
    wantsPartials,
  });
  await readDelay();
  const crowd = await runCrowd({
    target: await target.renewed(),
    streams,
    seconds: Number(options.seconds),
    recordings,
    wantsPartials,
  });
  const atPace = { streams, answered: crowd.ttfsMs.length, ...(await readDelay()) };
  console.log(
    `${streams} streams at the pace of speech, ${wantsPartials ? 'with' : 'without'} partial results:`,
  );
  console.table([atPace]);

  const rounds: (Lateness & { answered: number })[] = [];
  for (let round = 0; round < Number(options.rounds); round++) {
    await readDelay();
    const results = await Promise.all(samples.map((one) => upload(target, one, { realTime: false })));
    rounds.push({
      answered: results.filter(({ status }) => status === 200).length,
      ...(await readDelay()),
    });
  }
  console.log(`${uploads} uploads at once, in each round:`);
  console.table(rounds);
  writeReport('event-loop', { wantsPartials, atPace, uploads, rounds }, options.out);
} finally {
  await target.close();
  rmSync(folder, { recursive: true, force: true });
}

/** What the service saw since this was called last. */
async function readDelay(): Promise<Lateness> {
  rmSync(monitored, { force: true });
  target.process?.kill('SIGUSR2');
  while (!existsSync(monitored)) {
    if (target.process?.exitCode !== null) throw new Error('the service has ended');
    await sleep(5);
  }
  return JSON.parse(readFileSync(monitored, 'utf8')) as Lateness;
}

function lastCapacity(): number {
  try {
    const found = JSON.parse(readFileSync(join(options.out, 'capacity.json'), 'utf8')) as {
      capacity: number;
    };
    return found.capacity;
  } catch {
    return 60;
  }
}
