import { EarshotError } from '../errors.js';

/**
 * The token of an `Authorization: Bearer` header (RFC 6750 section 2.1).
 * @throws EarshotError `unauthorized` without bearer credentials, `invalid_token` for characters no token has.
 */
export function bearerTokenOf(authorization: string | undefined): string {
  const [, credentials] = /^bearer(?:\s+(.*))?$/i.exec(authorization?.trim() ?? '') ?? [];
  if (credentials === undefined || credentials === '') {
    throw new EarshotError('unauthorized', 'Send the header "Authorization: Bearer <token>".');
  }
  if (!/^[A-Za-z0-9._~+/-]+=*$/.test(credentials) || credentials.length > 4096) {
    throw new EarshotError('invalid_token', 'The token has characters that no token has. Get a new one.');
  }
  return credentials;
}
