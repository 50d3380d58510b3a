import type { Locale } from '../locales/locale.js';
import type { Token } from '../tokenise.js';
import { isNumberWord } from './number.js';

/** The most words from the one that says what something has to how many: "with no more than", "with between two and". */
const mostBefore = 4;

/** The most words of a name in the plural that is counted: "hdmi ports", "usb c ports". */
const mostOfName = 3;

/** Whether a number between two places counts what something has: "with at least TWO usb ports" is no price. */
export function countsParts(tokens: readonly Token[], at: number, end: number, locale: Locale): boolean {
  const { having } = locale;
  const isHad = tokens.slice(Math.max(0, at - mostBefore), at).some(({ norm }) => having.includes(norm));
  return isHad && countsThings(tokens, end, locale);
}

/** Whether a number that ends at a place stands before the name of several things: "two usb ports". */
export function countsThings(
  tokens: readonly Token[],
  end: number,
  { openWords, stem, numbers }: Locale,
): boolean {
  for (const { norm } of tokens.slice(end, end + mostOfName)) {
    if (openWords.includes(norm) || isNumberWord(norm, numbers) || /\d/.test(norm)) return false;
    if (stem(norm) !== norm) return true;
  }
  return false;
}
