import type { Locale } from './locale.js';

/** Derives something from a locale once, when it is first asked for. */
export function perLocale<Derived extends object>(
  derive: (locale: Locale) => Derived,
): (locale: Locale) => Derived {
  const known = new WeakMap<Locale, Derived>();
  return (locale) => {
    let derived = known.get(locale);
    if (derived === undefined) {
      derived = derive(locale);
      known.set(locale, derived);
    }
    return derived;
  };
}
