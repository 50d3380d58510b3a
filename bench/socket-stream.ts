import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { sampleRateHz, toPcm16 } from './pcm16.js';
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

const frameMs = 20;
/** The frame that ends the audio of a query. */
const endOfAudio = Buffer.from([4]);
/** After the last of the audio. */
const patienceMs = 15_000;

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
    const seen: StreamedQuery = { partials: [], text: '', words: [], isRefused: false, senderLagMs: 0 };
    const startMs = performance.now();
    let isOver = false;
    const finished = new Promise<void>((resolve) => {
      const note = noteTaker(seen);
      this.#take = (message) => {
        if (!note(message, performance.now() - startMs)) return;
        isOver = true;
        resolve();
      };
    });
    this.#create(wantsPartials);
    const chunk = (sampleRateHz / 1000) * frameMs;
    for (let at = 0; at < samples.length && !isOver && seen.vadStopMs === undefined; at += chunk) {
      const dueMs = startMs + ((at + chunk) / sampleRateHz / pace) * 1000 - performance.now();
      if (dueMs > 0) await delay(dueMs);
      else seen.senderLagMs = Math.max(seen.senderLagMs, -dueMs);
      if (isOver) break;
      this.#socket.send(toPcm16(samples.subarray(at, at + chunk)));
    }
    if (seen.vadStopMs === undefined && !isOver) this.#socket.send(endOfAudio);
    const patience = new AbortController();
    await Promise.race([
      finished,
      delay(patienceMs, undefined, { signal: patience.signal }).then(
        () => {
          seen.failure ??= `no answer within ${patienceMs / 1000} s`;
        },
        () => {},
      ),
    ]);
    patience.abort();
    seen.endedMs = performance.now() - startMs;
    return seen;
  }

  /** Asks for a query, whose audio follows. */
  #create(wantsPartials: boolean): void {
    this.#socket.send(
      JSON.stringify({
        type: 'request',
        requestId: String(this.#turn++),
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
  }

  close(): void {
    this.#socket.close();
  }
}

/** Writes down what the messages about one query tell. @returns Told of each; whether the query is over with it. */
function noteTaker(seen: StreamedQuery): (message: Message, atMs: number) => boolean {
  let isCreated = false;
  return ({ type, responseCode, notificationType, entity }, atMs) => {
    if (type === 'response') {
      seen.createdMs = atMs;
      isCreated = responseCode === 201;
      if (isCreated) return false;
      seen.failure = `${responseCode} ${entity.detail ?? ''}`;
      seen.isRefused = responseCode === 503;
      return true;
    }
    // Audio of the query before, which was refused while it was being sent.
    if (!isCreated && type !== 'closed') return false;
    switch (notificationType) {
      case 'query_partial':
        seen.partials.push({ atMs, words: (entity.text ?? '').split(' ').filter(Boolean) });
        return false;
      case 'vad_start':
        return false;
      case 'vad_stop':
        seen.vadStopMs = atMs;
        return false;
      case 'query_complete':
        seen.completeMs = atMs;
        seen.text = entity.textQuery?.text ?? '';
        seen.words = entity.textQuery?.words ?? [];
        return true;
      default:
        seen.failure = entity.code ?? notificationType ?? type;
        seen.isRefused = entity.code === 'overloaded';
        seen.completeMs = undefined;
        return true;
    }
  };
}
