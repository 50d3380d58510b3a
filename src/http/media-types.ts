import { EarshotError } from '../errors.js';

/** The one version of the query API so far. */
export const resourceMediaType = 'application/vnd.servicequery.v1+json';
export const problemMediaType = 'application/problem+json';

/** What an `Accept` header may ask for, all of it answered with the latest version. */
const accepted = new Set([
  resourceMediaType,
  'application/vnd.servicequery+json',
  'application/json',
  'application/*',
  '*/*',
]);

/**
 * Checks that the client takes what this API answers with (RFC 9110 section 12.5.1).
 * @throws EarshotError `not_acceptable` for any other version or type.
 */
export function negotiate(accept: string | undefined): void {
  if (accept !== undefined && accepted.has(accept)) return;
  // Elements of a list may be empty (section 5.6.1.2).
  const ranges = (accept ?? '').split(',').filter((range) => range.trim() !== '');
  if (ranges.length === 0) return;
  for (const range of ranges) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    if (accepted.has(type) && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) return;
  }
  throw new EarshotError(
    'not_acceptable',
    `Answers come as ${resourceMediaType}. Ask for that, for application/json or for */* in Accept.`,
  );
}

/** True for `application/json` and its relatives that a JSON entity may come as. */
export function isJsonType(contentType: string): boolean {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const isJson =
    type === 'application/json' ||
    /^application\/vnd\.servicequery(\.v1)?\+json$/.test(type) ||
    type === 'text/json';
  return (
    isJson &&
    parameters.every(
      (parameter) => !parameter.startsWith('charset=') || /^charset="?(utf-?8|us-ascii)"?$/.test(parameter),
    )
  );
}
