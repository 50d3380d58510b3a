import type { AddressInfo } from 'node:net';
import { ControlServer } from '../auth/control-server.js';
import { DirectTokenAdmin } from '../auth/token-admin.js';
import { TokenService } from '../auth/token-service.js';
import type { Config } from '../config/options.js';
import type { Engine } from '../engine/engine.js';
import { type HttpServer, loadTls, renewTls, type Tls } from '../http/index.js';
import type { Logger } from '../log.js';
import { QueryService } from '../query/index.js';
import { Database } from '../store/database.js';
import { LevelQueryStore } from '../store/level-query-store.js';
import { LevelTokenStore } from '../store/level-token-store.js';
import { whyNotWritten } from '../store/store-errors.js';
import { SocketServer } from '../ws/index.js';
import { createHttp } from './create-http.js';

/** A running service. */
export interface Service {
  /** Base address of the query API. */
  url: string;
  /** Base address of the token issuer. */
  authUrl: string;
  /** The token of the organisation `local`, by the start that made it. */
  firstOrganisationToken?: string;
  /** File of the certificate that clients are to trust, where it is one of our own. */
  authorityFile?: string;
  tokens: TokenService;
  engine: Engine;
  /** Ends running uploads, lets their answers leave, then frees threads, sockets and the store. */
  close(): Promise<void>;
}

export interface OpeningService {
  /** The engine, whose workers are starting. */
  loading: Promise<Engine>;
  /** How to close what was opened, the last first; whoever called does so when a later part fails. */
  opened: (() => Promise<unknown>)[];
  close(): Promise<void>;
}

/** Store, tokens and listeners around an engine; see `startService`. */
export async function openService(
  config: Config,
  log: Logger,
  { loading, opened, close }: OpeningService,
): Promise<Service> {
  const database = await Database.open({ directory: config.data, log, waitMs: 2000 });
  opened.push(() => database.close());
  database.startSweeping(config.retention.sweepInterval.ms);
  const tokens = createTokenService(config, database, log);
  await openControl(config, database, tokens, log, opened);

  const engine = await loading;
  const queryService = createQueryService(config, database, engine, log);
  database.keepWhile((id) => queryService.isAwaited(id));
  let tls = await openTls(config, log);
  const { understander } = engine;
  const http = createHttp(config, {
    queryService,
    tokens,
    welcome: () => ({ locales: understander.locales, ...understander.welcome }),
    whyNotReady: () => whyNotReady(engine, database),
    tls: tls?.context,
    authority: () => tls?.authority,
    log,
  });
  if (tls) {
    const use = (renewed: Tls) => {
      http.useTls(renewed.context);
      tls = renewed;
    };
    opened.push(keepTlsNew(config, tls, use, log));
  }
  const sockets = createSockets(config, http, queryService, tokens, log);
  // Both drain at the same time: a socket's queries are the service's.
  opened.push(() => Promise.all([http.close(), sockets.close()]));
  const address = await http.listen(
    { host: config.host, port: config.port },
    config.auth.issuerListen ?? undefined,
  );
  // Last of all: its token is shown once, and not by a start that fails.
  const first = await tokens.ensureLocalOrganisation();
  return {
    ...addressesOf(config, address, http),
    firstOrganisationToken: first?.token,
    authorityFile: tls?.authorityFile,
    tokens,
    engine,
    close,
  };
}

/** Why no query is taken just now, in the words of `GET /ready`; undefined where all is well. */
function whyNotReady({ transcriber }: Engine, { isWritable }: Database): string | undefined {
  if (!transcriber.isReady) return 'No recognition thread runs: another one is being started.';
  return isWritable ? undefined : whyNotWritten;
}

/** The certificate that is to be served with, if one is; what its owner should know of it goes to the log. */
async function openTls({ tls: options, data }: Config, log: Logger): Promise<Tls | undefined> {
  const tls = await loadTls({ ...options, data });
  for (const line of tls?.advice ?? []) log.info(line);
  for (const line of tls?.warnings ?? []) log.warn(line);
  return tls;
}

