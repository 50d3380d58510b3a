import { EarshotError } from '../errors.js';
import { coversLocale } from '../nlu/locales/covers-locale.js';

/** @param served Locales, or languages with all their regions: `en` serves every en-* locale. */
export function isServed(locale: string, served: readonly string[]): boolean {
  return served.some((tag) => coversLocale(tag, locale));
}

/**
 * @param served As in {@link isServed}.
 * @throws EarshotError `unsupported_locale`
 */
export function checkLocale(locale: string, served: readonly string[]): void {
  if (isServed(locale, served)) return;
  const named = served.map((tag) => (tag.includes('-') ? tag : `${tag}-*`));
  throw new EarshotError(
    'unsupported_locale',
    `No model serves the locale ${locale}. Served: ${named.join(', ')}.`,
    { extra: { supportedLocales: served } },
  );
}
