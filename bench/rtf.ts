/**
 * Real-time factor of the recogniser alone on one thread, split into its parts.
 *
 *     node build/bench/rtf.js [FOLDER|MANIFEST...] [--split dev] [--limit 50] [--streams 1] [--live]
 *         [--pack NAME] [--model models/default] [--out bench/results]
 *
 * `--pack` gives the recogniser what a service with that pack knows.
 *
 * CPU seconds (user and system) per second of audio; `--streams` of them share each run of the network.
 * `--live`: with partial results, for which chunks are heard half-way, too.
 */

import { packContext } from '../src/engine/pack-context.js';
import { loadPack } from '../src/nlu/index.js';
import { Recogniser } from '../src/stt/recogniser.js';
import type { RecogniserStream } from '../src/stt/recogniser-stream.js';
import { commandLine } from './command-line.js';
import { writeReport } from './report.js';
import { chooseUtterances, fixtureSpeech } from './speech-set.js';
import { rounded } from './statistics.js';

const { values: options, positionals } = commandLine(import.meta.url, {
  allowPositionals: true,
  options: {
    model: { type: 'string', default: 'models/default' },
    split: { type: 'string' },
    limit: { type: 'string', default: '50' },
    streams: { type: 'string', default: '1' },
    live: { type: 'boolean', default: false },
    pack: { type: 'string' },
    out: { type: 'string', default: 'bench/results' },
  },
});
const utterances = chooseUtterances(positionals, {
  split: options.split,
  limit: Number(options.limit),
  otherwise: fixtureSpeech,
});
const opening = performance.now();
const recogniser = await Recogniser.load({ directory: options.model });
const loadMs = Math.round(performance.now() - opening);
const context =
  options.pack === undefined ? undefined : recogniser.compile(packContext(loadPack(options.pack)));

const cpu = { features: 0, acoustic: 0, search: 0, result: 0 };
async function timed<T>(part: keyof typeof cpu, action: () => T | Promise<T>): Promise<T> {
  const before = process.cpuUsage();
  const value = await action();
  const { user, system } = process.cpuUsage(before);
  cpu[part] += (user + system) / 1e6;
  return value;
}

async function recognise(batch: Float32Array[]): Promise<void> {
  const streams = await timed('features', () =>
    batch.map((samples) => {
      const stream = recogniser.createStream({ context });
      if (!options.live) {
        stream.acceptWaveform(samples);
        stream.inputFinished();
      }
      return stream;
    }),
  );
  if (options.live) await listen(streams, batch);
  await decode(streams);
  await timed('result', () => Promise.all(streams.map((stream) => stream.result())));
}

/** Gives the samples as they would come, and looks at the words so far. */
async function listen(streams: RecogniserStream[], batch: Float32Array[]): Promise<void> {
  const frame = 512;
  for (let at = 0; batch.some(({ length }) => at < length); at += frame) {
    await timed('features', () => {
      for (const [index, stream] of streams.entries())
        stream.acceptWaveform(batch[index].subarray(at, at + frame));
    });
    await decode(streams);
    const ahead = streams.filter((stream) => stream.isAheadDue);
    await timed('search', () => {
      for (const stream of ahead) stream.tryAhead({ words: true });
    });
    await decode(ahead);
    await timed('search', () => {
      for (const stream of ahead) {
        stream.partial();
        stream.goOn();
      }
    });
  }
  await timed('features', () => {
    for (const stream of streams) stream.inputFinished();
  });
}

/** Decodes all that is ready. */
async function decode(streams: RecogniserStream[]): Promise<void> {
  while (streams.some((stream) => stream.isReady)) {
    const byLength = new Map<number, { stream: RecogniserStream; features: Float32Array }[]>();
    for (const stream of streams) {
      if (!stream.isReady) continue;
      const features = stream.takeChunk();
      byLength.set(features.length, [...(byLength.get(features.length) ?? []), { stream, features }]);
    }
    for (const items of byLength.values()) {
      const encoded = await timed('acoustic', () =>
        recogniser.acoustic.run(
          items.map(({ stream, features }) => ({ state: stream.state, features, isTrial: stream.isTrial })),
        ),
      );
      await timed('search', () => {
        const heard = items
          .map(({ stream }, index) => ({ stream, encoded: encoded[index] }))
          .filter(({ stream, encoded }) => stream.hear(encoded));
        return recogniser.advance(heard.map(({ stream: { search }, encoded }) => ({ search, encoded })));
      });
    }
  }
}

let seconds = 0;
const size = Number(options.streams);
for (let at = 0; at < utterances.length; at += size) {
  const batch = await Promise.all(utterances.slice(at, at + size).map((utterance) => utterance.read()));
  // The first batch warms the compiler up.
  if (at === 0) {
    await recognise(batch);
    for (const part of Object.keys(cpu)) cpu[part as keyof typeof cpu] = 0;
  }
  await recognise(batch);
  seconds += batch.reduce((sum, samples) => sum + samples.length, 0) / recogniser.sampleRateHz;
}
const perSecond = Object.fromEntries(
  Object.entries(cpu).map(([part, value]) => [part, rounded(value / seconds, 5)]),
);
const total = Object.values(cpu).reduce((sum, value) => sum + value, 0);
const figures = {
  model: `${recogniser.manifest.name} ${recogniser.manifest.version}`,
  pack: options.pack ?? 'none',
  streams: size,
  audioSeconds: Math.round(seconds),
  loadMs,
  rtf: rounded(total / seconds, 5),
  ...perSecond,
};
console.table([figures]);
writeReport('rtf', figures, options.out);
