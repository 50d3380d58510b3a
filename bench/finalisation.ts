/**
 * Finalisation latency: last audio byte sent -> first byte of the answer, over the real HTTP path, while the recording
 * is streamed at the pace of a microphone, to a service that has warmed up (bench/startup has its first answer).
 *
 *     node build/bench/finalisation.js [FOLDER|MANIFEST...] [--split dev] [--limit 20] [--streams 1]
 *         [--url http://... --token REFRESH_TOKEN] [--out bench/results]
 *
 * Without a manifest the recordings in test/fixtures/speech are streamed.
 */
import { commandLine } from './command-line.js';
import { sampleRateHz } from './pcm16.js';
import { writeReport } from './report.js';
import { chooseUtterances, fixtureSpeech } from './speech-set.js';
import { percentile, rounded } from './statistics.js';
import { openTarget, settled } from './target.js';
import { upload } from './upload.js';

const { values: options, positionals } = commandLine(import.meta.url, {
  allowPositionals: true,
  options: {
    split: { type: 'string' },
    limit: { type: 'string', default: '20' },
    streams: { type: 'string', default: '1' },
    url: { type: 'string' },
    token: { type: 'string' },
    out: { type: 'string', default: 'bench/results' },
  },
});

const utterances = chooseUtterances(positionals, {
  split: options.split,
  limit: Number(options.limit),
  otherwise: fixtureSpeech,
});
const streams = Number(options.streams);
const target = await openTarget(options);
await settled(target);
const latencies: number[] = [];
let seconds = 0;
try {
  const queue = [...utterances];
  const work = async () => {
    for (let utterance = queue.shift(); utterance; utterance = queue.shift()) {
      const samples = await utterance.read();
      const { status, text, finalisationMs } = await upload(target, samples);
      if (status !== 200) throw new Error(`an upload was answered ${status}`);
      latencies.push(finalisationMs);
      seconds += samples.length / sampleRateHz;
      console.log(`${finalisationMs.toFixed(1).padStart(7)} ms  ${text}`);
    }
  };
  await Promise.all(Array.from({ length: streams }, work));
} finally {
  await target.close();
}
const [p50, p95] = [0.5, 0.95].map((share) => rounded(percentile(latencies, share)));
console.log(`\n${latencies.length} recordings (${seconds.toFixed(0)} s), ${streams} at a time:`);
console.log(`finalisation p50 ${p50} ms, p95 ${p95} ms`);
writeReport(
  'finalisation',
  { recordings: latencies.length, seconds: rounded(seconds), streams, p50Ms: p50, p95Ms: p95 },
  options.out,
);
