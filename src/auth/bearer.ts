import { EarshotError } from '../errors.js';

/**
 * The token of an `Authorization` header (RFC 6750 section 2.1; the scheme in any letter case).
 *
 * @throws EarshotError `unauthorized` when there is none or another scheme, `invalid_token` when it is malformed
 */
export function parseBearer(header: string | undefined): string {
  const [scheme, ...parts] = (header ?? '').split(' ').filter((part) => part !== '');
  const token = parts.join(' ');
  if (scheme?.toLowerCase() !== 'bearer' || token === '') {
    throw new EarshotError('unauthorized', 'Send the header Authorization: Bearer <token>.');
  }
  if (!/^[A-Za-z0-9\-._~+/]+=*$/.test(token)) {
    throw new EarshotError('invalid_token', 'The bearer token has characters that no token has.');
  }
  return token;
}

/** Value of `WWW-Authenticate` for an error of {@link parseBearer} or of the token service (RFC 6750 section 3). */
export function bearerChallenge(error: EarshotError): string {
  if (error.code !== 'invalid_token') return 'Bearer';
  return `Bearer error="invalid_token", error_description="${error.message.replaceAll(/["\\]/g, "'")}"`;
}
