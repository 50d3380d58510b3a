import type { EarshotError } from '../errors.js';
import type { WindowResult } from './sliding-window.js';

/** The outcome of a limit with the name of its policy. */
export interface RateLimitResult extends WindowResult {
  policy: 'api-calls' | 'session-tokens' | 'kiosk-pages';
}

/**
 * `RateLimit-Policy` and `RateLimit` as structured fields (draft-ietf-httpapi-ratelimit-headers: `q` quota and `w`
 * window of the policy; `r` what remains and `t` seconds until more is free), and `Retry-After` (RFC 9110 section
 * 10.2.3) on a refusal.
 */
export function rateLimitHeaders(result: RateLimitResult): Record<string, string> {
  const { policy, allowed, limit, remaining, windowSeconds, resetSeconds } = result;
  return {
    'RateLimit-Policy': `"${policy}";q=${limit};w=${windowSeconds}`,
    RateLimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
    ...(allowed ? {} : { 'Retry-After': String(resetSeconds) }),
  };
}

/** The limit that a `rate_limited` error of the token service tells of; undefined for any other error. */
export function rateLimitOf(error: EarshotError): RateLimitResult | undefined {
  return error.code === 'rate_limited' ? (error.extra?.rateLimit as RateLimitResult | undefined) : undefined;
}
