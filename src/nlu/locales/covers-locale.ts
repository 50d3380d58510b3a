/** Whether what is made for a language (`en`, with all its regions) or one locale (`en-GB`) is made for this locale. */
export function coversLocale(tag: string, locale: string): boolean {
  return locale === tag || locale.startsWith(`${tag}-`);
}
