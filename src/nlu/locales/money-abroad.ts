import { oncePer } from '../once-per.js';
import type { Locale, ResolvedLocale } from './index.js';

/**
 * A locale in whose region the units of others are money, too: pounds, which are a weight in the US, where nothing but an
 * amount of money can be meant. Dollars stay those of the region.
 */
export function withMoneyAbroad(resolved: ResolvedLocale): ResolvedLocale {
  const region = regionsAbroad(resolved.locale).get(resolved.region);
  return region === undefined ? resolved : { ...resolved, region };
}

const regionsAbroad = oncePer(({ regions, money: { major } }: Locale) => {
  const all = Object.values(regions);
  const units = all.flatMap(({ moneyUnits }) => Object.entries(moneyUnits));
  const abroad = units.filter(([word]) => !Object.hasOwn(major, word));
  return new Map(
    all.map((region) => {
      const moneyUnits = { ...Object.fromEntries(abroad), ...region.moneyUnits };
      return [region, { ...region, moneyUnits }] as const;
    }),
  );
});
