import type { HeaderMap } from './resource.js';

/**
 * What an address has in place of the id of a conversation or query that is to be made for the request. The first
 * public clients of the family know no other way.
 */
export const madeAnew = '*';

/** The first tag of `Accept-Language` that says language and region: all that those clients say of the locale. */
export function acceptedLocale(headers: HeaderMap): string | undefined {
  const tags = (headers['accept-language'] ?? '').split(',').map((range) => range.split(';')[0].trim());
  return tags.find((tag) => /^[a-z]{2,3}-([a-z]{2}|[0-9]{3})$/i.test(tag));
}
