/**
 * Our engine beside sherpa-onnx-node on the same weights and the same audio, one thread each, in turns.
 *
 *     npm run bench:peer -- [FOLDER|MANIFEST...] [--split dev] [--limit 50] [--rounds 9] [--feed 100]
 *         [--model models/default] [--peer build/peer] [--out bench/results]
 *
 * The weights in sherpa-onnx's layout come from `python3 scripts/training/export_peer.py`, after
 * `python3 -m pip install torch numpy`. Every engine is a process of its own that gets the recordings in pieces of
 * `--feed` ms as fast as it takes them; they take turns recording by recording, so that whatever else the machine does
 * meets all of them:
 * - earshot greedy: our features and network as it ships, with 8-bit linear layers; the likeliest phone of each frame
 * - earshot greedy, fp32: the same in single precision
 * - sherpa-onnx greedy: the same by sherpa-onnx, in single precision; this and the one before do the same work
 * - earshot recogniser: what the service runs, which finds words by lexicon and language model besides
 *
 * All run the network at the chunk length of the peer's file, as longer chunks cost less. As written it is 480 ms, that
 * of our live streams, and the recogniser then also tells the words so far: it hears whole chunks of 960 ms and, until
 * these are full, their first half. With `export_peer.py --chunk 24` it is 960 ms, that of our uploads.
 *
 * CPU is user and system time of the process; ratios are of the same round (all recordings once), and their median
 * counts. Latency is from giving the last piece to having the final text, which holds one run of the network.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SingleBar } from 'cli-progress';
import { metadataCount, readModelMetadata } from '../src/inference/model-metadata.js';
import { CannotRun } from './cannot-run.js';
import { commandLine } from './command-line.js';
import type { Decoded, EngineAnswer, EngineName, EngineRequest } from './peer-engine.js';
import { writeReport } from './report.js';
import { percentile, rounded, spread } from './statistics.js';

const { values: options, positionals } = commandLine(import.meta.url, {
  allowPositionals: true,
  options: {
    model: { type: 'string', default: 'models/default' },
    peer: { type: 'string', default: 'build/peer' },
    split: { type: 'string' },
    limit: { type: 'string', default: '50' },
    rounds: { type: 'string', default: '9' },
    feed: { type: 'string', default: '100' },
    out: { type: 'string', default: 'bench/results' },
  },
});
const names = ['earshot greedy', 'earshot greedy, fp32', 'sherpa-onnx greedy', 'earshot recogniser'] as const;
const rounds = Number(options.rounds);
const frameShiftMs = 10;
const chunkFrames = chunkFramesOfExport();

const engines = new Map<EngineName, EngineProcess>();
/** For each engine what it made of every recording, round by round. */
const results = new Map<EngineName, Decoded[][]>(names.map((name) => [name, []]));
const bar = new SingleBar({ format: '{bar} {value}/{total} rounds', clearOnComplete: true });
try {
  for (const name of names) engines.set(name, await startEngine(name));
  bar.start(rounds, 0);
  // The first round finds cold code, and does not count.
  for (let round = -1; round < rounds; round++) {
    const decoded = await runRound();
    if (round < 0) continue;
    for (const name of names) results.get(name)!.push(decoded.get(name)!);
    bar.increment();
  }
} finally {
  bar.stop();
  for (const engine of engines.values()) engine.child.disconnect();
}

const chunkMs = chunkFrames * frameShiftMs;
const { recordings, audioSeconds, onnxruntime } = engines.get('earshot greedy')!.about;
const cpuSeconds = (decoded: readonly Decoded[]) => decoded.reduce((sum, one) => sum + one.cpuSeconds, 0);
const textsOf = (name: EngineName) => results.get(name)![0].map(({ text }) => text);
const figures = Object.fromEntries(
  names.map((name) => {
    const measured = results.get(name)!;
    const cpu = measured.map((round) => cpuSeconds(round) / audioSeconds);
    const latencyMs = spread(
      measured.flat().map((one) => one.latencyMs),
      2,
    )!;
    const { residentMiB } = measured.at(-1)!.at(-1)!;
    return [name, { cpuPerSecond: rounded(percentile(cpu, 0.5), 5), latencyMs, residentMiB }];
  }),
);
const theirPhones = textsOf('sherpa-onnx greedy');
const samePhones = textsOf('earshot greedy, fp32').filter(
  (text, index) => text === theirPhones[index],
).length;
const cpuRatio = {
  greedyToGreedy: ratioTo('earshot greedy'),
  greedyToGreedyInFp32: ratioTo('earshot greedy, fp32'),
  recogniserToGreedy: ratioTo('earshot recogniser'),
};
const peer = engines.get('sherpa-onnx greedy')!.about;
console.table(
  Object.fromEntries(
    Object.entries(figures).map(([name, { cpuPerSecond, latencyMs, residentMiB }]) => [
      name,
      {
        'CPU s/s': cpuPerSecond,
        'latency p50 ms': latencyMs.p50,
        'p95 ms': latencyMs.p95,
        'resident MiB': residentMiB,
      },
    ]),
  ),
);
console.log(
  `sherpa-onnx ${peer.version} (onnxruntime ${peer.onnxruntime}), ours on onnxruntime ${onnxruntime}`,
);
console.log(
  `${recordings} recordings, ${Math.round(audioSeconds)} s, ${rounds} rounds; one thread each, chunks of ${chunkMs} ms`,
);
for (const [what, { median, least, most }] of Object.entries({
  'greedy, 8-bit / sherpa-onnx greedy, fp32': cpuRatio.greedyToGreedy,
  'greedy, fp32 / sherpa-onnx greedy, fp32': cpuRatio.greedyToGreedyInFp32,
  'recogniser with words, 8-bit / sherpa-onnx greedy, fp32': cpuRatio.recogniserToGreedy,
})) {
  console.log(`CPU, ${what}: ${median} (${least} to ${most})`);
}
console.log(`in fp32 the same greedy phones in ${samePhones} of ${recordings} recordings`);
writeReport(
  'peer',
  {
    sherpaOnnx: peer.version,
    onnxruntime: { ours: onnxruntime, theirs: peer.onnxruntime },
    recordings,
    audioSeconds: Math.round(audioSeconds),
    rounds,
    chunkMs,
    feedMs: Number(options.feed),
    engines: figures,
    cpuRatio,
    samePhones: { count: samePhones, of: recordings },
  },
  options.out,
);

