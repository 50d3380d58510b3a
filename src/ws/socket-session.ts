import { randomUUID } from 'node:crypto';
import type { RawData, WebSocket } from 'ws';
import type { Principal } from '../auth/principal.js';
import { EarshotError } from '../errors.js';
import { withoutBasePath } from '../http/link-base.js';
import { toProblem } from '../http/problem.js';
import { queryEntity } from '../http/representations.js';
import { requestIdOf } from '../http/request-id.js';
import type { ResourceRequest, ResourceResponse } from '../http/resource.js';
import { parseServiceHeaders } from '../http/service-headers.js';
import type { Logger } from '../log.js';
import type { QueryService } from '../query/index.js';
import { AudioTurn } from './audio-turn.js';
import {
  formatNotification,
  formatResponse,
  type NotificationType,
  parseMessage,
  type SocketRequest,
  UnreadableMessage,
} from './socket-message.js';
import { closeCode, endOfAudio, type SocketLimits } from './socket-options.js';

/** What answers requests, whatever carried them. */
export interface SocketRouter {
  handle(request: ResourceRequest): Promise<ResourceResponse>;
}

export interface SocketSessionOptions {
  socket: WebSocket;
  router: SocketRouter;
  queryService: Pick<QueryService, 'openAudio'>;
  limits: SocketLimits;
  basePath?: string;
  log?: Logger;
}

/** Digests of tokens, as a {@link Principal} carries them. */
export interface RevokedTokens {
  refreshIds: readonly string[];
  sessionIds: readonly string[];
}

/** The query that audio frames belong to, and who it is for. */
interface CurrentTurn {
  turn: AudioTurn;
  principal?: Principal;
  queryId?: string;
  /** `vad_stop` was sent: `query_complete` or an error must follow. */
  hasSpeechEnded?: boolean;
}

/**
 * One connection. Requests are worked on one after another, so that responses leave in the order of their requests;
 * audio frames go to the query created last, and may come before its response was sent.
 */
export class SocketSession {
  readonly #options: SocketSessionOptions;
  readonly #socket: WebSocket;
  readonly #turns = new Set<CurrentTurn>();
  #current: CurrentTurn | undefined;
  #requests: Promise<void> = Promise.resolve();
  #waitingRequests = 0;
  #queuedAudioBytes = 0;
  #toldOfStrayAudio = false;
  #idleTimer: NodeJS.Timeout | undefined;
  #isAlive = true;
  #isClosing = false;

