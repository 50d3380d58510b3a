import type { IncomingMessage } from 'node:http';
import type { RateLimitResult } from '../auth/rate-limit-headers.js';
import { SlidingWindow } from '../auth/sliding-window.js';
import { EarshotError } from '../errors.js';
import { clientNetwork } from './client-network.js';
import { forwardedValue } from './forwarded-value.js';

/**
 * - `auto`: anonymous access for browsers on the device itself only, and none when the service is behind a proxy
 * - `on`: for every browser that can load the page
 * - `off`: for none
 */
export type KioskMode = 'auto' | 'on' | 'off';

export interface KioskAccessOptions {
  /** @default 'auto' */
  mode?: KioskMode;
  /** A proxy stands in front, so that everyone seems to be on this device. @default false */
  isProxied?: boolean;
  /** Issues an anonymous refresh token. */
  issue(): Promise<{ value: string; expiresAt: string }>;
  /** A trusted proxy tells `Host` and the address of the client. @default false */
  trustProxy?: boolean;
  /** Of the address under which clients reach the service, whatever host name a proxy passes on. */
  publicOrigin?: string;
  /** Tokens for one address in a minute. @default 20 */
  tokensPerMinute?: number;
}

const minuteMs = 60_000;
const loopbackAddress = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/;
const loopbackHost = /^(localhost|[a-z0-9-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/**
 * Lets the kiosk page in without a sign-in: each page gets a refresh token of its own for an anonymous end-user.
 *
 * Only the page itself can have one. Pages of other sites cannot: `Sec-Fetch-Site` and `Origin` must say same-origin. A
 * site that rebinds its name to this device cannot either: with `auto`, `Host` must be a loopback name.
 */
export class KioskAccess {
  readonly #options: KioskAccessOptions;
  readonly #window = new SlidingWindow();

  constructor(options: KioskAccessOptions) {
    this.#options = options;
  }

  /** @throws EarshotError `not_found` where there is no anonymous access, `rate_limited` */
  async session(request: IncomingMessage): Promise<{ refreshToken: string; expiresAt: string }> {
    const refusal = this.#refusal(request);
    if (refusal) throw new EarshotError('not_found', `There is no anonymous access here: ${refusal}`);
    const limit = this.#options.tokensPerMinute ?? 20;
    const key = clientNetwork(request, this.#options.trustProxy);
    const taken = this.#window.take(key, { limit, windowMs: minuteMs });
    if (!taken.allowed) {
      const rateLimit: RateLimitResult = { policy: 'kiosk-pages', ...taken };
      throw new EarshotError('rate_limited', `This address may open ${limit} kiosk pages in a minute.`, {
        retryAfterSeconds: taken.resetSeconds,
        extra: { rateLimit },
      });
    }
    const { value, expiresAt } = await this.#options.issue();
    return { refreshToken: value, expiresAt };
  }

  #refusal(request: IncomingMessage): string | undefined {
    const { mode = 'auto', isProxied, trustProxy, publicOrigin } = this.#options;
    const { headers, socket } = request;
    if (mode === 'off') return 'it is turned off (--kiosk-access off).';
    const forwardedHost = trustProxy ? forwardedValue(headers, 'x-forwarded-host') : undefined;
    const host = forwardedHost ?? headers.host ?? '';
    const site = headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin') return 'the page is of another site.';
    const { origin } = headers;
    if (origin !== undefined && origin !== publicOrigin && !isOriginOf(origin, host))
      return 'the page is of another site.';
    if (mode === 'on') return undefined;
    if (isProxied || headers.forwarded || headers.via || headers['x-forwarded-for']) {
      return 'the service is behind a proxy; --kiosk-access on gives it to everyone.';
    }
    if (!loopbackAddress.test(socket.remoteAddress ?? '') || !loopbackHost.test(host)) {
      return 'this browser is on another device; --kiosk-access on gives it to everyone.';
    }
    return undefined;
  }
}

function isOriginOf(origin: string, host: string): boolean {
  try {
    return (
      new URL(origin).host === new URL(`http://${host}`).host || new URL(origin).host === host.toLowerCase()
    );
  } catch {
    return false;
  }
}