/** All recordings once by every engine, which take turns in coming first. */
async function runRound(): Promise<Map<EngineName, Decoded[]>> {
  const decoded = new Map<EngineName, Decoded[]>(names.map((name) => [name, []]));
  const { recordings } = engines.get(names[0])!.about;
  for (let recording = 0; recording < recordings; recording++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(recording + turn) % names.length];
      decoded.get(name)!.push(await engines.get(name)!.decode(recording));
    }
  }
  return decoded;
}

/** Processor time over sherpa-onnx's. */
function ratioTo(name: EngineName) {
  const theirs = results.get('sherpa-onnx greedy')!;
  const ratios = results.get(name)!.map((round, index) => cpuSeconds(round) / cpuSeconds(theirs[index]));
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  return { median: rounded(percentile(ratios, 0.5), 3), least: rounded(least, 3), most: rounded(most, 3) };
}

/**
 * Feature frames that the peer's file takes in one run. Ends the bench where that file is missing or holds other weights
 * than the model.
 */
function chunkFramesOfExport(): number {
  const file = join(options.peer, 'model.onnx');
  const exporter = `python3 scripts/training/export_peer.py --model ${join(options.model, 'acoustic.onnx')} --output ${options.peer}`;
  const how = `Write it with: python3 -m pip install torch numpy && ${exporter}`;
  const absent = [file, join(options.peer, 'earshot-fp32.onnx')].find((needed) => !existsSync(needed));
  if (absent !== undefined) {
    throw new CannotRun(`There is no ${absent}, which holds our weights in another layout. ${how}`);
  }
  const model = join(options.model, 'acoustic.onnx');
  const digest = createHash('sha256').update(readFileSync(model)).digest('hex');
  const metadata = readModelMetadata(readFileSync(file));
  if (metadata.get('source_sha256') !== digest) {
    throw new CannotRun(`${file} was not made from ${model}. ${how}`);
  }
  return metadataCount(metadata, 'chunk_shift');
}

interface EngineProcess {
  child: ChildProcess;
  about: Extract<EngineAnswer, { kind: 'ready' }>;
  decode(recording: number): Promise<Decoded>;
}

async function startEngine(engine: EngineName): Promise<EngineProcess> {
  const request: EngineRequest = {
    engine,
    model: options.model,
    peer: options.peer,
    speech: positionals.length > 0 ? positionals : ['test/fixtures/speech'],
    split: options.split,
    limit: Number(options.limit),
    chunkFrames,
    feedMs: Number(options.feed),
  };
  const child = fork(join(import.meta.dirname, 'peer-engine.js'), [JSON.stringify(request)]);
  let ended = (_: Error) => {};
  child.once('exit', (code) => ended(new Error(`${engine} ended with ${code}.`)));
  const answer = () =>
    new Promise<EngineAnswer>((resolve, reject) => {
      ended = reject;
      child.once('message', (message) => resolve(message as EngineAnswer));
    });
  const about = await answer();
  if (about.kind === 'unavailable' && engine === 'sherpa-onnx greedy') {
    for (const { child } of engines.values()) child.disconnect();
    throw new CannotRun(
      `sherpa-onnx-node cannot be loaded here; npm ci installs it where it has binaries (x64, and arm64 but for Windows).\n${about.reason}`,
    );
  }
  if (about.kind !== 'ready')
    throw new Error(`${engine}: ${about.kind === 'unavailable' ? about.reason : about.kind}`);
  return {
    child,
    about,
    async decode(recording) {
      const answered = answer();
      child.send(recording);
      const decoded = await answered;
      if (decoded.kind !== 'decoded') throw new Error(`${engine} answered ${decoded.kind}.`);
      return decoded;
    },
  };
}