  constructor(options: SocketSessionOptions) {
    this.#options = options;
    this.#socket = options.socket;
    const socket = options.socket;
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('pong', () => {
      this.#isAlive = true;
    });
    // What the client did wrong; the close that follows says it to the client too.
    socket.on('error', (error) => options.log?.debug({ err: error }, 'socket error'));
    socket.on('close', () => this.#closed());
    this.#touch();
  }

  /** Work that a client still waits for. */
  get isBusy(): boolean {
    return this.#waitingRequests > 0 || [...this.#turns].some(({ turn }) => isUnderWay(turn));
  }

  /** Pings the client, or drops one that left the last ping unanswered. */
  ping(): void {
    if (!this.#isAlive) {
      this.#options.log?.info('socket dropped: a ping was left unanswered');
      this.#socket.terminate();
      return;
    }
    this.#isAlive = false;
    // A paused socket reads no pong.
    if (this.#socket.isPaused) this.#isAlive = true;
    this.#socket.ping();
  }

  /** Ends what runs under tokens that were revoked. */
  revoke({ refreshIds, sessionIds }: RevokedTokens): void {
    for (const { turn, principal } of this.#turns) {
      if (
        principal &&
        (refreshIds.includes(principal.refreshId) || sessionIds.includes(principal.sessionId))
      ) {
        void turn.abort(new EarshotError('invalid_token', 'The token was revoked. Sign in again.'));
      }
    }
  }

  /** Reads no more and closes with 1001 as soon as nobody waits for anything. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#requests;
    if (!this.isBusy) this.#socket.close(closeCode.goingAway, 'The service is shutting down.');
  }

  terminate(): void {
    this.#socket.terminate();
  }

  #receive(data: RawData, isBinary: boolean): void {
    this.#touch();
    if (isBinary) this.#receiveAudio(data as Buffer);
    else this.#receiveText((data as Buffer).toString('utf8'));
  }

  #receiveText(text: string): void {
    const message = parseMessage(text);
    if (message instanceof UnreadableMessage) {
      const { error, requestId } = message;
      if (requestId === undefined) {
        // In its turn, so that it cannot overtake the answers to earlier requests.
        this.#inTurn(async () => this.#notifyError(error));
      } else {
        this.#inTurn(async () => this.#respond(requestId, toProblem(error, randomUUID())));
      }
      return;
    }
    const opened = createsAudioQuery(message) ? this.#openTurn(message) : undefined;
    this.#inTurn(() => this.#answer(message, opened));
  }

  #inTurn(task: () => Promise<void>): void {
    this.#waitingRequests++;
    this.#regulate();
    this.#requests = this.#requests
      .then(task)
      .catch((error) => {
        this.#options.log?.error({ err: error }, 'socket request failed');
        this.#socket.close(closeCode.internalError);
      })
      .finally(() => {
        this.#waitingRequests--;
        this.#regulate();
        this.#closeWhenDone();
      });
  }

  async #answer(message: SocketRequest, opened: CurrentTurn | undefined): Promise<void> {
    const { method, query, headers, entity } = message;
    const requestId = requestIdOf(headers['x-request-id']);
    const startedMs = performance.now();
    const response = await this.#options.router.handle({
      method,
      path: withoutBasePath(message.path, this.#options.basePath),
      query,
      headers,
      readEntity: async () => entity,
      linkBase: '',
      requestId,
    });
    this.#respond(message.requestId, response);
    if (opened) this.#settleTurn(opened, message, response);
    const ms = Math.round((performance.now() - startedMs) * 10) / 10;
    this.#options.log?.info(
      { requestId, method, path: template(message.path), status: response.status, ms, transport: 'socket' },
      'request',
    );
  }

  /** From here on audio frames belong to the query that is being created. */
  #openTurn(message: SocketRequest): CurrentTurn {
    const before = this.#current;
    const wantsPartials = message.headers['x-service-partial-results']?.trim().toLowerCase() === 'true';
    const opened: CurrentTurn = {
      turn: new AudioTurn({
        speechStart: (seconds) => {
          if (wantsPartials) this.#notify('vad_start', { ...about(opened), seconds }, 'Speech began.');
        },
        partial: ({ text, words }) => {
          if (wantsPartials)
            this.#notify('query_partial', { ...about(opened), text, words }, 'Heard so far.');
        },
        speechEnd: (seconds) => {
          opened.hasSpeechEnded = true;
          this.#notify('vad_stop', { ...about(opened), seconds }, 'Speech ended.');
        },
        completed: (record) => {
          const scope = { base: '', isConversationScoped: isConversationScoped(message) };
          this.#notify('query_complete', queryEntity(record, scope), 'The query is complete.');
          this.#forget(opened);
        },
        failed: (error) => {
          // Who cancels a query hears no more of it, unless an answer was promised.
          if (error.extra?.state !== 'cancelled' || opened.hasSpeechEnded) this.#notifyError(error);
          this.#forget(opened);
        },
        queued: (bytes) => {
          this.#queuedAudioBytes = bytes;
          this.#regulate();
        },
      }),
    };
    // One whose audio has ended is told of all the same.
    if (before && before.turn.state !== 'ended') {
      this.#turns.delete(before);
      void before.turn.abandon(
        new EarshotError(
          'conflict',
          'Another query was created on the same connection before the audio ended.',
        ),
      );
    }
    this.#current = opened;
    this.#turns.add(opened);
    this.#toldOfStrayAudio = false;
    return opened;
  }

  #settleTurn(opened: CurrentTurn, message: SocketRequest, response: ResourceResponse): void {
    const query = response.entity as { id: string; queryType: string } | undefined;
    const { principal } = response;
    if (response.status !== 201 || query?.queryType !== 'audio' || principal === undefined) {
      void opened.turn.abandon(new EarshotError('conflict', 'The query was not created.'));
      this.#forget(opened);
      if (this.#current === opened) this.#current = undefined;
      return;
    }
    opened.principal = principal;
    opened.queryId = query.id;
    const { ignoreVad } = parseServiceHeaders(message.headers);
    opened.turn.created((events) =>
      this.#options.queryService.openAudio(
        principal,
        query.id,
        {
          endpointing: ignoreVad !== true,
          partials: message.headers['x-service-partial-results']?.trim().toLowerCase() === 'true',
        },
        events,
      ),
    );
  }

