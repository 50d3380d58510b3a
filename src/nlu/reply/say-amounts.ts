import { measuredBy } from '../entities/quantity.js';
import type { ResolvedLocale } from '../locales/index.js';

/** An amount of money, or a range of numbers, that was said; undefined for anything else. */
export function sayAmount(value: object, resolved: ResolvedLocale): string | undefined {
  if ('amount' in value) return inMoney(value, resolved);
  const { from, to } = value as Record<string, unknown>;
  const isRange = typeof from === 'number' && typeof to === 'number';
  return isRange ? new Intl.NumberFormat(resolved.tag).formatRange(from, to) : undefined;
}

/** What somebody said, of which the currency is a part. */
export function inMoney(value: unknown, resolved: ResolvedLocale): string | undefined {
  const { amount, currency } = (value ?? {}) as Record<string, unknown>;
  return isAmount(amount) ? money(Number(amount), currency, resolved) : undefined;
}

/** Whether a value is an amount of money without a unit: a number, or the text of one. */
export function isAmount(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value));
}

/** 2 meters, 1 meter, -20 cm */
export function inMeasure(value: string, resolved: ResolvedLocale): string {
  const [, amount, unit] = /^(-?[\d.]+(?: x [\d.]+)*) (.+)$/s.exec(value) ?? [];
  const known = resolved.locale.units.find((one) => one.unit === unit);
  if (amount === undefined || Math.abs(Number(amount)) === 1 || known === undefined) return value;
  const plural = inPlural(unit, resolved);
  return known.words.includes(plural) ? `${amount} ${plural}` : value;
}

/** What a size is told by: an amount with its unit ("18 volt"), the bound of one ("over 50 inch"), or neither ("10"). */
export type SizeKind = 'measured' | 'bounded' | 'unmeasured';

/** Those of one kind among sizes; the bounds as they are said: "over 50 inches". */
export function sizesOf(kind: SizeKind, values: unknown, resolved: ResolvedLocale): string[] {
  const kindOf = (value: string): SizeKind => {
    if (measuredBy(value, resolved.locale) === undefined) return 'unmeasured';
    return /^\d/.test(value) ? 'measured' : 'bounded';
  };
  const sizes = [values ?? []].flat().map(String);
  const found = sizes.filter((value) => kindOf(value) === kind);
  if (kind !== 'bounded') return found;
  return found.map((value) => value.replace(/\d.*$/s, (amount) => inMeasure(amount, resolved)));
}

/** The name of a thing, its last word in the plural. */
export function inPlural(noun: string, { locale }: ResolvedLocale): string {
  const words = noun.split(' ');
  return [...words.slice(0, -1), locale.plural(words.at(-1)!)].join(' ');
}

/** $, and € for who spoke of euros. */
export function currencySymbol(currency: unknown, resolved: ResolvedLocale): string {
  const { region } = resolved;
  if (currency === undefined || currency === region.currency) return region.currencySymbol;
  const parts = currencyFormat(currency, 0, resolved).formatToParts(0);
  const symbol = parts.find(({ type }) => type === 'currency')?.value ?? region.currencySymbol;
  return /\p{L}$/u.test(symbol) ? `${symbol} ` : symbol;
}

/** $45, £89.90 */
export function money(amount: number, currency: unknown, resolved: ResolvedLocale): string {
  return currencyFormat(currency, Number.isInteger(amount) ? 0 : 2, resolved).format(amount);
}

/** For what is no ISO 4217 code that of the region. */
function currencyFormat(currency: unknown, digits: number, { tag, region }: ResolvedLocale) {
  return new Intl.NumberFormat(tag, {
    style: 'currency',
    currency: /^[A-Z]{3}$/.test(String(currency)) ? String(currency) : region.currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
