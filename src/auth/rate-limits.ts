import { defaults } from '../config/defaults.js';
import { EarshotError } from '../errors.js';
import type { RateLimitResult } from './rate-limit-headers.js';
import { SlidingWindow } from './sliding-window.js';
import type { OrganisationLimits, OrganisationRecord } from './token-store.js';

export interface RateLimitOptions {
  /** @default 900,000 (15 minutes) */
  windowMs?: number;
  /** API calls of one end-user in a window. @default 1000 */
  apiCalls?: number;
  /** Session tokens from one refresh token in a window. @default 30 */
  sessionTokens?: number;
  /** Refused calls of one end-user in a window that count as abuse; null turns the rule off. @default null */
  revokeAfter?: number | null;
  /** Milliseconds that never run backwards. @default performance.now */
  clock?: () => number;
}

/** End-user of an organisation. */
interface EndUser {
  organisation: OrganisationRecord;
  uid: string;
}

const names = { 'api-calls': 'API calls', 'session-tokens': 'session tokens' } as const;
type Policy = keyof typeof names;

/**
 * The limits on API calls per end-user and on session tokens per refresh token; an organisation's own figures stand
 * above the service's. Refusals are counted per end-user, for the rule on abuse.
 */
export class RateLimits {
  readonly #options: Required<Omit<RateLimitOptions, 'clock'>>;
  readonly #windows: Record<Policy | 'refusals', SlidingWindow>;
  readonly #onAbuse: (endUser: EndUser) => void;

  /** @param onAbuse called once each time that an end-user reaches `revokeAfter` refusals in a window */
  constructor(options: RateLimitOptions, onAbuse: (endUser: EndUser) => void) {
    const { windowMs = 900_000, revokeAfter = null, clock } = options;
    const { apiCalls = defaults.apiCalls, sessionTokens = defaults.sessionTokens } = options;
    this.#options = { windowMs, apiCalls, sessionTokens, revokeAfter };
    this.#windows = {
      'api-calls': new SlidingWindow({ clock }),
      'session-tokens': new SlidingWindow({ clock }),
      refusals: new SlidingWindow({ clock }),
    };
    this.#onAbuse = onAbuse;
  }

  /** @throws EarshotError `rate_limited`, with the result in `extra.rateLimit` */
  apiCall(endUser: EndUser): RateLimitResult {
    return this.#take('api-calls', keyOf(endUser), endUser, 'apiCalls');
  }

  /** @throws EarshotError `rate_limited`, with the result in `extra.rateLimit` */
  sessionToken(refreshId: string, endUser: EndUser): RateLimitResult {
    return this.#take('session-tokens', refreshId, endUser, 'sessionTokens');
  }

  #take(
    policy: Policy,
    key: string,
    endUser: EndUser,
    figure: 'apiCalls' | 'sessionTokens',
  ): RateLimitResult {
    const own: OrganisationLimits = endUser.organisation.limits ?? {};
    const limit = own[figure] ?? this.#options[figure];
    const windowMs = own.windowMs ?? this.#options.windowMs;
    const result = { policy, ...this.#windows[policy].take(key, { limit, windowMs }) };
    if (result.allowed) return result;
    this.#countRefusal(endUser, windowMs);
    const { resetSeconds, windowSeconds } = result;
    throw new EarshotError(
      'rate_limited',
      `At most ${limit} ${names[policy]} in ${windowSeconds} seconds are allowed. Try again in ${resetSeconds} seconds.`,
      { retryAfterSeconds: resetSeconds, extra: { rateLimit: result } },
    );
  }

  #countRefusal(endUser: EndUser, windowMs: number): void {
    const limit = this.#options.revokeAfter;
    if (limit === null) return;
    const key = keyOf(endUser);
    if (this.#windows.refusals.take(key, { limit, windowMs }).remaining > 0) return;
    this.#windows.refusals.forget(key);
    this.#onAbuse(endUser);
  }
}

function keyOf({ organisation, uid }: EndUser): string {
  return `${organisation.id}/${uid}`;
}