  #forget(turn: CurrentTurn): void {
    this.#turns.delete(turn);
    this.#closeWhenDone();
  }

  #receiveAudio(bytes: Buffer): void {
    if (!this.#current) {
      // A stream of frames into the void gets one notification, not one for each.
      if (!this.#toldOfStrayAudio) {
        this.#notifyError(
          new EarshotError('conflict', 'There is no query for this audio. Create a query first.'),
        );
      }
      this.#toldOfStrayAudio = true;
      return;
    }
    if (bytes.length === 1 && bytes[0] === endOfAudio) this.#current.turn.end();
    else this.#current.turn.push(bytes);
  }

  #respond(requestId: string, { status, entity }: Pick<ResourceResponse, 'status' | 'entity'>): void {
    this.#send(formatResponse(requestId, status, entity));
  }

  #notifyError(error: EarshotError): void {
    const type = error.status >= 500 ? 'internal_server_error' : 'client_error';
    this.#notify(type, toProblem(error, randomUUID()).entity as object, error.message);
  }

  #notify(type: NotificationType, entity: object, message: string): void {
    this.#send(formatNotification(type, entity, message));
  }

  #send(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#socket.send(text);
    if (this.#socket.bufferedAmount > this.#options.limits.unreadBytes) {
      this.#options.log?.info('socket dropped: the client does not read');
      this.#socket.terminate();
    }
  }

  /** Stops reading while more waits than is allowed: the client feels it through TCP. */
  #regulate(): void {
    const { queuedAudioBytes, queuedRequests } = this.#options.limits;
    const isFull = this.#queuedAudioBytes > queuedAudioBytes || this.#waitingRequests > queuedRequests;
    if (isFull && !this.#socket.isPaused) this.#socket.pause();
    else if (!isFull && this.#socket.isPaused) this.#socket.resume();
  }

  #touch(): void {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => {
      if (this.isBusy) this.#touch();
      else this.#socket.close(closeCode.goingAway, 'The connection was idle.');
    }, this.#options.limits.idleMs);
  }

  #closeWhenDone(): void {
    if (this.#isClosing) void this.close();
  }

  #closed(): void {
    clearTimeout(this.#idleTimer);
    for (const { turn } of this.#turns) {
      void turn.abandon(
        new EarshotError('client_closed', 'The connection was closed before the audio ended.'),
      );
    }
    this.#turns.clear();
    this.#current = undefined;
  }
}

function isUnderWay(turn: AudioTurn): boolean {
  return turn.state === 'streaming' || turn.state === 'ended';
}

function isConversationScoped({ path }: SocketRequest): boolean {
  return /\/conversations\/[^/]+\/queries\/?$/.test(path);
}

/** Whether the frames that follow belong to what this request creates. */
function createsAudioQuery({ method, path, entity }: SocketRequest): boolean {
  if (method !== 'POST' || !/\/queries\/?$/.test(path)) return false;
  const { queryType, textQuery } = (entity ?? {}) as {
    queryType?: unknown;
    textQuery?: { text?: unknown } | null;
  };
  return queryType === 'audio' || (queryType !== 'text' && textQuery?.text == null);
}

/** The path without its ids, for the log. */
function template(path: string): string {
  return path.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, ':id');
}

/** What an event is about, for clients that keep several queries apart. */
function about({ queryId }: CurrentTurn) {
  return { id: queryId, _links: { self: { href: `/queries/${queryId}` } } };
}
