import { EarshotError } from '../errors.js';

/** @throws EarshotError `unsupported_locale` */
export function checkLocale(locale: string, served: readonly string[]): void {
  if (served.includes(locale)) return;
  throw new EarshotError(
    'unsupported_locale',
    `No model serves the locale ${locale}. Served: ${served.join(', ')}.`,
    { extra: { supportedLocales: served } },
  );
}
