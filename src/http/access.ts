import { parseBearer } from '../auth/bearer.js';
import type { Principal } from '../auth/principal.js';
import { rateLimitHeaders } from '../auth/rate-limit-headers.js';
import type { TokenService } from '../auth/token-service.js';
import { EarshotError } from '../errors.js';
import type { HeaderMap } from './resource.js';

/** What the API needs of the token service. */
export type Tokens = Pick<
  TokenService,
  'authenticate' | 'countApiCall' | 'exchange' | 'organisationOf' | 'issueFor' | 'onRevoked'
>;

/**
 * Lets a caller of the query API in: a session token, then the limit of the end-user, whose `RateLimit` headers are
 * added to the answer.
 * @throws EarshotError `unauthorized`, `invalid_token`, `rate_limited`
 */
export function admit(
  tokens: Tokens,
  requestHeaders: HeaderMap,
  responseHeaders: Record<string, string>,
): Principal {
  const principal = tokens.authenticate(parseBearer(requestHeaders.authorization));
  Object.assign(responseHeaders, rateLimitHeaders(tokens.countApiCall(principal)));
  return principal;
}

/** A bad refresh token is 403 in every form, also one that no token could have. @throws EarshotError `unauthorized` */
export function refreshTokenOf(headers: HeaderMap): string {
  try {
    return parseBearer(headers.authorization);
  } catch (error) {
    if (error instanceof EarshotError && error.code === 'invalid_token') {
      throw new EarshotError('forbidden', 'The refresh token is invalid or expired.', { cause: error });
    }
    throw error;
  }
}
