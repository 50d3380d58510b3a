import { assertNotAborted, orAborted } from './abort-signals.js';
import type { Connection, RequestMessage } from './connection.js';
import type { ResolvedOptions } from './options.js';
import { responseError } from './service-error.js';
import { SessionTokens } from './session-tokens.js';
import { version } from './version.js';
import type { SessionToken } from './wire.js';

const accept = 'application/vnd.servicequery.v1+json';

/** What few requests need. */
export interface CallOptions extends Pick<RequestMessage, 'onSent'> {
  /** Beside those that every request has. */
  headers?: Record<string, string>;
  /** Within which the answer must come, or the connection is given up. @default the session's deadline */
  timeoutMs?: number;
  /** Aborting it gives the request up at once. */
  signal?: AbortSignal;
}

/** Requests over the socket, each with a session token that is good for it. */
export class ServiceCalls {
  private readonly tokens: SessionTokens;

  constructor(
    private readonly options: ResolvedOptions,
    private readonly connection: Connection,
  ) {
    this.tokens = new SessionTokens({
      refreshToken: options.refreshToken,
      expiryMargin: options.tokenExpiryMargin,
      issue: (refreshToken, closed) => this.issueToken(refreshToken, closed),
    });
  }

  /** Connects and obtains a token, so that the first request need not wait for them. */
  async prepare(): Promise<void> {
    const { closed } = this.connection;
    const prepared = this.connection.open().then(() => this.tokens.get(closed));
    await orAborted(prepared, closed);
  }

  /**
   * A request with a session token; one that the service does not accept is replaced once.
   * @throws ServiceError for any answer but 2xx
   */
  async call<T>(method: string, restUri: string, entity?: unknown, options: CallOptions = {}): Promise<T> {
    const { closed } = this.connection;
    assertNotAborted(options.signal);
    return orAborted(this.attempt<T>(method, restUri, entity, options, closed), options.signal, closed);
  }

  private async attempt<T>(
    method: string,
    restUri: string,
    entity: unknown,
    { headers, onSent, timeoutMs = this.options.streamingAudioDeadline, signal }: CallOptions,
    closed: AbortSignal,
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const token = await this.tokens.get(closed);
      const response = await this.connection.request({
        method,
        restUri,
        headers: {
          Accept: accept,
          'X-Service-Audio-Profile-Id': this.options.audioProfileId,
          'X-Service-Client-Info': JSON.stringify({ sdk: { id: 'service-js', version } }),
          ...(token ? { Authorization: `Bearer ${token}` } : {}),
          ...headers,
        },
        entity,
        onSent,
        timeoutMs,
        signals: [signal, closed],
      });
      if (response.responseCode >= 200 && response.responseCode < 300) return response.entity as T;
      const isRefused = response.responseCode === 401;
      this.tokens.forget(isRefused ? token : undefined);
      if (isRefused && token && attempt === 1) continue;
      // the service speaks of a header, which is the library's business
      const reason = isRefused && !token ? 'the session was made without a refreshToken.' : undefined;
      throw responseError(response, `${method} ${restUri}`, reason);
    }
  }

  private async issueToken(refreshToken: string, closed: AbortSignal): Promise<SessionToken> {
    const response = await this.connection.request({
      method: 'POST',
      restUri: '/tokens',
      headers: { Accept: 'application/json', Authorization: `Bearer ${refreshToken}` },
      timeoutMs: this.options.streamingAudioDeadline,
      signals: [closed],
    });
    if (response.responseCode === 200) return response.entity as unknown as SessionToken;
    throw responseError(response, 'Obtaining a session token');
  }
}

/** Links are paths on the socket and absolute over REST. */
export function pathOf(href: string): string {
  return /^[a-z]+:\/\//i.test(href) ? new URL(href).pathname : href;
}
