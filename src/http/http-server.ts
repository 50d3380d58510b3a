import type { IncomingMessage, Server } from 'node:http';
import type { ServerOptions as TlsOptions, Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import Koa, { type Middleware } from 'koa';
import { atMost } from '../at-most.js';
import { EarshotError } from '../errors.js';
import type { Logger } from '../log.js';
import type { QueryService } from '../query/index.js';
import type { Tokens } from './access.js';
import { apiRouter, noRoute } from './api-router.js';
import { AudioUploadHandler } from './audio-upload-handler.js';
import { cors } from './cors.js';
import { healthRouter } from './health-router.js';
import { defaultHttpLimits, type HttpLimits } from './http-options.js';
import { isOneOf, issueRefreshToken } from './issuer.js';
import { type LinkBaseOptions, withoutAuthority, withoutBasePath } from './link-base.js';
import { createListener, type ListenAddress, listenOn } from './listener.js';
import { requestContext } from './request-context.js';
import { soundHead } from './request-head.js';
import { ResourceRouter } from './resource-router.js';
import { createRoutes } from './routes.js';

export interface HttpServerOptions extends LinkBaseOptions {
  queryService: QueryService;
  tokens: Tokens;
  log?: Logger;
  limits?: Partial<HttpLimits>;
  /**
   * Where `POST /tokens` of the issuer is: under `/auth` of this listener, on one of its own, or nowhere. @default
   * 'shared'
   */
  issuer?: 'shared' | 'own' | 'off';
  /** Other origins whose pages may call the API; `*` for all. @default [] */
  corsOrigins?: readonly string[];
  /** Why `GET /ready` is answered 503; undefined when it is not. @default () => undefined */
  whyNotReady?: () => string | undefined;
  /** Certificate and key (PEM); the listeners speak HTTPS then. */
  tls?: TlsOptions;
  /** Pages and files beside the API. They see requests that no route of the API took. */
  extensions?: readonly Middleware[];
}

export interface HttpServer {
  /** For `upgrade` listeners and the like. */
  server: Server;
  /** The issuer's own listener, with `issuer: 'own'`. */
  issuerServer?: Server;
  /** The same resources for another transport. */
  resources: ResourceRouter;
  app: Koa;
  /** @throws EarshotError `invalid_config` when the address cannot be had. */
  listen(address: ListenAddress, issuerAddress?: ListenAddress): Promise<AddressInfo>;
  /** Another certificate for new connections, of a server that was made with one. */
  useTls(tls: TlsOptions): void;
  /**
   * Takes no more connections, drains the query service, lets answers leave, then cuts what is left.
   * @param options.graceMs for running uploads. @default 10000
   */
  close(options?: { graceMs?: number }): Promise<void>;
}

/** Milliseconds that answers get to leave once nothing runs any more. */
const flushMs = 1_000;

/** The REST API over HTTP/1.1. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { queryService, tokens, log, issuer = 'shared', tls } = options;
  const limits = { ...defaultHttpLimits, ...options.limits };
  const expectingContinue = new WeakSet<IncomingMessage>();
  let isClosing = false;
  const context = requestContext({ limits, expectingContinue, isClosing: () => isClosing, log });
  const resources = new ResourceRouter(createRoutes(queryService), tokens);
  const issuerPaths = issuer === 'shared' ? ['/auth/tokens'] : [];
  const whyNotReady = () => (isClosing ? 'The service is stopping.' : options.whyNotReady?.());
  const app = queryApp(options, { context, resources, limits, issuerPaths, whyNotReady });

  const listener = { limits, uploadMs: queryService.limits.uploadMs, expectingContinue, tls, log };
  const isOfIssuer = (target: string): boolean => {
    const [path] = withoutAuthority(target).split('?');
    return isOneOf(issuerPaths, withoutBasePath(path, options.basePath));
  };
  const server = createListener(app.callback(), { ...listener, isStatusAlone: isOfIssuer });
  const issuerServer =
    issuer === 'own'
      ? createListener(issuerApp(options, context).callback(), { ...listener, isStatusAlone: () => true })
      : undefined;
  const servers = issuerServer === undefined ? [server] : [server, issuerServer];

  return {
    server,
    issuerServer,
    resources,
    app,
    async listen(address, issuerAddress) {
      if (issuerServer !== undefined) await listenForIssuer(issuerServer, issuerAddress);
      try {
        return await listenOn(server, address);
      } catch (error) {
        issuerServer?.close();
        throw error;
      }
    },
    useTls(changed) {
      for (const each of servers) (each as TlsServer).setSecureContext(changed);
    },
    async close({ graceMs = 10_000 } = {}) {
      isClosing = true;
      await closeServers(servers, () => queryService.drain({ graceMs }));
    },
  };
}

async function listenForIssuer(server: Server, address: ListenAddress | undefined): Promise<void> {
  if (address !== undefined) await listenOn(server, address);
  else
    throw new EarshotError('invalid_config', 'The issuer has a listener of its own: give its address too.');
}

interface QueryAppParts {
  context: Middleware;
  resources: ResourceRouter;
  limits: HttpLimits;
  /** Paths at which tokens are issued too. */
  issuerPaths: string[];
  whyNotReady(): string | undefined;
}

function queryApp(
  options: HttpServerOptions,
  { context, resources, limits, issuerPaths, whyNotReady }: QueryAppParts,
): Koa {
  const { queryService, tokens, log, corsOrigins = [], extensions = [] } = options;
  const uploads = new AudioUploadHandler(queryService, resources, limits.entityHeaderBytes);
  tokens.onRevoked((revocation) => uploads.revoke(revocation));
  const app = newApp(log);
  app.use(context);
  if (corsOrigins.length > 0) app.use(cors(corsOrigins));
  app.use(stripBasePath(options.basePath));
  app.use(issueRefreshToken(tokens, issuerPaths));
  app.use(soundHead);
  app.use(apiRouter(resources, uploads, options).routes());
  app.use(healthRouter(whyNotReady).routes());
  for (const extension of extensions) app.use(extension);
  app.use(noRoute(resources));
  return app;
}

function issuerApp({ tokens, basePath, log }: HttpServerOptions, context: Middleware): Koa {
  const app = newApp(log);
  app.use(context);
  app.use(stripBasePath(basePath));
  app.use(issueRefreshToken(tokens, ['/tokens', '/auth/tokens']));
  app.use(() => {
    throw new EarshotError('not_found', 'The issuer answers POST /tokens only.');
  });
  return app;
}

function stripBasePath(basePath: string | undefined): Middleware {
  return (ctx, next) => {
    const path = withoutBasePath(ctx.path, basePath);
    if (path !== ctx.path) ctx.path = path;
    return next();
  };
}

/** An application that logs what breaks while an answer leaves, but not clients that went away. */
function newApp(log: Logger | undefined): Koa {
  const app = new Koa();
  app.silent = true;
  app.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') log?.error({ err: error }, 'response failed');
  });
  return app;
}

/** Takes no more connections, drains, lets answers leave for {@link flushMs}, then cuts what is left. */
async function closeServers(servers: readonly Server[], drain: () => Promise<void>): Promise<void> {
  const closed = Promise.all(
    servers.map((each) => new Promise<void>((resolve) => each.close(() => resolve()))),
  );
  await drain();
  for (const each of servers) each.closeIdleConnections();
  await atMost(flushMs, closed);
  for (const each of servers) each.closeAllConnections();
}