/** Renews the certificate, or reads it again when its files change. @returns Ends that. */
function keepTlsNew(
  { tls, data }: Config,
  current: Tls,
  use: (renewed: Tls) => void,
  log: Logger,
): () => Promise<void> {
  // For the same addresses: a browser that was told to accept the certificate would be asked anew for each new one.
  const load = () => loadTls({ ...tls, data, hosts: current.hosts });
  const stop = renewTls({ current, load, use, log });
  return async () => stop();
}

function createTokenService({ auth, rateLimit }: Config, database: Database, log: Logger): TokenService {
  return new TokenService({
    store: new LevelTokenStore(database),
    log,
    sessionTokenLifetimeMs: auth.sessionTokenLifetime.ms,
    refreshTokenLifetimeMs: auth.refreshTokenLifetime.ms,
    refreshTokenMaxLifetimeMs: auth.refreshTokenMaxLifetime.ms,
    rateLimits: {
      windowMs: rateLimit.window.ms,
      apiCalls: rateLimit.apiCalls,
      sessionTokens: rateLimit.sessionTokens,
      revokeAfter: rateLimit.revokeAfter,
    },
  });
}

/** Listens to the commands of this machine (`earshot tokens`), and says in the store's owner file where. */
async function openControl(
  { data }: Config,
  database: Database,
  tokens: TokenService,
  log: Logger,
  opened: OpeningService['opened'],
): Promise<void> {
  const control = await ControlServer.listen({ directory: data, admin: new DirectTokenAdmin(tokens), log });
  database.announceControl(control.address);
  opened.push(async () => {
    try {
      database.announceControl(undefined);
    } catch (error) {
      // On a full disk, or when the folder is gone. The owner file that has the address goes with the database anyway.
      log.warn({ err: error }, 'the owner file cannot be written');
    }
    await control.close();
  });
}

function createQueryService(
  { limits, retention }: Config,
  database: Database,
  { transcriber, understander }: Engine,
  log: Logger,
): QueryService {
  return new QueryService({
    store: new LevelQueryStore(database),
    transcriber,
    understander,
    limits: {
      audioSeconds: limits.maxAudioSeconds,
      uploadBytes: limits.maxUploadBytes,
      idleGapMs: limits.idleGapMs,
    },
    retention: {
      resultMs: retention.results.ms,
      conversationMs: retention.conversations.ms,
      unfinishedMs: retention.unfinished.ms,
    },
    log,
  });
}

function createSockets(
  { socket, limits, basePath, publicUrl, trustProxy, cors }: Config,
  http: HttpServer,
  queryService: QueryService,
  tokens: TokenService,
  log: Logger,
): SocketServer {
  const sockets = new SocketServer({
    router: http.resources,
    queryService,
    basePath,
    trustProxy,
    // Pages from there are our own, whatever host name a proxy passes on.
    origins: publicUrl === null ? cors.origins : [...cors.origins, new URL(publicUrl).origin],
    limits: {
      entityBytes: limits.maxBodyBytes,
      connections: socket.maxConnections,
      messageBytes: socket.maxMessageBytes,
      idleMs: socket.idleMs,
      pingMs: socket.pingMs,
    },
    log,
  });
  sockets.attach(http.server);
  tokens.onRevoked((revocation) => sockets.revoke(revocation));
  return sockets;
}

function addressesOf(
  config: Config,
  address: AddressInfo,
  { issuerServer }: HttpServer,
): Pick<Service, 'url' | 'authUrl'> {
  const url = config.publicUrl ?? addressOf(address, config);
  const issuerAddress = issuerServer?.address() as AddressInfo | null | undefined;
  return { url, authUrl: issuerAddress ? addressOf(issuerAddress, config) : `${url}/auth` };
}

function addressOf({ address, family, port }: AddressInfo, { basePath, host, tls }: Config): string {
  const isTls = tls.selfSigned || tls.cert !== null;
  // What was bound to every interface is reached by the loopback name from here.
  const isLocalhost = host === 'localhost' || address === '0.0.0.0' || address === '::';
  const literal = family === 'IPv6' ? `[${address}]` : address;
  const name = isLocalhost ? 'localhost' : literal;
  return `${isTls ? 'https' : 'http'}://${name}:${port}${basePath}`;
}
