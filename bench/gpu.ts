/**
 * The network of the recogniser on every execution provider that works here, with the same audio.
 *
 *     node build/bench/gpu.js [FOLDER|MANIFEST...] [--split dev] [--limit 8] [--model models/default]
 *         [--providers cpu,webgpu] [--batches 1,4,16,64,256] [--seconds 1.5] [--out bench/results]
 *
 * - ms: one run of a chunk of each of so many streams, states brought in and out, median
 * - streams: what such runs would carry at the pace of speech, one after the other, if there were nothing else to do;
 *   of `cpu` that is one thread
 * - difference: largest one of a log-probability from the processor's; agreement: share of frames with the same best unit
 *
 * Larger batches are left out once a run takes longer than a chunk lasts.
 */
import { type ConcreteProvider, platformProviders } from '../src/inference/execution-provider.js';
import type { AcousticModel } from '../src/stt/acoustic/acoustic-model.js';
import { Recogniser } from '../src/stt/recogniser.js';
import { checkKnown, commandLine, numberList } from './command-line.js';
import { writeReport } from './report.js';
import { chooseUtterances, fixtureSpeech } from './speech-set.js';
import { percentile, rounded } from './statistics.js';

const { values: options, positionals } = commandLine(import.meta.url, {
  allowPositionals: true,
  options: {
    split: { type: 'string' },
    limit: { type: 'string', default: '8' },
    model: { type: 'string', default: 'models/default' },
    providers: { type: 'string', default: platformProviders().join(',') },
    batches: { type: 'string', default: '1,4,16,64,256' },
    seconds: { type: 'string', default: '1.5' },
    out: { type: 'string', default: 'bench/results' },
  },
});
const leastRuns = 3;
const utterances = chooseUtterances(positionals, {
  split: options.split,
  limit: Number(options.limit),
  otherwise: fixtureSpeech,
});
const recordings = await Promise.all(utterances.map((utterance) => utterance.read()));
checkKnown('--providers', options.providers.split(','), platformProviders());
const wanted = options.providers.split(',').filter((name) => name !== 'cpu') as ConcreteProvider[];
const batches = numberList('--batches', options.batches, 1);
const processor = await Recogniser.load({ directory: options.model });
const expected = await encodeAll(processor);

interface Row {
  provider: string;
  streamsTogether: number;
  ms: number;
  streams: number;
}

const rows: Row[] = [];
const missing: Record<string, string> = {};
const parity: Record<string, { difference: number; agreement: number }> = {};
await measure('cpu', processor);
for (const provider of wanted) {
  try {
    const recogniser = await Recogniser.load({ directory: options.model, provider });
    parity[provider] = compare(await encodeAll(recogniser));
    await measure(provider, recogniser);
    await recogniser.release();
  } catch (error) {
    missing[provider] = reasonOf(error);
  }
}
console.table(rows);
if (Object.keys(parity).length > 0) console.table(parity);
for (const [provider, reason] of Object.entries(missing)) console.log(`${provider}: ${reason}`);
if (Object.keys(parity).length === 0)
  console.log('No accelerator was measured: none works here, or none was asked for.');
const { manifest, acoustic } = processor;
writeReport(
  'gpu',
  {
    model: `${manifest.name} ${manifest.version}`,
    folder: options.model,
    chunkMs: chunkMsOf(acoustic),
    rows,
    parity,
    missing,
  },
  options.out,
);

async function measure(provider: ConcreteProvider, recogniser: Recogniser): Promise<void> {
  const { acoustic } = recogniser;
  const chunks = chunksOf(recogniser);
  for (const count of batches) {
    const items = Array.from({ length: count }, (_, index) => ({
      state: acoustic.createState(),
      features: chunks[index % chunks.length],
    }));
    // Code is compiled for the processor, and kernels for the shapes of a batch.
    await acoustic.run(items);
    const times: number[] = [];
    const started = performance.now();
    while (times.length < leastRuns || performance.now() - started < Number(options.seconds) * 1000) {
      const before = performance.now();
      await acoustic.run(items);
      times.push(performance.now() - before);
    }
    const ms = percentile(times, 0.5);
    const chunkMs = chunkMsOf(acoustic);
    rows.push({
      provider,
      streamsTogether: count,
      ms: rounded(ms, 2),
      streams: Math.floor((count * chunkMs) / ms),
    });
    if (ms > chunkMs) break;
  }
}

/** What the recordings come to in whole chunks as live streams have them. */
function chunksOf(recogniser: Recogniser): Float32Array[] {
  const { chunkFrames, featureDim } = recogniser.acoustic;
  const found = recordings.flatMap((samples) => {
    const stream = recogniser.createStream();
    stream.acceptWaveform(samples);
    const chunks: Float32Array[] = [];
    while (stream.isReady) chunks.push(stream.takeChunk());
    return chunks;
  });
  return found.filter(({ length }) => length === chunkFrames * featureDim);
}

function chunkMsOf({ chunkFrames, frameShiftMs }: AcousticModel): number {
  return chunkFrames * frameShiftMs;
}

async function encodeAll(recogniser: Recogniser): Promise<Float32Array[]> {
  const encoded: Float32Array[] = [];
  for (const samples of recordings) encoded.push(await recogniser.encode(samples));
  return encoded;
}

function compare(found: readonly Float32Array[]): { difference: number; agreement: number } {
  const { outputDim } = processor.acoustic;
  let difference = 0;
  let frames = 0;
  let agreeing = 0;
  found.forEach((values, recording) => {
    const others = expected[recording];
    // What is no number is as far as can be, too.
    for (let at = 0; at < values.length; at++) {
      const apart = Math.abs(values[at] - others[at]);
      if (!(apart <= difference)) difference = apart;
    }
    for (let at = 0; at < values.length; at += outputDim) {
      frames++;
      if (bestOf(values, at, outputDim) === bestOf(others, at, outputDim)) agreeing++;
    }
  });
  return { difference: rounded(difference, 4), agreement: rounded(agreeing / frames, 4) };
}

function bestOf(values: Float32Array, from: number, count: number): number {
  const frame = values.subarray(from, from + count);
  return frame.indexOf(Math.max(...frame));
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  const [why] = cause instanceof Error ? cause.message.split('\n') : [''];
  return `${message}${why ? ` (${why.slice(0, 300)})` : ''}`;
}
