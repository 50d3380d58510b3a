import type { Locale, Region } from '../locales/locale.js';
import { perLocale } from '../locales/per-locale.js';
import { startsWith, type Token } from '../tokenise.js';
import { type AmountRangeMatch, readAmountRange, surePriceMinor } from './amount-range.js';

/** What stands between an amount and the one in its place, the longest first. */
const correctionsOf = perLocale(({ corrections: { instead = [], between = [] } = {} }) =>
  [...instead, ...between].map((text) => text.split(' ')).sort((a, b) => b.length - a.length),
);

/**
 * Reads an amount that may be put right at once: "under six hundred no make that seven hundred" has the bound of the
 * first amount, "under fifty, no, over sixty" one of its own. A small number behind the correction is an amount only
 * where nothing follows it.
 */
export function readCorrectedRange(
  tokens: readonly Token[],
  start: number,
  locale: Locale,
  region: Region,
  options: { bare?: boolean } = {},
): AmountRangeMatch | undefined {
  const match = readAmountRange(tokens, start, locale, region, options);
  if (match === undefined || match.range.type === 'range') return match;
  for (const words of correctionsOf(locale)) {
    if (!startsWith(tokens, match.end, words)) continue;
    const at = match.end + words.length;
    const other = readAmountRange(tokens, at, locale, region, { bare: true });
    if (other === undefined) continue;
    const isSure =
      other.end === tokens.length ||
      other.range.from.minor >= surePriceMinor ||
      readAmountRange(tokens, at, locale, region) !== undefined;
    if (!isSure) continue;
    const type = other.range.type === 'exact' ? match.range.type : other.range.type;
    return { end: other.end, range: { ...other.range, type } };
  }
  return match;
}
