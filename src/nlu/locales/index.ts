import { completeLocale } from './complete-locale.js';
import { english } from './en.js';
import type { LanguageData } from './language-data.js';
import type { Locale, Region } from './locale.js';

export type { LanguageData } from './language-data.js';
export type { Locale, Region } from './locale.js';

/** A language together with what its region changes. */
export interface ResolvedLocale {
  tag: string;
  locale: Locale;
  region: Region;
}

/** The languages that ship. A pack for another one brings its own through `LoadOptions.locales`. */
export const builtInLocales: readonly Locale[] = [english];

/** Finds the language of a tag such as `en-GB`; an unknown region gets the language's first one. */
export function resolveLocale(
  tag: string,
  locales: readonly LanguageData[] = builtInLocales,
): ResolvedLocale | undefined {
  const [language, ...rest] = tag.split('-');
  const data = locales.find((candidate) => candidate.language === language.toLowerCase());
  if (data === undefined) return undefined;
  const locale = completeLocale(data);
  const regionTag = rest.find((part) => /^(?:[A-Za-z]{2}|\d{3})$/.test(part))?.toUpperCase();
  const region =
    (regionTag !== undefined ? locale.regions[regionTag] : undefined) ?? Object.values(locale.regions)[0];
  return { tag, locale, region };
}
