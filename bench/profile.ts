/**
 * Where the recogniser's time goes, function by function: V8's sampling profiler over the worker's own work.
 *
 *     node build/bench/profile.js [FOLDER|MANIFEST...] [--split dev] [--limit 10] [--top 20] [--out bench/results]
 *
 * Prints the functions that take most, and writes profile.svg, a flame graph, and profile.cpuprofile, which the DevTools of
 * any Chromium open. `native` is code outside JavaScript: nearly all of it is onnxruntime at the networks.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { Recogniser } from '../src/stt/recogniser.js';
import { SileroVad } from '../src/vad/silero.js';
import { vadFrameSamples } from '../src/vad/vad-stream.js';
import { commandLine } from './command-line.js';
import { drawFlameGraph, type Frame, mergedStacks } from './flame-graph.js';
import { hearAhead } from './hear-ahead.js';
import { writePicture, writeReport } from './report.js';
import { chooseUtterances, fixtureSpeech } from './speech-set.js';
import { rounded } from './statistics.js';

const { values: options, positionals } = commandLine(import.meta.url, {
  allowPositionals: true,
  options: {
    model: { type: 'string', default: 'models/default' },
    split: { type: 'string' },
    limit: { type: 'string', default: '10' },
    top: { type: 'string', default: '20' },
    out: { type: 'string', default: 'bench/results' },
  },
});
const utterances = chooseUtterances(positionals, {
  split: options.split,
  limit: Number(options.limit),
  otherwise: fixtureSpeech,
});
const recordings = await Promise.all(utterances.map((utterance) => utterance.read()));
const [recogniser, vad] = await Promise.all([
  Recogniser.load({ directory: options.model }),
  SileroVad.load(),
]);
// Cold code is no part of the picture.
for (const samples of recordings.slice(0, 3)) await recognise(samples);

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.start');
for (const samples of recordings) await recognise(samples);
const { profile } = await session.post('Profiler.stop');
session.disconnect();
await vad.release();

const stacks = mergedStacks(profile);
const selfMs = new Map<string, number>();
addSelfTimes(stacks);
const totalMs = stacks.ms;
const top = [...selfMs].sort((a, b) => b[1] - a[1]).slice(0, Number(options.top));
const rows = top.map(([name, ms]) => ({ name, ms: rounded(ms, 0), share: rounded(ms / totalMs, 4) }));
console.table(rows);
const audioSeconds = recordings.reduce((sum, samples) => sum + samples.length, 0) / recogniser.sampleRateHz;
const title = `One recogniser at ${audioSeconds.toFixed(0)} s of sound: ${totalMs.toFixed(0)} ms`;
writePicture('profile', drawFlameGraph(title, stacks), options.out);
mkdirSync(options.out, { recursive: true });
writeFileSync(join(options.out, 'profile.cpuprofile'), JSON.stringify(profile));
writeReport(
  'profile',
  { audioSeconds: rounded(audioSeconds, 0), totalMs: rounded(totalMs, 0), rows },
  options.out,
);

/** Adds to each function what is spent in it and not in its callees. */
function addSelfTimes(frame: Frame): void {
  const callees = [...frame.callees.values()];
  const ms = callees.reduce((rest, callee) => rest - callee.ms, frame.ms);
  if (frame !== stacks && ms > 0) selfMs.set(frame.name, (selfMs.get(frame.name) ?? 0) + ms);
  for (const callee of callees) addSelfTimes(callee);
}

/** As a speech worker does: a detector frame at a time. */
async function recognise(samples: Float32Array): Promise<void> {
  const stream = recogniser.createStream();
  const detector = await vad.createStream();
  for (let at = 0; at < samples.length; at += vadFrameSamples) {
    const frame = samples.subarray(at, at + vadFrameSamples);
    stream.acceptWaveform(frame);
    await detector.acceptWaveform(frame);
    while (stream.isReady) await recogniser.decode([stream]);
    await hearAhead(recogniser, stream, { words: true, look: () => stream.partial() });
  }
  stream.inputFinished();
  while (stream.isReady) await recogniser.decode([stream]);
  await stream.result();
}
