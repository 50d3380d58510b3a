import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import type { RevokedTokens } from '../auth/revocations.js';
import { EarshotError } from '../errors.js';
import { toProblem } from '../http/problem.js';
import { requestIdOf } from '../http/request-id.js';
import type { ResourceRequest, ResourceResponse } from '../http/resource.js';
import type { Logger } from '../log.js';
import type { QueryService } from '../query/index.js';
import { shuttingDown } from '../shutting-down.js';
import { AudioTurns, createdText, createsAudioQuery } from './audio-turns.js';
import { IdleBound } from './idle-bound.js';
import { PingBound } from './ping-bound.js';
import {
  formatNotification,
  formatResponse,
  type NotificationType,
  parseMessage,
  type SocketRequest,
  UnreadableMessage,
} from './socket-message.js';
import { closeCode, type SocketLimits } from './socket-options.js';
import { StrangerBound } from './stranger-bound.js';
import { UnreadBound } from './unread-bound.js';

/** What answers requests, whatever carried them. */
export interface SocketRouter {
  handle(request: ResourceRequest): Promise<ResourceResponse>;
}

/** Messages and pings that a client may send before the others have their turn. */
const messagesInTurn = 256;

export interface SocketSessionOptions {
  socket: WebSocket;
  /** What the socket reads from. */
  connection: Duplex;
  router: SocketRouter;
  queryService: Pick<QueryService, 'openAudio' | 'checkRoom'>;
  limits: SocketLimits;
  basePath?: string;
  log?: Logger;
}

/**
 * One connection. Requests are worked on one after another, so that responses leave in the order of their requests;
 * audio frames may come before the response to the query they belong to: see {@link AudioTurns}.
 */
export class SocketSession {
  readonly #options: SocketSessionOptions;
  readonly #socket: WebSocket;
  readonly #turns: AudioTurns;
  readonly #stranger: StrangerBound;
  readonly #idle: IdleBound;
  readonly #pings: PingBound;
  readonly #unread: UnreadBound;
  #requests: Promise<void> = Promise.resolve();
  #waitingRequests = 0;
  #queuedAudioBytes = 0;
  #cameInTurn = 0;
  #isClosing = false;
  /** What it sends further is not read. */
  #isRefused = false;

