import { randomUUID } from 'node:crypto';
import type { TokenService } from '../auth/token-service.js';
import { defaultOrganisation } from '../auth/token-store.js';
import type { Config } from '../config/options.js';
import { packageVersion } from '../config/package-root.js';
import { EarshotError } from '../errors.js';
import {
  createHttpServer,
  type HttpServer,
  KioskAccess,
  type KioskWelcome,
  openApi,
  pages,
  type Tls,
} from '../http/index.js';
import type { Logger } from '../log.js';
import type { QueryService } from '../query/index.js';
import { asyncApi, requireUpgrade } from '../ws/index.js';

/** What the server is made of, beside the configuration. */
export interface HttpParts {
  queryService: QueryService;
  tokens: TokenService;
  welcome(): KioskWelcome;
  whyNotReady(): string | undefined;
  tls: Tls['context'] | undefined;
  authority(): string | undefined;
  log: Logger;
}

/** The HTTP server that a configuration asks for: the API, its descriptions and the pages. */
export function createHttp(
  config: Config,
  { queryService, tokens, welcome, whyNotReady, tls, authority, log }: HttpParts,
): HttpServer {
  const { limits, auth, cors, basePath, trustProxy, publicUrl, kiosk } = config;
  const version = packageVersion();
  const http: HttpServer = createHttpServer({
    queryService,
    tokens,
    log,
    basePath,
    trustProxy,
    publicUrl: publicUrl ?? undefined,
    issuer: auth.issuerListen === null ? 'shared' : 'own',
    corsOrigins: cors.origins,
    limits: {
      entityBytes: limits.maxBodyBytes,
      entityHeaderBytes: limits.maxEntityHeaderBytes,
      drainBytes: limits.drainBytes,
      drainMs: limits.drainMs,
      connections: limits.maxConnections,
    },
    tls,
    whyNotReady,
    extensions: [
      requireUpgrade,
      pages({
        kioskAccess: createKioskAccess(config, tokens),
        welcome,
        basePath,
        authority,
        kioskFolder: kiosk.folder ?? undefined,
        descriptions: () => ({
          'openapi.json': openApi({
            routes: http.resources.routes,
            version,
            issuerPath: auth.issuerListen === null ? '/auth/tokens' : undefined,
          }),
          'asyncapi.json': asyncApi({ version }),
        }),
      }),
    ],
  });
  return http;
}

/** Who may use the kiosk page, each as an anonymous user of the organisation `local`. */
function createKioskAccess(
  { kiosk, trustProxy, basePath, publicUrl }: Config,
  tokens: TokenService,
): KioskAccess {
  return new KioskAccess({
    mode: kiosk.access,
    isProxied: trustProxy || basePath !== '' || publicUrl !== null,
    trustProxy,
    publicOrigin: publicUrl === null ? undefined : new URL(publicUrl).origin,
    issue: async () => {
      const local = await tokens.findOrganisation(defaultOrganisation);
      if (!local)
        throw new EarshotError(
          'not_found',
          'The organisation "local", which kiosk pages belong to, was removed. To make it again, run on the machine of the service: npx earshot tokens organisation local',
        );
      return tokens.issueFor(local.id, { uid: `kiosk-${randomUUID()}`, validity: 'P1D' });
    },
  });
}
