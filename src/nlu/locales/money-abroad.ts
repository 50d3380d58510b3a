import type { Locale, Region } from './locale.js';
import { perLocale } from './per-locale.js';

/**
 * A region in which the units of other regions are money, too: pounds, which are a weight in the US, where nothing but an
 * amount of money can be meant. Dollars stay those of the region.
 */
export function withMoneyAbroad(locale: Locale, region: Region): Region {
  return regionsAbroad(locale).get(region) ?? region;
}

const regionsAbroad = perLocale(({ regions, money: { major } }) => {
  const all = Object.values(regions);
  const units = all.flatMap(({ moneyUnits = {} }) => Object.entries(moneyUnits));
  const abroad = units.filter(([word]) => !Object.hasOwn(major, word));
  return new Map(
    all.map((region) => {
      const moneyUnits = { ...Object.fromEntries(abroad), ...region.moneyUnits };
      return [region, { ...region, moneyUnits }] as const;
    }),
  );
});
