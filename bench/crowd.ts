import { setTimeout as sleep } from 'node:timers/promises';
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

/**
 * Clients that each hold a socket and stream query after query at the pace of a microphone until the time is over.
 * @param pace How many times as fast; what the seen times are worth then is less.
 */
export async function runCrowd(
  target: Target,
  streams: number,
  seconds: number,
  recordings: readonly PlacedSpeech[],
  pace = 1,
): Promise<CrowdSeen> {
  const seen: CrowdSeen = { ttfsMs: [], cutOff: 0, refusalMs: [], failures: [], senderLagMs: 0 };
  const started = performance.now();
  const converse = async (index: number) => {
    // People do not speak in step.
    await sleep(((index / streams) * 3000) / pace);
    const client = await SocketClient.open(target);
    for (let turn = 0; performance.now() - started < seconds * 1000; turn++) {
      const { samples, endSeconds } = recordings[(index * 7 + turn) % recordings.length];
      const endMs = (endSeconds / pace) * 1000;
      const query = await client.query(samples, { wantsPartials: false, pace });
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
