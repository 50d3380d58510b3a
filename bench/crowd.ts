import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { PlacedSpeech } from './placed-speech.js';
import { SocketClient } from './socket-stream.js';
import type { Target } from './target.js';

/** What a crowd of clients saw. */
export interface CrowdSeen {
  /** True end of speech to the final result of each query that was not cut off, in milliseconds. */
  ttfsMs: number[];
  /** Queries that ended before the speaker did. */
  cutOff: number;
  /** From the request of a query to its refusal for want of room, in milliseconds. */
  refusalMs: number[];
  /** What else went wrong. */
  failures: string[];
  /** How far the slowest sender fell behind the clock: the client's own trouble. */
  senderLagMs: number;
}

/** Who streams what to whom, and for how long. */
export interface Crowd {
  target: Pick<Target, 'url' | 'token'>;
  streams: number;
  seconds: number;
  recordings: readonly PlacedSpeech[];
  /** Whether clients ask for partial results, as the kiosk page does; these cost the service more. @default true */
  wantsPartials?: boolean;
  /** How many times as fast as people speak; with more than 1, what the seen times are worth is less. @default 1 */
  pace?: number;
}

/**
 * Clients that each hold a socket and stream query after query at the pace of a microphone until the time is over.
 */
export async function runCrowd({
  target,
  streams,
  seconds,
  recordings,
  wantsPartials = true,
  pace = 1,
}: Crowd): Promise<CrowdSeen> {
  const seen: CrowdSeen = { ttfsMs: [], cutOff: 0, refusalMs: [], failures: [], senderLagMs: 0 };
  const started = performance.now();
  const converse = async (index: number) => {
    // People do not speak in step.
    await sleep(((index / streams) * 3000) / pace);
    const client = await SocketClient.open(target);
    for (let turn = 0; performance.now() - started < seconds * 1000; turn++) {
      const { samples, endSeconds } = recordings[(index * 7 + turn) % recordings.length];
      const endMs = (endSeconds / pace) * 1000;
      const query = await client.query(samples, { wantsPartials, pace });
      seen.senderLagMs = Math.max(seen.senderLagMs, query.senderLagMs);
      if (query.isRefused) {
        seen.refusalMs.push(query.endedMs ?? 0);
        // As Retry-After says.
        await sleep(2000);
      } else if (query.failure !== undefined || query.completeMs === undefined)
        seen.failures.push(query.failure ?? 'no result');
      else if ((query.vadStopMs ?? query.completeMs) < endMs) seen.cutOff++;
      else seen.ttfsMs.push(query.completeMs - endMs);
    }
    client.close();
  };
  await Promise.all(Array.from({ length: streams }, (_, index) => converse(index)));
  return seen;
}

/** The same in several threads, where one is too slow to play all of the clients. */
export async function runCrowds(crowd: Crowd, clients: number): Promise<CrowdSeen> {
  if (clients <= 1) return runCrowd(crowd);
  const { streams } = crowd;
  // A thread takes only plain data.
  const target = { url: crowd.target.url, token: crowd.target.token };
  const shares = Array.from(
    { length: clients },
    (_, index) => Math.floor(((index + 1) * streams) / clients) - Math.floor((index * streams) / clients),
  ).filter((share) => share > 0);
  const parts = await Promise.all(
    shares.map(async (share) => {
      const workerData: Crowd = { ...crowd, target, streams: share };
      const [seen] = await once(
        new Worker(new URL('./crowd-worker.js', import.meta.url), { workerData }),
        'message',
      );
      return seen as CrowdSeen;
    }),
  );
  return {
    ttfsMs: parts.flatMap(({ ttfsMs }) => ttfsMs),
    cutOff: parts.reduce((sum, { cutOff }) => sum + cutOff, 0),
    refusalMs: parts.flatMap(({ refusalMs }) => refusalMs),
    failures: parts.flatMap(({ failures }) => failures),
    senderLagMs: Math.max(...parts.map(({ senderLagMs }) => senderLagMs)),
  };
}
