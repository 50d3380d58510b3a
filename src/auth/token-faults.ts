import { addDuration, type Duration, parseDuration } from '../config/duration.js';
import { EarshotError, type Fault } from '../errors.js';
import { kindOf } from './opaque-token.js';
import type { TokenKind } from './token-store.js';

const dayMs = 86_400_000;
/** Of a name or uid. */
export const mostTextCharacters = 256;

/** What is wrong with a name or uid; nothing when it will do. */
export function checkText(pointer: string, value: unknown): Fault[] {
  const isValid =
    typeof value === 'string' &&
    value.length >= 1 &&
    value.length <= mostTextCharacters &&
    !/[\p{Cc}\p{Cs}]/u.test(value);
  const detail = `must be a text of 1 to ${mostTextCharacters} characters without control characters`;
  return isValid ? [] : [{ pointer, detail }];
}

/**
 * When a refresh token with this `validity` (ISO 8601 duration, by the UTC calendar) ends, in milliseconds since 1970,
 * or what is wrong with it. Without one the default lifetime counts, within the bound. What is compared with the bound is
 * the duration and not the day on which it ends, so that a validity is taken on every day or on none: a year has 365 days
 * then, and a month a twelfth of them.
 */
export function expiryOf(
  validity: unknown,
  {
    now,
    defaultLifetimeMs,
    maxLifetimeMs,
  }: { now: number; defaultLifetimeMs: number; maxLifetimeMs: number },
): number | Fault[] {
  if (validity === undefined || validity === null) return now + Math.min(defaultLifetimeMs, maxLifetimeMs);
  const fault = (detail: string): Fault[] => [{ pointer: '/validity', detail }];
  let duration: Duration;
  try {
    duration = parseDuration(validity as string);
  } catch (error) {
    return fault((error as Error).message);
  }
  const expiresAt = addDuration(now, duration);
  if (expiresAt <= now) return fault('must be longer than zero');
  if ((duration.months * 365 * dayMs) / 12 + duration.ms > maxLifetimeMs) {
    return fault(`is longer than this organisation allows, which is ${maxLifetimeMs / dayMs} days`);
  }
  return expiresAt;
}

/** {@link wrongToken} as an error. */
export function invalidToken(token: string, wanted: TokenKind): EarshotError {
  return new EarshotError('invalid_token', wrongToken(token, wanted));
}

/** Says what to do, and nothing of the token. */
export function wrongToken(token: string, wanted: TokenKind): string {
  const came = typeof token === 'string' ? kindOf(token) : undefined;
  if (came === undefined || came === wanted) {
    return `The ${wanted} token is not known, has expired or was revoked.`;
  }
  const named = {
    organisation: 'an organisation token',
    refresh: 'a refresh token',
    session: 'a session token',
  };
  return `This is ${named[came]}; here ${named[wanted]} is needed.`;
}
