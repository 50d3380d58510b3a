import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Middleware } from 'koa';
import { type ServerOptions, WebSocketServer } from 'ws';
import type { RevokedTokens } from '../auth/revocations.js';
import { EarshotError } from '../errors.js';
import { endConnection } from '../http/end-connection.js';
import { asksForWebSocket, hasBody, ignoreUpgrade } from '../http/ignore-upgrade.js';
import { takeOver } from '../http/latest-response.js';
import { withoutAuthority, withoutBasePath } from '../http/link-base.js';
import { problemAnswer } from '../http/problem.js';
import { requireOneHost } from '../http/request-head.js';
import { requestIdOf } from '../http/request-id.js';
import type { Logger } from '../log.js';
import type { QueryService } from '../query/index.js';
import { isOriginAllowed } from './origin-policy.js';
import { defaultSocketLimits, type SocketLimits } from './socket-options.js';
import { type SocketRouter, SocketSession } from './socket-session.js';

export const socketPath = '/websocketapi';

/** Milliseconds that a last message gets to leave. */
const flushMs = 1_000;

/** Milliseconds that a client gets to answer the close of its connection; one that is gone holds up no shutdown. */
const closeMs = 1_000;

export interface SocketServerOptions {
  router: SocketRouter;
  queryService: Pick<QueryService, 'openAudio' | 'checkRoom'>;
  limits?: Partial<SocketLimits>;
  /** Path prefix under which everything is served. @default '' */
  basePath?: string;
  /** Web origins that may connect besides the service's own; `*` for any. @default [] */
  origins?: readonly string[];
  /** Believe `X-Forwarded-Host`. @default false */
  trustProxy?: boolean;
  log?: Logger;
}

/** The WebSocket API: the same resources as over HTTP, and audio in frames. */
export class SocketServer {
  readonly #options: SocketServerOptions;
  readonly #limits: SocketLimits;
  readonly #sessions = new Set<SocketSession>();
  readonly #webSockets: WebSocketServer;
  readonly #pingTimer: NodeJS.Timeout;
  #isClosing = false;
  #allClosed: (() => void) | undefined;

