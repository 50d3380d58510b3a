import { STATUS_CODES } from 'node:http';
import { bearerChallenge } from '../auth/bearer.js';
import { rateLimitHeaders, rateLimitOf } from '../auth/rate-limit-headers.js';
import type { EarshotError } from '../errors.js';
import { problemMediaType } from './media-types.js';
import type { ResourceResponse } from './resource.js';

/** Where the problem types are described; an identifier, it need not resolve. */
const problemTypeBase = 'urn:earshot:problem:';

/** RFC 9457 problem document of an error, with the headers that belong to it. */
export function toProblem(error: EarshotError, requestId: string): ResourceResponse {
  const { code, status, title, message: detail, faults, extra, retryAfterSeconds } = error;
  return {
    error,
    status,
    headers: { 'Content-Type': problemMediaType, 'Cache-Control': 'no-store', ...errorHeaders(error) },
    entity: {
      ...extra,
      type: `${problemTypeBase}${code.replaceAll('_', '-')}`,
      title,
      status,
      detail,
      code,
      requestId,
      ...(faults !== undefined && { errors: faults }),
      // the socket has no headers
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds: Math.ceil(retryAfterSeconds) }),
    },
  };
}

/**
 * A problem document as a whole answer that ends its connection, for what never became a request of the server's.
 * @param options.isStatusAlone whether the body stays empty
 */
export function problemAnswer(
  error: EarshotError,
  requestId: string,
  { further, isStatusAlone }: { further?: Record<string, string | number>; isStatusAlone?: boolean } = {},
): string {
  const { status, headers, entity } = toProblem(error, requestId);
  const body = isStatusAlone ? '' : JSON.stringify(entity);
  if (isStatusAlone) delete headers['Content-Type'];
  const lines = Object.entries({
    ...headers,
    ...further,
    Date: new Date().toUTCString(),
    'X-Request-Id': requestId,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}

/** The headers that go with an error whatever its body: RFC 6750 section 3, RFC 9110 section 10.2.3. */
export function errorHeaders(error: EarshotError): Record<string, string> {
  const headers: Record<string, string> = {};
  if (error.status === 401) headers['WWW-Authenticate'] = bearerChallenge(error);
  const rateLimit = rateLimitOf(error);
  if (rateLimit !== undefined) Object.assign(headers, rateLimitHeaders(rateLimit));
  if (error.retryAfterSeconds !== undefined)
    headers['Retry-After'] = String(Math.ceil(error.retryAfterSeconds));
  if (error.code === 'method_not_allowed' && Array.isArray(error.extra?.allow)) {
    headers.Allow = error.extra.allow.join(', ');
  }
  // RFC 9110 section 15.5.16
  if (typeof error.extra?.acceptEncoding === 'string')
    headers['Accept-Encoding'] = error.extra.acceptEncoding;
  // RFC 9110 section 15.5.17
  if (typeof error.extra?.contentRange === 'string') headers['Content-Range'] = error.extra.contentRange;
  // RFC 9110 section 15.5.22
  if (error.code === 'upgrade_required')
    Object.assign(headers, { Upgrade: 'websocket', Connection: 'Upgrade' });
  return headers;
}
