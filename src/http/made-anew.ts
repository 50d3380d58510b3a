import type { HeaderMap } from './resource.js';

/**
 * What an address has in place of the id of a conversation or query that is to be made for the request. The first
 * public clients of the family know no other way.
 */
export const madeAnew = '*';

/**
 * The tag of `Accept-Language` that is wanted most of those that say language and region: all that those clients say of
 * the locale.
 */
export function acceptedLocale(headers: HeaderMap): string | undefined {
  const ranges = (headers['accept-language'] ?? '').split(',').map((range) => {
    const [tag, weight] = range.split(';').map((part) => part.trim());
    const [, quality = '1'] = /^q=([\d.]+)$/i.exec(weight ?? '') ?? [];
    return { tag, quality: Number(quality) };
  });
  return ranges
    .filter(({ tag, quality }) => quality > 0 && /^[a-z]{2,3}-([a-z]{2}|[0-9]{3})$/i.test(tag))
    .sort((a, b) => b.quality - a.quality)[0]?.tag;
}
