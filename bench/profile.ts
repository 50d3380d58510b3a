/**
 * Where the recogniser's time goes, function by function: V8's sampling profiler over the worker's own work.
 *
 *     node build/bench/profile.js [FOLDER|MANIFEST...] [--split dev] [--limit 10] [--top 20] [--out bench/results]
 *
 * Writes profile.cpuprofile (opens in the DevTools of any Chromium, with its flame chart) and a picture of the functions
 * that take most. `native` is code outside JavaScript: nearly all of it is onnxruntime at the networks.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { Recogniser } from '../src/stt/recogniser.js';
import { SileroVad } from '../src/vad/silero.js';
import { commandLine } from './command-line.js';
import { drawPlot } from './plot.js';
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

const selfMs = new Map<string, number>();
const names = new Map(
  profile.nodes.map(({ id, callFrame }) => {
    const file = callFrame.url.split('/').at(-1) ?? '';
    const name = callFrame.functionName;
    // Calls into the runtime's addon have neither name nor file.
    return [id, name || file ? `${name || '(anonymous)'}${file ? ` ${file}` : ''}` : 'native'] as const;
  }),
);
profile.samples?.forEach((id, index) => {
  const name = names.get(id) ?? '?';
  selfMs.set(name, (selfMs.get(name) ?? 0) + (profile.timeDeltas?.[index] ?? 0) / 1000);
});
// Waiting, and the profiler's own work.
for (const name of ['(idle)', 'dispatch', '(root)']) selfMs.delete(name);
const totalMs = [...selfMs.values()].reduce((sum, ms) => sum + ms, 0);
const top = [...selfMs].sort((a, b) => b[1] - a[1]).slice(0, Number(options.top));
const rows = top.map(([name, ms]) => ({ name, ms: rounded(ms, 0), share: rounded(ms / totalMs, 4) }));
console.table(rows);
const picture = drawPlot({
  title: 'Time by function (self)',
  x: rows
    .slice(0, 8)
    .map(({ name }, at) => `${at + 1} ${name.split(' ')[0]}`)
    .join(', '),
  y: 'share (%)',
  categories: rows.map((_, at) => String(at + 1)),
  series: [
    { name: 'self time', kind: 'bars', points: rows.map(({ share }, at) => [at, share * 100] as const) },
  ],
});
writePicture('profile', picture, options.out);
mkdirSync(options.out, { recursive: true });
writeFileSync(join(options.out, 'profile.cpuprofile'), JSON.stringify(profile));
const audioSeconds = recordings.reduce((sum, samples) => sum + samples.length, 0) / recogniser.sampleRateHz;
writeReport(
  'profile',
  { audioSeconds: rounded(audioSeconds, 0), totalMs: rounded(totalMs, 0), rows },
  options.out,
);

/** As a speech worker does: a detector frame at a time. */
async function recognise(samples: Float32Array): Promise<void> {
  const stream = recogniser.createStream();
  const detector = await vad.createStream();
  for (let at = 0; at < samples.length; at += vad.frameSamples) {
    const frame = samples.subarray(at, at + vad.frameSamples);
    stream.acceptWaveform(frame);
    await detector.acceptWaveform(frame);
    while (stream.isReady) await recogniser.decode([stream]);
  }
  stream.inputFinished();
  while (stream.isReady) await recogniser.decode([stream]);
  await stream.result();
}
