/**
 * Many sockets at once, each streaming recordings at the pace of a microphone: whether every query is answered, in
 * order, how long after the speaker's true end of speech, and what memory it takes.
 *
 *     node build/bench/sockets.js [FOLDER|MANIFEST...] [--sockets 50] [--seconds 30] [--split dev]
 *         [--url http://... --token REFRESH_TOKEN] [--out bench/results]
 *
 * The end of speech is where the recording falls 40 dB below its peak for good. Figures include endpointing.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';
import { residentMiBOf } from './process-usage.js';
import { writeReport } from './report.js';
import { chooseUtterances, fixtureSpeech } from './speech-set.js';
import { type Spread, spread } from './statistics.js';
import { openTarget } from './target.js';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sockets: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '30' },
    split: { type: 'string' },
    limit: { type: 'string', default: '100' },
    url: { type: 'string' },
    token: { type: 'string' },
    out: { type: 'string', default: 'bench/results' },
  },
});

const sampleRateHz = 16_000;
const frameMs = 32;
const frameSamples = (sampleRateHz * frameMs) / 1000;
const answerDeadlineMs = 15_000;

interface Recording {
  samples: Float32Array;
  endOfSpeechMs: number;
}

interface Message {
  type: string;
  requestId?: string;
  responseCode?: number;
  notificationType?: string;
  entity: { id: string; textQuery?: { text: string } };
}

const utterances = chooseUtterances(positionals, {
  split: options.split,
  limit: Number(options.limit),
  otherwise: fixtureSpeech,
});
const recordings: Recording[] = [];
for (const utterance of utterances) {
  const samples = await utterance.read();
  recordings.push({ samples, endOfSpeechMs: endOfSpeech(samples) });
}

const count = Number(options.sockets);
const runMs = Number(options.seconds) * 1000;
const latenciesMs: number[] = [];
const endpointsMs: number[] = [];
const faults: string[] = [];
const residentMiB: number[] = [];
let streamedSeconds = 0;

const target = await openTarget({ ...options, flags: ['--inference-max-streams', String(count * 2)] });
const watch = setInterval(() => {
  const resident = residentMiBOf(target.process?.pid);
  if (resident !== undefined) residentMiB.push(resident);
}, 500);
try {
  const startedMs = performance.now();
  await Promise.all(Array.from({ length: count }, (_, index) => converse(index, startedMs)));
} finally {
  clearInterval(watch);
  await target.close();
}

const figures = {
  sockets: count,
  queries: latenciesMs.length,
  faults: faults.length,
  streamedSeconds: Math.round(streamedSeconds),
  ttfsMs: spread(latenciesMs, 0),
  endpointMs: spread(endpointsMs, 0),
  residentMiB:
    residentMiB.length > 0
      ? { start: residentMiB[0], most: Math.max(...residentMiB), end: residentMiB.at(-1) }
      : undefined,
};
for (const fault of faults.slice(0, 10)) console.log(`fault: ${fault}`);
console.log(`${count} sockets, ${figures.queries} queries answered, ${figures.faults} faults`);
console.log(`end of speech -> vad_stop        ${line(figures.endpointMs)}`);
console.log(`end of speech -> query_complete  ${line(figures.ttfsMs)}`);
if (figures.residentMiB) console.log(`resident memory ${JSON.stringify(figures.residentMiB)} MiB`);
writeReport('sockets', figures, options.out);
process.exitCode = faults.length > 0 ? 1 : 0;

/** One client: query after query on one socket, until the time is over. */
async function converse(index: number, startedMs: number): Promise<void> {
  // People do not speak in step.
  await sleep((index / count) * 3000);
  const socket = new WebSocket(`${target.url.replace(/^http/, 'ws')}/websocketapi`, {
    rejectUnauthorized: false,
  });
  const inbox: Message[] = [];
  let arrived = () => {};
  socket.on('message', (data) => {
    inbox.push(JSON.parse(String(data)) as Message);
    arrived();
  });
  socket.on('close', (code) => inbox.push({ type: 'closed', responseCode: code, entity: { id: '' } }));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  for (let turn = 0; performance.now() - startedMs < runMs; turn++) {
    const recording = recordings[(index * 7 + turn) % recordings.length];
    try {
      await ask(socket, inbox, recording, `${index}-${turn}`, (callback) => {
        arrived = callback;
      });
    } catch (error) {
      faults.push(`socket ${index}, query ${turn}: ${(error as Error).message}`);
      break;
    }
  }
  socket.close();
}

async function ask(
  socket: WebSocket,
  inbox: Message[],
  { samples, endOfSpeechMs }: Recording,
  requestId: string,
  onArrival: (callback: () => void) => void,
): Promise<void> {
  inbox.length = 0;
  socket.send(
    JSON.stringify({
      type: 'request',
      requestId,
      method: 'POST',
      restUri: '/queries',
      headers: { Authorization: `Bearer ${target.token}` },
      entity: {
        locale: 'en-US',
        queryType: 'audio',
        audioQuery: { mimeType: `audio/pcm;bits=32;rate=${sampleRateHz};encoding=float` },
      },
    }),
  );
  const startMs = performance.now();
  let stopMs: number | undefined;
  let doneMs: number | undefined;
  const take = () => {
    const now = performance.now();
    for (const { notificationType } of inbox) {
      if (notificationType === 'vad_stop') stopMs ??= now;
      if (notificationType === 'query_complete') doneMs ??= now;
    }
  };
  onArrival(take);
  // The microphone stays open after the recording: silence goes on until the service hears the end.
  for (let at = 0; stopMs === undefined && doneMs === undefined; at += frameSamples) {
    const dueMs = startMs + ((at + frameSamples) / sampleRateHz) * 1000;
    await sleep(Math.max(0, dueMs - performance.now()));
    const frame = new Float32Array(frameSamples);
    frame.set(samples.subarray(at, at + frameSamples));
    socket.send(frame);
    streamedSeconds += frameMs / 1000;
    const failure = inbox.find(
      ({ type, responseCode, notificationType }) =>
        type === 'closed' ||
        (type === 'response' && responseCode !== 201) ||
        /error/.test(notificationType ?? ''),
    );
    if (failure) throw new Error(JSON.stringify(failure).slice(0, 300));
    if (performance.now() - startMs > (samples.length / sampleRateHz) * 1000 + answerDeadlineMs) {
      throw new Error('the end of speech was not noticed');
    }
  }
  const waitUntilMs = performance.now() + answerDeadlineMs;
  while (doneMs === undefined) {
    if (performance.now() > waitUntilMs) throw new Error('no query_complete after vad_stop');
    await sleep(5);
  }
  const order = inbox.map(({ notificationType, type }) => notificationType ?? type).join(' ');
  if (order !== 'response vad_stop query_complete') throw new Error(`messages came as ${order}`);
  const [created, , complete] = inbox;
  if (created.requestId !== requestId || created.entity.id !== complete.entity.id) {
    throw new Error('the answer is to another query');
  }
  const speechEndedMs = startMs + endOfSpeechMs;
  endpointsMs.push((stopMs ?? doneMs) - speechEndedMs);
  latenciesMs.push(doneMs - speechEndedMs);
}

function endOfSpeech(samples: Float32Array): number {
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  let last = samples.length - 1;
  while (last > 0 && Math.abs(samples[last]) < peak / 100) last--;
  return (last / sampleRateHz) * 1000;
}

function line(figures: Spread | undefined): string {
  if (!figures) return '-';
  const { p50, p95, p99, max } = figures;
  return `p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms, longest ${max} ms`;
}