  constructor(options: SocketSessionOptions) {
    this.#options = options;
    this.#socket = options.socket;
    this.#turns = new AudioTurns({
      queryService: options.queryService,
      notify: (type, entity, message) => this.#notify(type, entity, message),
      notifyError: (error, failed) => this.#notifyError(error, failed),
      queued: (change) => {
        this.#queuedAudioBytes += change;
        this.#regulate();
      },
      settled: () => this.#closeWhenDone(),
    });
    this.#stranger = new StrangerBound(options.connection, options.limits.entityBytes, () =>
      this.#refuseStranger(),
    );
    this.#idle = new IdleBound({
      idleMs: options.limits.idleMs,
      isBusy: () => this.isBusy,
      onIdle: () => this.#socket.close(closeCode.goingAway, 'The connection was idle.'),
    });
    const socket = options.socket;
    this.#pings = new PingBound(socket, options.connection, () => {
      options.log?.info('socket dropped: nothing came after a ping');
      socket.terminate();
    });
    this.#unread = new UnreadBound(socket, options.limits.unreadBytes, () => {
      options.log?.info('socket dropped: the client does not read');
      socket.terminate();
    });
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    // A client that pings wants to keep its connection.
    socket.on('ping', () => this.#came());
    // What the client did wrong; the close that follows says it to the client too.
    socket.on('error', (error) => options.log?.debug({ err: error }, 'socket error'));
    socket.on('close', () => this.#closed());
  }

  /** Work that a client still waits for. */
  get isBusy(): boolean {
    return this.#waitingRequests > 0 || this.#turns.areUnderWay;
  }

  /** Pings the client, or drops one of which nothing came after the last ping. */
  ping(): void {
    this.#pings.ping();
  }

  /** Ends what runs under tokens that were revoked. */
  revoke(revoked: RevokedTokens): void {
    this.#turns.revoke(revoked);
  }

  /** Closes with 1001 as soon as nobody waits for anything; audio that is under way is still taken to its end. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#requests;
    if (!this.isBusy) this.#socket.close(closeCode.goingAway, 'The service is shutting down.');
  }

  /** Ends what is under way, says so, and closes with 1001. */
  async giveUp(): Promise<void> {
    await this.#turns.abort(shuttingDown());
    this.#socket.close(closeCode.goingAway, 'The service is shutting down.');
  }

  terminate(): void {
    this.#socket.terminate();
  }

  #receive(data: RawData, isBinary: boolean): void {
    this.#came();
    this.#stranger.finished();
    if (isBinary) this.#turns.receive(data as Buffer);
    else this.#receiveText((data as Buffer).toString('utf8'));
  }

  #receiveText(text: string): void {
    const message = parseMessage(text, this.#options.basePath);
    if (message instanceof UnreadableMessage) {
      // In its turn, so that it cannot overtake the answers to earlier requests.
      this.#inTurn(async () => this.#refuse(message));
      return;
    }
    const isAwaited = createsAudioQuery(message);
    if (isAwaited) this.#turns.expect(message);
    this.#inTurn(() => this.#answer(message, isAwaited));
  }

  #inTurn(task: () => Promise<void>): void {
    this.#waitingRequests++;
    this.#stranger.isInDoubt = true;
    this.#regulate();
    this.#requests = this.#requests
      .then(task)
      .catch((error) => {
        this.#options.log?.error({ err: error }, 'socket request failed');
        this.#socket.close(closeCode.internalError);
      })
      .finally(() => {
        this.#waitingRequests--;
        this.#stranger.isInDoubt = this.#waitingRequests > 0;
        this.#stranger.check();
        this.#regulate();
        this.#closeWhenDone();
      });
  }

  #refuse({ error, loggedId, requestId }: UnreadableMessage): void {
    if (requestId === undefined) {
      this.#notifyError(error, { loggedId });
    } else {
      this.#respond(requestId, toProblem(error, loggedId));
      this.#log('request', { requestId: loggedId, status: error.status }, error);
    }
  }

  async #answer(message: SocketRequest, isAwaited: boolean): Promise<void> {
    const { method, path, query, headers, entity, loggedId: requestId } = message;
    const startedMs = performance.now();
    const refuseCancellation = this.#turns.noteCancellation(message);
    const response = await this.#options.router.handle({
      method,
      path,
      query,
      headers,
      readEntity: async () => {
        // Audio follows at once: better no query than one whose audio is refused.
        if (isAwaited) this.#options.queryService.checkRoom();
        return this.#checkSize(entity);
      },
      linkBase: () => '',
      requestId,
    });
    if (response.principal !== undefined) {
      this.#stranger.end();
      this.#idle.letIn();
    }
    if (response.status !== 200) refuseCancellation();
    // Before the answer: clients that do not look at ids take an error that comes later for one of the new query.
    if (isAwaited && response.status === 201) this.#turns.giveUpUnfinished();
    this.#respond(message.requestId, response);
    if (isAwaited) this.#turns.answered(response);
    else if (createdText(response)) this.#turns.createdWithoutAudio();
    const ms = Math.round((performance.now() - startedMs) * 10) / 10;
    const { status, template = '(none)', error } = response;
    this.#log('request', { requestId, method, path: template, status, ms }, error);
  }

  #log(
    what: string,
    line: { requestId: string; status: number; [field: string]: unknown },
    error?: EarshotError,
  ): void {
    const fields = { ...line, transport: 'socket', code: error?.code };
    const { log } = this.#options;
    if (line.status >= 500 && error?.cause !== undefined) log?.error({ ...fields, err: error.cause }, what);
    else log?.info(fields, what);
  }

  /** The limit of a JSON body over HTTP. @throws EarshotError `payload_too_large` */
  #checkSize(entity: unknown): unknown {
    const { entityBytes } = this.#options.limits;
    if (entity !== undefined && Buffer.byteLength(JSON.stringify(entity)) > entityBytes) {
      throw new EarshotError('payload_too_large', `An entity may have at most ${entityBytes} bytes.`);
    }
    return entity;
  }

  #respond(requestId: string, { status, entity }: Pick<ResourceResponse, 'status' | 'entity'>): void {
    this.#send(formatResponse(requestId, status, entity));
  }

  #notifyError(error: EarshotError, failed: { loggedId?: string; about?: object } = {}): void {
    const { loggedId: requestId = requestIdOf(undefined), about } = failed;
    const type = error.status >= 500 ? 'internal_server_error' : 'client_error';
    const problem = toProblem(error, requestId).entity as object;
    this.#notify(type, { ...problem, ...about }, error.message);
    this.#log('notification', { requestId, status: error.status }, error);
  }

  #notify(type: NotificationType, entity: object, message: string): void {
    this.#send(formatNotification(type, entity, message));
  }

  #send(text: string): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#unread.send(text);
  }

  /** Stops reading while more waits than is allowed: the client feels it through TCP. */
  #regulate(): void {
    if (this.#isRefused) return;
    const { queuedAudioBytes, queuedRequests } = this.#options.limits;
    const isFull =
      this.#queuedAudioBytes > queuedAudioBytes ||
      this.#waitingRequests > queuedRequests ||
      this.#cameInTurn > messagesInTurn;
    if (isFull && !this.#socket.isPaused) {
      this.#socket.pause();
      this.#pings.paused();
    } else if (!isFull && this.#socket.isPaused) this.#socket.resume();
  }

  #came(): void {
    this.#idle.touch();
    if (this.#cameInTurn++ === 0) setImmediate(() => this.#nextTurn());
    if (this.#cameInTurn > messagesInTurn) this.#regulate();
  }

  #nextTurn(): void {
    const wasHeldUp = this.#cameInTurn > messagesInTurn;
    this.#cameInTurn = 0;
    if (wasHeldUp) this.#regulate();
  }

  #closeWhenDone(): void {
    if (this.#isClosing) void this.close();
  }

  #refuseStranger(): void {
    this.#options.log?.info('socket closed: a client without a token sends too much');
    this.#socket.close(closeCode.tooBig, 'Send a request with a token first.');
    this.#isRefused = true;
    this.#socket.pause();
  }

  #closed(): void {
    this.#idle.end();
    this.#stranger.end();
    this.#turns.abandon(
      new EarshotError('client_closed', 'The connection was closed before the audio ended.'),
    );
  }
}
