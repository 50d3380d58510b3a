import { EarshotError } from '../errors.js';
import { withoutTrailing } from '../without-trailing.js';
import { parseBoundedJson } from './json-text.js';
import type { HeaderMap } from './resource.js';

/** Characters of JSON that `X-Service-Client-Info` may have. */
export const maxClientInfoCharacters = 8 * 1024;

/** What the X-Service headers of a request say about a query. */
export interface ServiceHeaders {
  audioProfileId?: string;
  clientInfo?: unknown;
  /** `false` opts in to the answer at the end of speech. */
  ignoreVad?: boolean;
  /** Asks for the messages of a socket that tell of speech while it goes on. */
  partialResults?: boolean;
}

/** @throws EarshotError `invalid_header` naming the header. */
export function parseServiceHeaders(headers: HeaderMap): ServiceHeaders {
  return {
    audioProfileId: parseAudioProfile(headers),
    clientInfo: parseClientInfo(headers['x-service-client-info']),
    ignoreVad: parseBoolean('X-Service-Ignore-Vad', headers),
    partialResults: parseBoolean('X-Service-Partial-Results', headers),
  };
}

function parseAudioProfile(headers: HeaderMap): string | undefined {
  const names = ['x-service-audio-profile-id', 'x-service-audio-profile'] as const;
  const ids = names.flatMap((name) => headers[name]?.trim().toLowerCase() || []);
  if (ids.some((id) => !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))) {
    throw invalidHeader('X-Service-Audio-Profile-Id must be a UUID, one for a device and its user.');
  }
  if (ids.length === 2 && ids[0] !== ids[1]) {
    throw invalidHeader(
      'X-Service-Audio-Profile-Id and X-Service-Audio-Profile are one header: send one of them.',
    );
  }
  return ids[0];
}

function parseBoolean(name: string, headers: HeaderMap): boolean | undefined {
  const lower = headers[name.toLowerCase()]?.trim().toLowerCase() ?? '';
  if (lower === '') return undefined;
  if (lower === 'true') return true;
  if (lower === 'false') return false;
  throw invalidHeader(`${name} must be true or false.`);
}

function parseClientInfo(value: string | undefined): unknown {
  if (value === undefined || value.trim() === '') return undefined;
  if (value.length > maxClientInfoCharacters) {
    throw new EarshotError(
      'header_too_large',
      `X-Service-Client-Info may have at most ${maxClientInfoCharacters} characters.`,
    );
  }
  try {
    return parseBoundedJson(value);
  } catch (error) {
    throw invalidHeader('X-Service-Client-Info must be JSON.', error);
  }
}

/**
 * The JSON of an `X-Service-Entity` header: base64 or base64url, with or without padding, of UTF-8 JSON.
 * @throws EarshotError `invalid_header`, `header_too_large` (more than `maxBytes` decoded), `invalid_request` with faults
 * of the entity.
 */
export function decodeEntityHeader(value: string, maxBytes: number): unknown {
  const encoded = withoutTrailing(value.trim(), '=');
  if (encoded.length > base64Length(maxBytes)) {
    throw new EarshotError(
      'header_too_large',
      `X-Service-Entity may carry at most ${maxBytes} bytes of JSON.`,
    );
  }
  if (encoded === '' || encoded.length % 4 === 1 || !/^[A-Za-z0-9+/_-]+$/.test(encoded)) {
    throw invalidHeader('X-Service-Entity must be the base64 of a JSON object.');
  }
  try {
    const bytes = Buffer.from(encoded, 'base64');
    return parseBoundedJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof EarshotError && error.faults !== undefined) throw error;
    throw invalidHeader('X-Service-Entity must be the base64 of UTF-8 JSON.', error);
  }
}

/** Characters that base64 without padding takes. */
export function base64Length(bytes: number): number {
  return Math.ceil((bytes * 4) / 3);
}

function invalidHeader(detail: string, cause?: unknown): EarshotError {
  return new EarshotError('invalid_header', detail, { cause });
}
