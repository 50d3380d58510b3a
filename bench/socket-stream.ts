import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { toPcm16 } from './pcm16.js';
import type { Target } from './target.js';

/** What a client saw of one streamed query; times are milliseconds from its first sample. */
export interface StreamedQuery {
  partials: { atMs: number; words: string[] }[];
  vadStopMs?: number;
  completeMs?: number;
  text: string;
  words: { text: string; start: number; end: number }[];
  /** What went wrong: the status of a refusal, or the code in a notification. */
  failure?: string;
  /** There was no room: the status was 503, or the notification said so. */
  isRefused: boolean;
  /** When the request was answered, and when all was over. */
  createdMs?: number;
  endedMs?: number;
  /** How far behind the clock the sender fell at most: the client's own trouble. */
  senderLagMs: number;
}

interface Message {
  type: string;
  requestId?: string;
  responseCode?: number;
  notificationType?: string;
  entity: {
    detail?: string;
    /** Of a partial result. */
    text?: string;
    code?: string;
    textQuery?: { text: string; words?: StreamedQuery['words'] };
  };
}

const sampleRateHz = 16_000;
const frameMs = 20;

/** One socket of a client that streams query after query at the pace of a microphone. */
export class SocketClient {
  readonly #socket: WebSocket;
  readonly #token: string;
  #take: (message: Message) => void = () => {};
  #turn = 0;

  private constructor(socket: WebSocket, token: string) {
    this.#socket = socket;
    this.#token = token;
    socket.on('message', (data) => this.#take(JSON.parse(String(data)) as Message));
    socket.on('close', (code) =>
      this.#take({ type: 'closed', responseCode: code, entity: { detail: 'the socket was closed' } }),
    );
    socket.on('error', () => {});
  }

  static async open({ url, token }: Pick<Target, 'url' | 'token'>): Promise<SocketClient> {
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/websocketapi`, { rejectUnauthorized: false });
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    return new SocketClient(socket, token);
  }

  /**
   * Streams until the service has heard the end of speech, at most to the end of the samples.
   * @param options.wantsPartials Whether to ask for partial results.
   * @param options.pace How many times as fast as speech.
   */
  async query(samples: Float32Array, { wantsPartials = true, pace = 1 } = {}): Promise<StreamedQuery> {
    const requestId = String(this.#turn++);
    const seen: StreamedQuery = { partials: [], text: '', words: [], isRefused: false, senderLagMs: 0 };
    const startMs = performance.now();
    let isCreated = false;
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    this.#take = (message) => {
      const atMs = performance.now() - startMs;
      const { type, responseCode, notificationType, entity } = message;
      if (type === 'response') {
        seen.createdMs = atMs;
        isCreated = responseCode === 201;
        if (isCreated) return;
        seen.failure = `${responseCode} ${entity.detail ?? ''}`;
        seen.isRefused = responseCode === 503;
      } else if (!isCreated && type !== 'closed') {
        // Audio of the query before, which was refused while it was being sent.
        return;
      } else if (notificationType === 'query_partial') {
        seen.partials.push({ atMs, words: (entity.text ?? '').split(' ').filter(Boolean) });
        return;
      } else if (notificationType === 'vad_stop') {
        seen.vadStopMs = atMs;
        return;
      } else if (notificationType === 'query_complete') {
        seen.completeMs = atMs;
        seen.text = entity.textQuery?.text ?? '';
        seen.words = entity.textQuery?.words ?? [];
      } else if (notificationType === 'vad_start') return;
      else {
        seen.failure = entity.code ?? notificationType ?? type;
        seen.isRefused = entity.code === 'overloaded';
        seen.completeMs = undefined;
      }
      finish();
    };
    this.#socket.send(
      JSON.stringify({
        type: 'request',
        requestId,
        method: 'POST',
        restUri: '/queries',
        headers: {
          Authorization: `Bearer ${this.#token}`,
          ...(wantsPartials ? { 'X-Service-Partial-Results': 'true' } : {}),
        },
        entity: {
          locale: 'en-US',
          queryType: 'audio',
          audioQuery: { mimeType: `audio/pcm;bits=16;rate=${sampleRateHz}` },
        },
      }),
    );
    const chunk = (sampleRateHz / 1000) * frameMs;
    let isOver = false;
    void finished.then(() => {
      isOver = true;
    });
    for (let at = 0; at < samples.length && !isOver && seen.vadStopMs === undefined; at += chunk) {
      const dueMs = startMs + ((at + chunk) / sampleRateHz / pace) * 1000 - performance.now();
      if (dueMs > 0) await delay(dueMs);
      else seen.senderLagMs = Math.max(seen.senderLagMs, -dueMs);
      if (isOver) break;
      this.#socket.send(toPcm16(samples.subarray(at, at + chunk)));
    }
    if (seen.vadStopMs === undefined && !isOver) this.#socket.send(Buffer.from([4]));
    const patience = new AbortController();
    await Promise.race([
      finished,
      delay(15_000, undefined, { signal: patience.signal }).then(
        () => {
          seen.failure ??= 'no answer within 15 s';
        },
        () => {},
      ),
    ]);
    patience.abort();
    seen.endedMs = performance.now() - startMs;
    return seen;
  }

  close(): void {
    this.#socket.close();
  }
}
