/**
 * Start of the service: from the command to ready, from ready to the first answer, and resident memory when idle.
 *
 *     node build/bench/startup.js [--starts 5] [--out bench/results]
 *
 * Every start is a new process with an empty store. The first query is sent as soon as the service is ready: it waits for
 * what is still under way then. Memory is read seconds later, also as the README sets a kiosk up: glibc told to give freed
 * memory back, less room for short-lived objects; Linux only.
 */
import { SingleBar } from 'cli-progress';
import { commandLine } from './command-line.js';
import { cpuSecondsOf, residentMiBOf } from './process-usage.js';
import { writeReport } from './report.js';
import { fixtureSpeech, readSpeechSet } from './speech-set.js';
import { spread } from './statistics.js';
import { openTarget, settled } from './target.js';
import { upload } from './upload.js';

const { values: options } = commandLine(import.meta.url, {
  options: {
    starts: { type: 'string', default: '5' },
    out: { type: 'string', default: 'bench/results' },
  },
});
const lean = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  NODE_OPTIONS: '--max-semi-space-size=2',
};
const environments = { idleMiB: {}, idleLeanMiB: lean };
const [{ read }] = readSpeechSet(fixtureSpeech);
const speech = await read();

const measured = {
  readyMs: [],
  firstAnswerMs: [],
  cpuSeconds: [],
  idleMiB: [],
  idleLeanMiB: [],
} as Record<string, number[]>;
const note = (name: string, value: number | undefined) => {
  if (value !== undefined) measured[name].push(value);
};
const bar = new SingleBar({ format: '{bar} {value}/{total} starts', clearOnComplete: true });
bar.start(Number(options.starts) * Object.keys(environments).length, 0);
for (let start = 0; start < Number(options.starts); start++) {
  for (const [name, env] of Object.entries(environments)) {
    const target = await openTarget({ env });
    try {
      if (name === 'idleMiB') {
        note('readyMs', target.startMs);
        const asked = performance.now();
        await upload(target, speech, { realTime: false });
        note('firstAnswerMs', performance.now() - asked);
      }
      await settled(target);
      if (name === 'idleMiB') note('cpuSeconds', cpuSecondsOf(target.process?.pid));
      note(name, residentMiBOf(target.process?.pid));
    } finally {
      await target.close();
    }
    bar.increment();
  }
}
bar.stop();
const figures = Object.fromEntries(
  Object.entries(measured).map(([name, values]) => [name, values.length > 0 ? spread(values, 2) : undefined]),
);
console.table(Object.entries(figures).map(([name, figure]) => ({ name, p50: figure?.p50 })));
writeReport('startup', figures, options.out);
