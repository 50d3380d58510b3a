import { forwardedValue } from '../http/forwarded-value.js';

export interface OriginPolicyOptions {
  /** Web origins such as `https://shop.example` that may connect besides the service's own; `*` for any. */
  origins?: readonly string[];
  /** Believe `X-Forwarded-Host`. @default false */
  trustProxy?: boolean;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Whether a page of this origin may open a socket. Browsers always send the header and let any page connect anywhere
 * (RFC 6455 section 10.2), so the check is ours; other programs do not send it and may connect.
 */
export function isOriginAllowed(
  headers: Headers,
  { origins = [], trustProxy }: OriginPolicyOptions,
): boolean {
  const { origin } = headers;
  if (origin === undefined) return true;
  if (origins.includes('*')) return true;
  let page: URL;
  try {
    page = new URL(String(origin));
  } catch {
    return false;
  }
  if (origins.some((allowed) => allowed.toLowerCase() === page.origin)) return true;
  const forwarded = trustProxy ? forwardedValue(headers, 'x-forwarded-host') : undefined;
  const host = (forwarded ?? String(headers.host ?? '')).toLowerCase();
  // The scheme is left out of it: behind a proxy that ends TLS it is not ours to know.
  const portOf = (name: string) => name.replace(/:(80|443)$/, '');
  return page.host !== '' && portOf(page.host) === portOf(host);
}
