import { EarshotError } from '../errors.js';
import { coversLocale } from '../nlu/locales/covers-locale.js';

/** @param served Locales, or languages with all their regions: `en` serves every en-* locale. */
export function isServed(locale: string, served: readonly string[]): boolean {
  return served.some((tag) => coversLocale(tag, locale));
}

/** As answers have it: the tags of BCP 47 mean the same in any case. */
export function canonicalLocale(locale: string): string {
  const [language, ...region] = locale.split('-');
  return [language.toLowerCase(), ...region.map((part) => part.toUpperCase())].join('-');
}

/**
 * @param locale In any case.
 * @param served As in {@link isServed}.
 * @returns The locale as answers have it.
 * @throws EarshotError `unsupported_locale`
 */
export function checkLocale(locale: string, served: readonly string[]): string {
  const canonical = canonicalLocale(locale);
  if (isServed(canonical, served)) return canonical;
  const named = served.map((tag) => (tag.includes('-') ? tag : `${tag}-*`));
  throw new EarshotError(
    'unsupported_locale',
    `No model serves the locale ${locale}. Served: ${named.join(', ')}.`,
    { extra: { supportedLocales: served } },
  );
}
