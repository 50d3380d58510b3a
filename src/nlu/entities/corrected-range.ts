import type { Locale, ResolvedLocale } from '../locales/index.js';
import { oncePer } from '../once-per.js';
import { startsWith, type Token } from '../tokenise.js';
import { type AmountRange, type AmountRangeMatch, readAmountRange, surePriceMinor } from './amount-range.js';

/** What stands between an amount and the one in its place, the longest first. */
const correctionsOf = oncePer(({ corrections }: Locale) =>
  [...corrections.instead, ...corrections.between]
    .map((text) => text.split(' '))
    .sort((a, b) => b.length - a.length),
);

/**
 * Reads an amount that may be put right at once: "under six hundred no make that seven hundred" has the bound of the
 * first amount, "under fifty, no, over sixty" one of its own; "between fifty and eighty, no, ninety" has another upper
 * end. A small number behind the correction is an amount only where nothing follows it.
 *
 * @param options.bare Whether a number alone is an amount, too.
 */
export function readCorrectedRange(
  tokens: readonly Token[],
  start: number,
  resolved: ResolvedLocale,
  options: { bare?: boolean } = {},
): AmountRangeMatch | undefined {
  const match = readAmountRange(tokens, start, resolved, options);
  if (match === undefined) return undefined;
  for (const words of correctionsOf(resolved.locale)) {
    if (!startsWith(tokens, match.end, words)) continue;
    const at = match.end + words.length;
    const other = readAmountRange(tokens, at, resolved, { bare: true });
    if (other === undefined) continue;
    const isSure =
      other.end === tokens.length ||
      other.range.from.minor >= surePriceMinor ||
      readAmountRange(tokens, at, resolved) !== undefined;
    const range = isSure ? corrected(match.range, other.range) : undefined;
    if (range !== undefined) return { end: other.end, range };
  }
  return match;
}

/** What one amount becomes by another one, if that can stand for it. */
function corrected(old: AmountRange, anew: AmountRange): AmountRange | undefined {
  if (anew.type !== 'exact') return anew;
  if (old.type !== 'range') return { ...anew, type: old.type };
  return anew.from.minor > old.from.minor ? { ...old, to: anew.from } : undefined;
}
