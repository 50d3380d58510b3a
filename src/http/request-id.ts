import { randomUUID } from 'node:crypto';

const maxLength = 128;

/** The caller's `X-Request-Id`, freed of everything that could upset a log, cut to 128 characters; or a new UUID. */
export function requestIdOf(header: string | undefined): string {
  const clean = (header ?? '').replace(/[^A-Za-z0-9._:@/+=-]/g, '').slice(0, maxLength);
  return clean === '' ? randomUUID() : clean;
}
