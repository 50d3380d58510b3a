import { STATUS_CODES } from 'node:http';
import { EarshotError } from '../errors.js';
import { defaultHttpLimits } from '../http/http-options.js';
import { hasLoneSurrogate, parseJson, refuseDeepJson, refuseLoneSurrogates } from '../http/json-text.js';
import { withoutBasePath } from '../http/link-base.js';
import { requestIdOf } from '../http/request-id.js';
import type { HeaderMap } from '../http/resource.js';

/** As over HTTP, where `X-Service-Entity` comes on top. */
const maxHeaderCharacters = defaultHttpLimits.headerBytes;

/** A request as it came in a text frame, its header names in lower case. */
export interface SocketRequest {
  requestId: string;
  /** `X-Request-Id` of its headers, or a new one: what the log and problems call it. */
  loggedId: string;
  method: string;
  /** Path without query string, prefix and needless escapes. */
  path: string;
  query: string;
  headers: HeaderMap;
  entity: unknown;
}

/** A message that is no request, with the id to answer to where it has one. */
export class UnreadableMessage {
  constructor(
    readonly error: EarshotError,
    readonly loggedId: string,
    readonly requestId?: string,
  ) {}
}

export type NotificationType =
  | 'vad_start'
  | 'vad_stop'
  | 'query_partial'
  | 'query_complete'
  | 'internal_server_error'
  | 'client_error';

/**
 * Reads a text frame. Never throws.
 * @param basePath prefix that addresses may have
 */
export function parseMessage(text: string, basePath?: string): SocketRequest | UnreadableMessage {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    return new UnreadableMessage(EarshotError.from(error), requestIdOf(undefined));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return new UnreadableMessage(invalid('A message must be a JSON object.'), requestIdOf(undefined));
  const { type, requestId: id, method, restUri, headers, entity } = value as Record<string, unknown>;
  const loggedId = loggedIdOf(headers);
  const unreadable = (detail: string, requestId?: string): UnreadableMessage =>
    new UnreadableMessage(invalid(detail), loggedId, requestId);
  if (type !== 'request') return unreadable('The "type" of a message must be "request".');
  const requestId = typeof id === 'string' ? id : typeof id === 'number' ? asWritten(id, text) : undefined;
  if (id !== undefined && id !== null && requestId === undefined) {
    return unreadable('The "requestId" must be a string or a number.');
  }
  try {
    refuseDeepJson(value);
    // its own pointers, as over HTTP
    refuseLoneSurrogates(entity);
    refuseLoneSurrogates({ ...value, entity: undefined });
  } catch (error) {
    // an id that was refused is not sent back
    return new UnreadableMessage(EarshotError.from(error), loggedId, wellFormed(requestId));
  }
  if (typeof method !== 'string' || !/^[A-Za-z]{1,16}$/.test(method)) {
    return unreadable('The "method" must be an HTTP method such as "POST".', requestId);
  }
  const address = typeof restUri === 'string' ? parseAddress(restUri) : undefined;
  if (!address) return unreadable('The "restUri" must be a path such as "/queries".', requestId);
  let headerMap: HeaderMap;
  try {
    headerMap = parseHeaders(headers ?? {});
  } catch (error) {
    return new UnreadableMessage(EarshotError.from(error), loggedId, requestId);
  }
  return {
    requestId: requestId ?? '',
    loggedId,
    method: method.toUpperCase(),
    path: withoutBasePath(address.pathname, basePath),
    query: address.search,
    headers: headerMap,
    entity: entity ?? undefined,
  };
}

function wellFormed(id: string | undefined): string | undefined {
  return id !== undefined && hasLoneSurrogate(id) ? undefined : id;
}

/** A numeric id with the digits that were sent: one of 64 bits is more than a number holds exactly. */
function asWritten(id: number, text: string): string {
  if (Number.isSafeInteger(id)) return String(id);
  const all = [...text.matchAll(/"requestId"\s*:\s*(-?\d[\d.eE+-]*)/g)].map(([, written]) => written);
  return all.find((written) => Number(written) === id) ?? String(id);
}

function invalid(detail: string): EarshotError {
  return new EarshotError('invalid_request', detail);
}

/** @param headers of any form */
function loggedIdOf(headers: unknown): string {
  const entries = typeof headers === 'object' ? Object.entries(headers ?? {}) : [];
  const [, id] = entries.find(([name]) => name.toLowerCase() === 'x-request-id') ?? [];
  return requestIdOf(['string', 'number'].includes(typeof id) ? String(id) : undefined);
}

/** Paths; and whole addresses, because the links of REST answers are such. */
function parseAddress(restUri: string): URL | undefined {
  if (!restUri.startsWith('/') && !/^(https?|wss?):\/\//i.test(restUri)) return undefined;
  try {
    return new URL(restUri.replace(/^\/+/, '/'), 'http://socket');
  } catch {
    return undefined;
  }
}

/** @throws EarshotError `invalid_request`, `invalid_header`, `header_too_large` */
function parseHeaders(headers: unknown): HeaderMap {
  const noHeaders = () => invalid('The "headers" must be an object of strings.');
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) throw noHeaders();
  const map: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) continue;
    // Known clients send booleans as they are.
    if (!['string', 'number', 'boolean'].includes(typeof value)) throw noHeaders();
    const lower = name.toLowerCase();
    // as over HTTP: who is asking must not depend on which of two is read
    if ((map[lower] ?? String(value)) !== String(value))
      throw new EarshotError('invalid_header', `Send one ${lower} header.`);
    map[lower] = String(value);
  }
  if (charactersOf(map) > maxHeaderCharacters) {
    const detail = `The "headers" may have at most ${maxHeaderCharacters} characters.`;
    throw new EarshotError('header_too_large', detail);
  }
  return map;
}

function charactersOf(headers: HeaderMap): number {
  return Object.entries(headers).reduce((sum, [name, value = '']) => sum + name.length + value.length, 0);
}

/** A response frame: `requestId` a string, `responseMessage` there and `entity` not null, whatever the answer. */
export function formatResponse(requestId: string, status: number, entity: unknown): string {
  return JSON.stringify({
    type: 'response',
    requestId,
    responseCode: status,
    responseMessage: STATUS_CODES[status] ?? 'Unknown',
    entity: entity ?? {},
  });
}

/** A notification frame. */
export function formatNotification(
  notificationType: NotificationType,
  entity: object,
  message: string,
): string {
  return JSON.stringify({ type: 'notification', notificationType, entity, message });
}
