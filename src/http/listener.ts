import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer, type ServerOptions as TlsOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type Koa from 'koa';
import { EarshotError } from '../errors.js';
import { answerClientError, type ClientErrorOptions, refuseTunnel } from './client-error.js';
import type { HttpLimits } from './http-options.js';
import { asksForWebSocket, hasBody } from './ignore-upgrade.js';
import { latestResponse } from './latest-response.js';
import { oneAtATime } from './one-at-a-time.js';
import { base64Length } from './service-headers.js';

export interface ListenAddress {
  host?: string;
  /** 0 for any free one. */
  port: number;
}

interface ListenerOptions extends ClientErrorOptions {
  limits: HttpLimits;
  /** The longest that an upload may take. */
  uploadMs: number;
  /** Takes the requests whose clients wait for `100 Continue`. */
  expectingContinue: WeakSet<IncomingMessage>;
  /** Certificate and key (PEM) for HTTPS. @default HTTP */
  tls?: TlsOptions;
}

/** Node offers the later one alone, and ends a handshake in which a client names the other (RFC 7301 section 3.2). */
const spokenVersions = ['http/1.1', 'http/1.0'];

/** A server of HTTP/1.1, or HTTPS, that holds to the limits and answers what is no request as well. */
export function createListener(handle: ReturnType<Koa['callback']>, options: ListenerOptions): Server {
  const { limits, uploadMs, expectingContinue, tls, log } = options;
  const callback = oneAtATime(
    (request, response) => void handle(request, response),
    ({ remoteAddress: remote }) =>
      log?.warn({ remote }, 'a connection was cut: its client sent too many requests ahead'),
  );
  const serverOptions: ServerOptions & { shouldUpgradeCallback(request: IncomingMessage): boolean } = {
    ...optionsOf(limits, uploadMs),
    // known to Node from 22.21 and 24.9 on; see ignoreUpgrade
    shouldUpgradeCallback: (request) =>
      server.listenerCount('upgrade') > 0 && (asksForWebSocket(request) || !hasBody(request)),
  };
  const tlsOptions = { ALPNProtocols: spokenVersions, handshakeTimeout: limits.headersMs };
  const server: Server =
    tls === undefined
      ? createServer(serverOptions, callback)
      : createTlsServer({ ...tlsOptions, ...serverOptions, ...tls }, callback);
  // A client may close its half when it has sent its request; Node would close the other one without an answer.
  Object.assign(server, { httpAllowHalfOpen: true });
  for (const event of ['checkContinue', 'checkExpectation']) {
    server.on(event, (request: IncomingMessage, response: ServerResponse) => {
      // an empty one says as little as none
      if (request.headers.expect !== '') expectingContinue.add(request);
      callback(request, response);
    });
  }
  // their size is limited; of more than its default number Node would drop the rest without a word
  server.maxHeadersCount = 0;
  // its connection is gone already: nobody else would ever tell why
  server.on('tlsClientError', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'ERR_SSL_HTTP_REQUEST')
      log?.warn('a client speaks HTTP here: its address must begin with https://');
  });
  server.on('clientError', (error, socket) => answerClientError(error, socket, options));
  server.on('connect', (request, socket) => refuseTunnel(request, socket, options));
  server.timeout = limits.unreadMs;
  server.on('timeout', (socket) => {
    if (!isBusyFor(socket)) socket.destroy();
  });
  server.maxConnections = limits.connections;
  server.on('drop', (dropped) =>
    log?.warn({ remote: dropped?.remoteAddress, connections: limits.connections }, 'a connection too many'),
  );
  return server;
}

function optionsOf(limits: HttpLimits, uploadMs: number): ServerOptions {
  return {
    maxHeaderSize: limits.headerBytes + base64Length(limits.entityHeaderBytes),
    // checked with the answer's own form
    requireHostHeader: false,
    headersTimeout: limits.headersMs,
    keepAliveTimeout: limits.keepAliveMs,
    // uploads have a bound of their own; this one only ends what none of ours sees
    requestTimeout: uploadMs + 60_000,
    connectionsCheckingInterval: Math.min(5_000, Math.max(50, limits.headersMs / 2)),
  };
}

/** Whether a client on whose connection nothing has moved waits for an answer. Else it takes none, or asks nothing more. */
function isBusyFor(socket: Socket): boolean {
  return socket.writableLength === 0 && latestResponse.get(socket)?.writableFinished === false;
}

const noAddress =
  'no address is known for that name. Choose another host, such as 0.0.0.0 for every interface; an IPv6 address has no brackets here';

/** @throws EarshotError `invalid_config` when the address cannot be had. */
export function listenOn(server: Server, { host = '127.0.0.1', port }: ListenAddress): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException): void => {
      const reasons: Record<string, string> = {
        EADDRINUSE: 'it is in use. Stop what uses it, or choose another port',
        EACCES: 'that needs a privilege. Choose a port above 1023',
        EADDRNOTAVAIL: 'this machine has no such address. Choose another host',
        ENOTFOUND: noAddress,
        EAI_AGAIN: noAddress,
      };
      const reason = reasons[error.code ?? ''] ?? error.message;
      reject(
        new EarshotError('invalid_config', `Cannot listen on ${host}:${port}: ${reason}.`, { cause: error }),
      );
    };
    server.once('error', onError);
    server.listen(port, host, () => {
      server.off('error', onError);
      resolve(server.address() as AddressInfo);
    });
  });
}
