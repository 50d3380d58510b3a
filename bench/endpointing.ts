/**
 * EP latency (the speaker's true end of speech -> decision) against cut-off rate, as a curve over settings.
 *
 *     node build/bench/endpointing.js [FOLDER|MANIFEST...] [--split dev] [--limit 60] [--snr 10]
 *         [--noise ../shared/data/noise] [--pack product-search] [--model models/default] [--out bench/results] [--show]
 *
 * Recordings get quiet around them (with --snr also recorded background under them); requests by synthetic voices that
 * training holds out are added where flite and espeak-ng are installed: said at a stretch, broken off in mid-phrase for 0.3
 * to 0.7 s, and resumed after what could have been all of it.
 * Time is that of the audio: what the models take is measured by bench/latency.ts. The models run once over each
 * recording; a setting is then tried by giving the endpointer the same frames.
 */
import { SingleBar } from 'cli-progress';
import { packContext } from '../src/engine/pack-context.js';
import { createUnderstander, loadPack } from '../src/nlu/index.js';
import { Recogniser } from '../src/stt/recogniser.js';
import { type PatienceOptions, patienceDefaults } from '../src/vad/patience.js';
import { SileroVad } from '../src/vad/silero.js';
import { CannotRun } from './cannot-run.js';
import { commandLine } from './command-line.js';
import { decideEndpoint, type EndpointTrace, type Knowledge, traceEndpoints } from './endpoint-trace.js';
import { NoiseMixer } from './noise-mixer.js';
import { type PlacedSpeech, placeSpeech } from './placed-speech.js';
import { drawPlot, type Series } from './plot.js';
import { writePicture, writeReport } from './report.js';
import { sharedData } from './shared-data.js';
import { chooseUtterances } from './speech-set.js';
import { spokenRequests } from './spoken-requests.js';
import { percentile, rounded } from './statistics.js';
import { canSpeak } from './unseen-voices.js';

const { values: options, positionals } = commandLine(
  import.meta.url,
  {
    allowPositionals: true,
    options: {
      model: { type: 'string', default: 'models/default' },
      pack: { type: 'string', default: 'product-search' },
      split: { type: 'string' },
      limit: { type: 'string', default: '60' },
      snr: { type: 'string' },
      noise: { type: 'string', default: sharedData('noise') },
      out: { type: 'string', default: 'bench/results' },
      show: { type: 'boolean', default: false },
    },
  },
  { snr: { kind: 'any', example: '10' } },
);

interface Case extends PlacedSpeech {
  set: string;
  label: string;
}

const mixer = options.snr === undefined ? undefined : new NoiseMixer(options.noise);
const cases: Case[] = [];
const add = (set: string, label: string, speech: Float32Array): void => {
  const seed = cases.length;
  const mix = (samples: Float32Array) => mixer?.mix(samples, Number(options.snr), seed) ?? samples;
  const placed = placeSpeech(speech, { mix });
  if (placed) cases.push({ set, label, ...placed });
};
const limit = Number(options.limit);
const recordings =
  positionals.length === 0 ? [] : chooseUtterances(positionals, { split: options.split, limit });
for (const { set, transcript, read } of recordings) add(set, transcript, await read());
if (canSpeak()) {
  for (const { text, kind, samples } of await spokenRequests(limit)) {
    add(`requests, ${kind}`, text, samples);
  }
}
if (cases.length === 0)
  throw new CannotRun('Name a folder or manifest of recordings, or install flite and espeak-ng.');

const [recogniser, vad] = await Promise.all([
  Recogniser.load({ directory: options.model }),
  SileroVad.load(),
]);
const pack = loadPack(options.pack);
const understander = createUnderstander(pack);
const context = recogniser.compile(packContext(pack));
const traces: { set: string; label: string; trace: EndpointTrace }[] = [];
const bar = new SingleBar({ format: '{bar} {value}/{total} recordings', clearOnComplete: true });
bar.start(cases.length, 0);
for (const item of cases) {
  const trace = await traceEndpoints(item, { vad, recogniser, understander, context });
  traces.push({ set: item.set, label: item.label, trace });
  bar.increment();
}
bar.stop();
await vad.release();

