import { coversLocale } from '../locales/covers-locale.js';
import type { Pack } from '../pack/pack.js';

/** What is wrong with a locale in which something is said to a pack; undefined where the pack serves it. */
export function localeFault(locale: string, { definition: { locales } }: Pack): string | undefined {
  if (locales.some((served) => coversLocale(served, locale))) return undefined;
  const served = locales.map((tag) => (tag.includes('-') ? tag : `${tag} and every ${tag}-*`));
  return `the pack does not serve the locale "${locale}"; it serves: ${served.join(', ')}`;
}
