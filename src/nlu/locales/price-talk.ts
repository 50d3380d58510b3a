import type { Token } from '../tokenise.js';
import type { ResolvedLocale } from './index.js';

/**
 * The region of a request whose unit words may be money elsewhere: thirty pounds are a weight in the US, but not for
 * who says what he can spend, or spoke of pounds as money before.
 *
 * @param currency Of the price that was spoken of before.
 */
export function inPriceTalk(
  resolved: ResolvedLocale,
  tokens: readonly Token[],
  currency: string | undefined,
): ResolvedLocale {
  const { locale, region } = resolved;
  const { spending = [], weighing = [] } = locale.money;
  const own = region.moneyUnits ?? {};
  const elsewhere = Object.values(locale.regions)
    .flatMap(({ moneyUnits = {} }) => Object.entries(moneyUnits))
    .filter(([word]) => !Object.hasOwn(own, word) && tokens.some(({ norm }) => norm === word));
  if (elsewhere.length === 0) return resolved;
  const isSaid = (words: readonly string[]) => tokens.some(({ norm }) => words.includes(norm));
  const isWeight = isSaid(weighing) || tokens.some(({ norm }) => Object.hasOwn(locale.money.major, norm));
  const isPrice = isSaid(spending);
  const meant = elsewhere.filter(([, unit]) => !isWeight && (isPrice || unit === currency));
  if (meant.length === 0) return resolved;
  return { ...resolved, region: { ...region, moneyUnits: { ...own, ...Object.fromEntries(meant) } } };
}