interface Measured {
  cutOff: number;
  cutOffShare: number;
  /** Decisions that did not come before the audio ended, 3 s after the speech. */
  late: number;
  p50Ms: number;
  p90Ms: number;
}

function measure(
  list: typeof traces,
  scale: number,
  base: Required<PatienceOptions>,
  knowledge: Knowledge,
): Measured {
  const delaysMs: number[] = [];
  let cutOff = 0;
  let late = 0;
  for (const { trace, label } of list) {
    const settings = Object.fromEntries(Object.entries(base).map(([name, value]) => [name, value * scale]));
    const decision = decideEndpoint(trace, settings, knowledge);
    if (decision === undefined) late++;
    else if (decision < trace.endSeconds) {
      cutOff++;
      if (options.show && scale === 1)
        console.log(`cut off (${rounded(trace.endSeconds - decision, 2)} s): ${label}`);
    } else delaysMs.push((decision - trace.endSeconds) * 1000);
  }
  return {
    cutOff,
    cutOffShare: rounded(cutOff / list.length, 4),
    late,
    p50Ms: rounded(percentile(delaysMs, 0.5), 0),
    p90Ms: rounded(percentile(delaysMs, 0.9), 0),
  };
}

const fixed = { completeSilenceMs: 500, trailingSilenceMs: 500, incompleteSilenceMs: 500 };
const methods: { name: string; base: Required<PatienceOptions>; scales: number[]; knowledge: Knowledge }[] = [
  {
    name: 'fixed silence',
    base: fixed,
    scales: [0.4, 0.6, 0.8, 1, 1.4, 2],
    knowledge: { decoder: false, words: false },
  },
  {
    name: 'with the decoder',
    base: fixed,
    scales: [0.4, 0.6, 0.8, 1, 1.4, 2],
    knowledge: { decoder: true, words: false },
  },
  {
    name: 'with the words',
    base: patienceDefaults,
    scales: [0.8, 1, 1.25, 1.5, 1.8, 2.2],
    knowledge: { decoder: true, words: true },
  },
];
const sets = [...new Set(traces.map(({ set }) => set)), 'all'];
const results: (Measured & { set: string; method: string; scale: number })[] = [];
for (const set of sets) {
  const list = set === 'all' ? traces : traces.filter((item) => item.set === set);
  const series: Series[] = [];
  console.log(`\n${set}: ${list.length} recordings`);
  for (const { name, base, scales, knowledge } of methods) {
    const rows = scales.map((scale) => ({ scale, ...measure(list, scale, base, knowledge) }));
    console.table(rows.map((row) => ({ method: name, ...row })));
    results.push(...rows.map((row) => ({ set, method: name, ...row })));
    series.push({
      name,
      points: rows.map(({ p50Ms, cutOffShare }) => [p50Ms, cutOffShare * 100] as const),
      labels: scales.map((scale) => (scale === 1 ? 'default' : '')),
    });
  }
  const svg = drawPlot({
    title: `End of speech, ${set} (${list.length} recordings${options.snr ? `, ${options.snr} dB background` : ''})`,
    x: 'EP latency, median (ms)',
    y: 'cut off (%)',
    series,
    targets: [{ axis: 'y', value: 3, label: 'target: 3 %' }],
  });
  writePicture(
    `endpointing-${set.replace(/\W+/g, '-')}${options.snr ? `-${options.snr}db` : ''}`,
    svg,
    options.out,
  );
}
if (options.show) {
  for (const { label, trace } of traces) {
    for (const [frame, { text, completeness, ending }] of trace.pauses) {
      const at = rounded(((frame + 1) * trace.frameMs) / 1000 - trace.endSeconds, 2);
      console.log(
        `${at.toFixed(2).padStart(6)} s  ${completeness.padEnd(10)} ${(ending?.logProb.toFixed(1) ?? '').padStart(5)}  ${text}  (${label})`,
      );
    }
  }
}
writeReport(
  options.snr ? `endpointing-${options.snr}db` : 'endpointing',
  { model: `${recogniser.manifest.name} ${recogniser.manifest.version}`, snrDb: options.snr, results },
  options.out,
);
