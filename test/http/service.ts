import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import type { RateLimitOptions } from '../../src/auth/rate-limits.js';
import { TokenService } from '../../src/auth/token-service.js';
import { configuredPack } from '../../src/cli/configured-pack.js';
import { createHttpServer, type HttpServer, type HttpServerOptions } from '../../src/http/index.js';
import { createUnderstander } from '../../src/nlu/index.js';
import { QueryService, type QueryServiceOptions } from '../../src/query/index.js';
import { Database } from '../../src/store/database.js';
import { LevelQueryStore } from '../../src/store/level-query-store.js';
import { LevelTokenStore } from '../../src/store/level-token-store.js';
import { EnergyTranscriber } from '../query/energy-transcriber.js';

export interface ServiceOptions {
  http?: Partial<HttpServerOptions>;
  query?: Partial<QueryServiceOptions>;
  rateLimits?: RateLimitOptions;
}

export interface Service {
  http: HttpServer;
  queryService: QueryService;
  tokens: TokenService;
  transcriber: EnergyTranscriber;
  store: LevelQueryStore;
  port: number;
  base: string;
  organisationToken: string;
  /** Parsed log lines so far. */
  logLines: Record<string, unknown>[];
  /** The one log line of a request, which is written after its answer; more of them are an error. */
  logLine(requestId: string | null): Promise<Record<string, unknown>>;
  /** A fresh refresh token of an end-user. */
  refreshToken(uid: string): Promise<string>;
  /** A session token of an end-user. */
  sessionToken(uid?: string): Promise<string>;
  close(): Promise<void>;
}

const understander = createUnderstander(configuredPack({ pack: 'product-search' }));

/** The whole service over a real store and a real socket; only the recogniser is a small one. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const directory = await mkdtemp(join(tmpdir(), 'earshot-http-'));
  const logLines: Record<string, unknown>[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logLines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const log = pino({ level: 'info' }, sink);
  const database = await Database.open({ directory, log });
  const store = new LevelQueryStore(database);
  const tokens = new TokenService({
    store: new LevelTokenStore(database),
    log,
    rateLimits: { apiCalls: 100_000, sessionTokens: 100_000, ...options.rateLimits },
  });
  const transcriber = new EnergyTranscriber();
  const queryService = new QueryService({
    store,
    transcriber,
    understander,
    log,
    ...options.query,
  });
  const http = createHttpServer({ queryService, tokens, log, ...options.http });
  const { port } = await http.listen({ port: 0 }, { port: 0 });
  const { token: organisationToken } = await tokens.createOrganisation('shop');
  const refreshToken = async (uid: string): Promise<string> =>
    (await tokens.issueRefreshToken(organisationToken, { uid })).value;
  return {
    http,
    queryService,
    tokens,
    transcriber,
    store,
    port,
    base: `http://127.0.0.1:${port}`,
    organisationToken,
    logLines,
    async logLine(requestId) {
      for (;;) {
        const lines = logLines.filter((line) => line.requestId === requestId);
        if (lines.length > 1) throw new Error(`${lines.length} log lines have the id ${requestId}`);
        if (lines.length === 1) return lines[0];
        await new Promise(setImmediate);
      }
    },
    refreshToken,
    sessionToken: async (uid = 'alice') => (await tokens.exchange(await refreshToken(uid))).token,
    async close() {
      await http.close({ graceMs: 100 });
      await database.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
