import { invalidRequest } from '../errors.js';
import { seal, unseal } from './checksum.js';

/** Sealed, so that what no page gave is told from what one did. */
export function toCursor(rest: string): string {
  return Buffer.from(seal(rest)).toString('base64url');
}

/** The inverse of {@link toCursor}. @throws EarshotError `invalid_request` when no page gave it */
export function fromCursor(cursor: string): string {
  try {
    const rest = unseal(Buffer.from(cursor, 'base64url').toString());
    if (toCursor(rest) === cursor) return rest;
  } catch {
    // not one of ours
  }
  throw invalidRequest([
    { pointer: '/after', detail: 'is no page cursor; use the one that the previous page gave' },
  ]);
}
