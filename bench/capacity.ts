/**
 * Capacity: how many streams at the pace of a microphone a service bears, by a ramp until TTFS p95 passes the bound or
 * a query fails; and what happens beyond, at `--overload` times as many.
 *
 *     node build/bench/capacity.js [--steps 10,20,30] [--seconds 15] [--warm 5] [--bound 600] [--overload 3]
 *         [--without-partials] [--clients 1] [--url http://... --token REFRESH_TOKEN] [--out bench/results]
 *
 * Clients ask for partial results, as the kiosk page does, unless told `--without-partials`: then the recogniser has less
 * to do. `--steps` are the numbers of streams; without it, tens up to 200. While the ramp runs the cost of audio limits nothing
 * (a service at --url keeps its limit): it ends where answers come late, or where the service refuses streams because
 * audio waits. The overload is met as shipped. The clients run beside the service and take a share of the same
 * processor; `sender lag` tells when they are the bottleneck. One thread bears some hundred of them; `--clients` is how
 * many threads share them.
 */
import { commandLine, numberList } from './command-line.js';
import { runCrowds } from './crowd.js';
import { cpuSecondsOf, residentMiBOf } from './process-usage.js';
import { writeReport } from './report.js';
import { placedRequests } from './spoken-requests.js';
import { rounded, type Spread, spread } from './statistics.js';
import { openTarget, type Target } from './target.js';

const { values: options } = commandLine(
  import.meta.url,
  {
    options: {
      steps: { type: 'string', default: Array.from({ length: 20 }, (_, index) => 10 * (index + 1)).join() },
      seconds: { type: 'string', default: '15' },
      warm: { type: 'string', default: '5' },
      bound: { type: 'string', default: '600' },
      overload: { type: 'string', default: '3' },
      'without-partials': { type: 'boolean', default: false },
      clients: { type: 'string', default: '1' },
      url: { type: 'string' },
      token: { type: 'string' },
      out: { type: 'string', default: 'bench/results' },
    },
  },
  { warm: { kind: 'from-0' }, overload: { kind: 'from-0' } },
);
const ramp = numberList('--steps', options.steps, 1);
const recordings = await placedRequests();
const wantsPartials = !options['without-partials'];

interface Step {
  streams: number;
  answered: number;
  cutOff: number;
  refused: number;
  failed: number;
  ttfsMs: Spread | undefined;
  /** From the request to its refusal. */
  refusalMs: Spread | undefined;
  senderLagMs: number;
  cpuShare: number | undefined;
  residentMiB: number | undefined;
}

const steps: Step[] = [];
const boundMs = Number(options.bound);
let capacity = 0;
const open = await openTarget({ ...options, flags: ['--inference-target-load', '100'] });
try {
  // Workers start as streams come, and are not to be waited for below.
  await run(open, ramp[0], Number(options.warm));
  for (const streams of ramp) {
    const step = await run(open, streams, Number(options.seconds));
    steps.push(step);
    print(step);
    if (step.failed > 0 || step.refused > 0 || (step.ttfsMs?.p95 ?? Infinity) > boundMs) break;
    capacity = streams;
  }
} finally {
  await open.close();
}
console.log(
  `capacity: ${capacity} streams (${wantsPartials ? 'with' : 'without'} partial results), TTFS p95 at most ${boundMs} ms and no audio dropped`,
);

let overload: Step | undefined;
if (Number(options.overload) > 0) {
  // Where not even the first step held, that step is what is multiplied.
  const bearable = capacity || ramp[0];
  const guarded = await openTarget(options);
  try {
    await run(guarded, Math.ceil(bearable / 2), Number(options.seconds));
    overload = await run(guarded, Math.ceil(bearable * Number(options.overload)), Number(options.seconds));
    console.log('overload:');
    print(overload);
  } finally {
    await guarded.close();
  }
}
writeReport('capacity', { capacity, boundMs, wantsPartials, steps, overload }, options.out);

async function run(target: Target, streams: number, seconds: number): Promise<Step> {
  const started = performance.now();
  const cpuBefore = cpuSecondsOf(target.process?.pid);
  const seen = await runCrowds(
    { target, streams, seconds, recordings, wantsPartials },
    Number(options.clients),
  );
  const cpu = cpuSecondsOf(target.process?.pid);
  const wallSeconds = (performance.now() - started) / 1000;
  return {
    streams,
    answered: seen.ttfsMs.length + seen.cutOff,
    cutOff: seen.cutOff,
    refused: seen.refusalMs.length,
    failed: seen.failures.length,
    ttfsMs: spread(seen.ttfsMs, 0),
    refusalMs: spread(seen.refusalMs),
    senderLagMs: rounded(seen.senderLagMs, 0),
    cpuShare:
      cpu === undefined || cpuBefore === undefined ? undefined : rounded((cpu - cpuBefore) / wallSeconds, 2),
    residentMiB: residentMiBOf(target.process?.pid),
  };
}

function print({ ttfsMs, refusalMs, ...step }: Step): void {
  const text = Object.entries({
    ...step,
    ttfsP50: ttfsMs?.p50,
    ttfsP95: ttfsMs?.p95,
    refusalP95: refusalMs?.p95,
  })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${value}`);
  console.log(text.join('  '));
}
