import type { Principal } from '../auth/principal.js';
import { EarshotError } from '../errors.js';
import { bearerTokenOf } from './bearer.js';
import type { HeaderMap } from './resource.js';

/** What the API needs of the token service. */
export interface Tokens {
  /** @throws EarshotError `invalid_token` */
  authenticate(sessionToken: string): Promise<Principal>;
  /** @throws EarshotError `forbidden`, `rate_limited` */
  exchange(refreshToken: string): Promise<{ token: string; expiresAt: string }>;
  /** @throws EarshotError `invalid_token`, `forbidden`, `invalid_request`, `rate_limited` */
  issueRefreshToken(
    organisationToken: string,
    request: { uid: string; validity?: string },
  ): Promise<{ value: string; expiresAt: string }>;
}

/** Where an end-user stands in the sliding window. */
export interface RateLimitStanding {
  allowed: boolean;
  limit: number;
  remaining: number;
  windowSeconds: number;
  /** Seconds until a call is given back; when not allowed, until the next one is. */
  resetSeconds: number;
}

/** What the API needs of the limiter: counts one call of this end-user. */
export interface ApiRateLimiter {
  take(principal: Principal): RateLimitStanding | Promise<RateLimitStanding>;
}

/** Lets callers of the query API in: a session token, then the limit of the end-user. */
export class Access {
  readonly #tokens: Tokens;
  readonly #limiter: ApiRateLimiter | undefined;

  constructor(tokens: Tokens, limiter?: ApiRateLimiter) {
    this.#tokens = tokens;
    this.#limiter = limiter;
  }

  /**
   * Adds the `RateLimit` headers of the end-user to `headers`, also when it throws.
   * @throws EarshotError `unauthorized`, `invalid_token`, `rate_limited`
   */
  async admit(requestHeaders: HeaderMap, headers: Record<string, string>): Promise<Principal> {
    const principal = await this.#tokens.authenticate(bearerTokenOf(requestHeaders.authorization));
    if (this.#limiter === undefined) return principal;
    const { allowed, limit, remaining, windowSeconds, resetSeconds } = await this.#limiter.take(principal);
    const reset = Math.max(0, Math.ceil(resetSeconds));
    headers['RateLimit-Policy'] = `"end-user";q=${limit};w=${windowSeconds}`;
    headers.RateLimit = `"end-user";r=${remaining};t=${reset}`;
    if (allowed) return principal;
    throw new EarshotError(
      'rate_limited',
      `This end-user may make ${limit} calls in ${windowSeconds} seconds. Try again in ${reset} seconds.`,
      { retryAfterSeconds: Math.max(1, reset) },
    );
  }

  exchange(requestHeaders: HeaderMap): Promise<{ token: string; expiresAt: string }> {
    return this.#tokens.exchange(refreshTokenOf(requestHeaders));
  }

  issue(
    requestHeaders: HeaderMap,
    request: () => Promise<{ uid: string; validity?: string }>,
  ): Promise<{ value: string; expiresAt: string }> {
    const token = bearerTokenOf(requestHeaders.authorization);
    return request().then((body) => this.#tokens.issueRefreshToken(token, body));
  }
}

function refreshTokenOf(headers: HeaderMap): string {
  try {
    return bearerTokenOf(headers.authorization);
  } catch (error) {
    if (error instanceof EarshotError && error.code === 'invalid_token') {
      throw new EarshotError('forbidden', 'The refresh token is invalid or expired.', { cause: error });
    }
    throw error;
  }
}