  constructor(options: SocketServerOptions) {
    this.#options = options;
    this.#limits = { ...defaultSocketLimits, ...options.limits };
    // the types lack one
    const webSocketOptions: ServerOptions & { closeTimeout: number } = {
      noServer: true,
      clientTracking: false,
      // Speech does not compress, and a deflate context for each socket costs more memory than all else of it.
      perMessageDeflate: false,
      maxPayload: this.#limits.messageBytes,
      // There is no sub-protocol of ours to agree to; the library would agree to the first of any.
      handleProtocols: () => false,
      closeTimeout: closeMs,
    };
    this.#webSockets = new WebSocketServer(webSocketOptions);
    this.#webSockets.on('wsClientError', (error, socket, request) => {
      // What the handshake lacks (RFC 6455 section 4.2).
      const detail = `This is no WebSocket handshake: ${error.message}.`;
      this.#refuse(request, socket, new EarshotError('invalid_header', detail));
    });
    this.#webSockets.on('headers', (headers, request) => {
      headers.push(`X-Request-Id: ${requestIdFor(request)}`);
    });
    this.#pingTimer = setInterval(() => {
      for (const session of this.#sessions) session.ping();
    }, this.#limits.pingMs);
    this.#pingTimer.unref();
  }

  /** Open connections. */
  get size(): number {
    return this.#sessions.size;
  }

  /** Takes the upgrades of an HTTP or HTTPS server. */
  attach(server: Server): void {
    server.on('upgrade', (request, socket, head) => {
      if (asksForWebSocket(request)) takeOver(socket, () => this.#upgrade(request, socket, head));
      else ignoreUpgrade(server, request, socket as Socket, head);
    });
  }

  /** Ends what runs under tokens that have just been revoked; further requests with them are refused by the router. */
  revoke(tokens: RevokedTokens): void {
    for (const session of this.#sessions) session.revoke(tokens);
  }

  /**
   * Takes no more connections, lets every client have what it waits for and closes with 1001. After the grace time what
   * is left is given up, its client is told, and whoever does not take that is cut.
   * @param options.graceMs @default 10000
   */
  async close({ graceMs = 10_000 }: { graceMs?: number } = {}): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#pingTimer);
    if (this.#sessions.size === 0) return;
    const closed = new Promise<void>((resolve) => {
      this.#allClosed = resolve;
    });
    for (const session of this.#sessions) void session.close();
    let timer = setTimeout(() => {
      for (const session of this.#sessions) void session.giveUp();
      timer = setTimeout(() => {
        for (const session of this.#sessions) session.terminate();
      }, flushMs);
    }, graceMs);
    await closed;
    clearTimeout(timer);
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const refusal = this.#refusal(request);
    if (refusal) {
      this.#refuse(request, socket, refusal);
      return;
    }
    // The library knows no other offers beside it.
    request.headers.upgrade = 'websocket';
    this.#webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      const { router, queryService, basePath, log } = this.#options;
      const session = new SocketSession({
        socket: webSocket,
        connection: socket,
        router,
        queryService,
        limits: this.#limits,
        basePath,
        log,
      });
      this.#sessions.add(session);
      webSocket.on('close', () => {
        this.#sessions.delete(session);
        if (this.#sessions.size === 0) this.#allClosed?.();
      });
    });
  }

  /** An ordinary HTTP answer to a client that will not get a socket. */
  #refuse(request: IncomingMessage, socket: Duplex, error: EarshotError): void {
    const requestId = requestIdFor(request);
    const { status, code, message } = error;
    // A browser tells neither its page nor its user why, so that the log has to.
    const origin = request.headers.origin?.slice(0, 200);
    this.#options.log?.warn({ requestId, status, code, origin }, `socket refused: ${message}`);
    endConnection(socket, problemAnswer(error, requestId, { further: { 'Sec-WebSocket-Version': 13 } }));
  }

  #refusal(request: IncomingMessage): EarshotError | undefined {
    const { basePath, origins, trustProxy } = this.#options;
    const [path] = withoutAuthority(request.url ?? '').split('?');
    try {
      requireOneHost(request);
    } catch (error) {
      return EarshotError.from(error);
    }
    if (withoutBasePath(path, basePath).replace(/\/$/, '') !== socketPath) {
      return new EarshotError('not_found', `The WebSocket API is at ${socketPath}.`);
    }
    // What follows would be read as frames.
    if (hasBody(request))
      return new EarshotError('invalid_request', 'A WebSocket is opened by a request without a body.');
    // Beside others the library takes a draft too, and calls all of them a bad request.
    const version = request.headers['sec-websocket-version'] ?? '13';
    if (version !== '13') {
      return new EarshotError('upgrade_required', 'Speak version 13 of the WebSocket protocol (RFC 6455).');
    }
    if (!isOriginAllowed(request.headers, { origins, trustProxy })) {
      return new EarshotError(
        'forbidden',
        'Pages of this origin may not connect. Add it to the option cors.origins, or set publicUrl where it is our own behind a proxy.',
      );
    }
    if (this.#isClosing || this.#sessions.size >= this.#limits.connections) {
      return new EarshotError('overloaded', 'No more connections are taken. Try again in a moment.', {
        retryAfterSeconds: 5,
      });
    }
    return undefined;
  }
}

/**
 * Answers an ordinary request to the path of the sockets: most likely a proxy took `Upgrade` away.
 * @throws EarshotError `upgrade_required`
 */
export const requireUpgrade: Middleware = async (ctx, next) => {
  if (ctx.path.replace(/\/$/, '') !== socketPath) return next();
  throw new EarshotError(
    'upgrade_required',
    'Connect with a WebSocket. A proxy in between must hand Upgrade and Connection on.',
  );
};

function requestIdFor({ headers }: IncomingMessage): string {
  return requestIdOf(String(headers['x-request-id'] ?? ''));
}
