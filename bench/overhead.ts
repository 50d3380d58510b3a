/**
 * Overhead: CPU time of the whole service (connections, decoding, detector, endpointing, understanding, store, log)
 * for some audio, against that of the recogniser alone for the same audio in the same run. Linux only.
 *
 *     node build/bench/overhead.js [FOLDER|MANIFEST...] [--split dev] [--limit 20] [--rounds 5] [--requests 15]
 *         [--pack product-search] [--out bench/results]
 *
 * Uploads of recordings, one after the other as fast as they can be sent, in so many rounds; then requests over a socket
 * at the pace of a microphone, with partial results, up to the end of speech that the service hears. All of it is done
 * once before, as code that runs for the first time is compiled meanwhile. Without a manifest the recordings in
 * test/fixtures/speech are uploaded.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { SingleBar } from 'cli-progress';
import { packContext } from '../src/engine/pack-context.js';
import { loadPack } from '../src/nlu/index.js';
import { Recogniser } from '../src/stt/recogniser.js';
import { commandLine } from './command-line.js';
import { hearAhead } from './hear-ahead.js';
import { usualLeadSeconds } from './placed-speech.js';
import { cpuSecondsOf } from './process-usage.js';
import { writeReport } from './report.js';
import { SocketClient } from './socket-stream.js';
import { chooseUtterances, fixtureSpeech } from './speech-set.js';
import { placedRequests } from './spoken-requests.js';
import { rounded, spread } from './statistics.js';
import { openTarget, settled } from './target.js';
import { upload } from './upload.js';

const { values: options, positionals } = commandLine(import.meta.url, {
  allowPositionals: true,
  options: {
    split: { type: 'string' },
    limit: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '5' },
    requests: { type: 'string', default: '15' },
    pack: { type: 'string', default: 'product-search' },
    out: { type: 'string', default: 'bench/results' },
  },
});
const utterances = chooseUtterances(positionals, {
  split: options.split,
  limit: Number(options.limit),
  otherwise: fixtureSpeech,
});
const recordings = await Promise.all(utterances.map((utterance) => utterance.read()));
const requests = (await placedRequests()).slice(0, Number(options.requests));
const recogniser = await Recogniser.load({ directory: 'models/default' });
const context = recogniser.compile(packContext(loadPack(options.pack)));

/**
 * CPU seconds that the recogniser takes for a recording, given as the service gives it: live 96 ms at a time and at the
 * pace of speech, as whoever works now and then finds the processor's caches full of other things.
 */
async function alone(samples: Float32Array, { isLive }: { isLive: boolean }): Promise<number> {
  const frame = isLive ? 1536 : 512;
  const before = process.cpuUsage();
  const stream = recogniser.createStream({ context });
  const startMs = performance.now();
  for (let at = 0; at < samples.length; at += frame) {
    if (isLive) await sleep(startMs + ((at + frame) / recogniser.sampleRateHz) * 1000 - performance.now());
    stream.acceptWaveform(samples.subarray(at, at + frame));
    if (stream.isReady) {
      await recogniser.decode([stream]);
      if (isLive) stream.partial();
    }
    const isSpeech = at >= usualLeadSeconds * recogniser.sampleRateHz;
    if (isLive) await hearAhead(recogniser, stream, { words: true, look: () => stream.partial(), isSpeech });
  }
  stream.inputFinished();
  while (stream.isReady) await recogniser.decode([stream]);
  await stream.result();
  stream.release();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

async function allAlone(set: readonly Float32Array[], live: { isLive: boolean }): Promise<number> {
  let seconds = 0;
  for (const samples of set) seconds += await alone(samples, live);
  return seconds;
}

const target = await openTarget({ flags: ['--pack', options.pack] });
const served = async (work: () => Promise<void>): Promise<number> => {
  const before = cpuSecondsOf(target.process?.pid);
  await work();
  return cpuSecondsOf(target.process?.pid)! - before!;
};
const uploadAll = async () => {
  for (const samples of recordings) await upload(target, samples, { realTime: false });
};
const rounds = Number(options.rounds);
const bar = new SingleBar({ format: '{bar} {value}/{total} {what}', clearOnComplete: true });
try {
  await settled(target);
  bar.start(rounds + 2 * requests.length, 0, { what: 'rounds and requests' });
  await uploadAll();
  await allAlone(recordings, { isLive: false });
  const uploads: { whole: number; alone: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    uploads.push({ whole: await served(uploadAll), alone: await allAlone(recordings, { isLive: false }) });
    bar.increment();
  }

  const client = await SocketClient.open(target);
  const heard: Float32Array[] = [];
  const askAll = async () => {
    heard.length = 0;
    for (const { samples } of requests) {
      const { vadStopMs } = await client.query(samples);
      heard.push(samples.subarray(0, Math.round(((vadStopMs ?? Infinity) / 1000) * recogniser.sampleRateHz)));
      bar.increment();
    }
  };
  await askAll();
  const whole = await served(askAll);
  client.close();
  bar.stop();
  const live = { whole, alone: await allAlone(heard, { isLive: true }) };

  const ratio = spread(
    uploads.map((round) => round.whole / round.alone),
    2,
  );
  const figures = {
    uploads: { ratio, ...perSecond(recordings, uploads.at(-1)!) },
    live: { ratio: rounded(live.whole / live.alone, 2), ...perSecond(heard, live) },
  };
  console.table({ uploads: { ...figures.uploads, ratio: ratio?.p50 }, live: figures.live });
  writeReport('overhead', { pack: options.pack, ...figures }, options.out);
} finally {
  bar.stop();
  await target.close();
}

/** CPU seconds per second of audio. */
function perSecond(set: readonly Float32Array[], cpu: { whole: number; alone: number }) {
  const seconds = set.reduce((sum, samples) => sum + samples.length, 0) / recogniser.sampleRateHz;
  return {
    audioSeconds: Math.round(seconds),
    whole: rounded(cpu.whole / seconds, 4),
    alone: rounded(cpu.alone / seconds, 4),
  };
}
