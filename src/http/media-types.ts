import { EarshotError } from '../errors.js';

/** The one version of the query API so far. */
export const resourceMediaType = 'application/vnd.servicequery.v1+json';
export const problemMediaType = 'application/problem+json';

/** Other names for the latest version. */
const aliases = ['application/vnd.servicequery+json', 'application/json'];
/** What an `Accept` header may ask for, all of it answered with the latest version; the most specific first. */
const accepted = [[resourceMediaType], aliases, ['application/*'], ['*/*']];
const plain = new Set(accepted.flat());

/**
 * Checks that the client takes what this API answers with: the most specific range that it names decides (RFC 9110
 * section 12.5.1). A refused alias says nothing of what answers come as.
 * @throws EarshotError `not_acceptable` for any other version or type.
 */
export function negotiate(accept: string | undefined): void {
  if (accept !== undefined && plain.has(accept)) return;
  // Elements of a list may be empty (section 5.6.1.2).
  const ranges = (accept ?? '').split(',').filter((range) => range.trim() !== '');
  if (ranges.length === 0) return;
  const asked = ranges.map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    // as of a version in the name of the type, there is none but the first
    const version = parameters.find((parameter) => parameter.startsWith('version='));
    if (version !== undefined && !/^version="?v?1"?$/.test(version)) return { type: '', isWanted: false };
    return { type, isWanted: !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) };
  });
  for (const types of accepted) {
    const named = asked.filter(({ type }) => types.includes(type));
    if (named.some(({ isWanted }) => isWanted)) return;
    if (named.length > 0 && types !== aliases) break;
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
