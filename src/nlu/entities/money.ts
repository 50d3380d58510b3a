import type { ResolvedLocale } from '../locales/index.js';
import type { Locale } from '../locales/locale.js';
import { lookup, type Token } from '../tokenise.js';
import { bareScale, type SpokenNumber } from './cardinal.js';
import { fraction } from './fraction.js';
import { readNumber } from './number.js';

/** An amount of money. `minor` is in hundredths of the currency's unit, an integer. */
export interface Money {
  minor: number;
  /** ISO 4217 */
  currency: string;
}

export interface MoneyMatch {
  end: number;
  money: Money;
  /** Whether a currency was named, or only a number. */
  explicit: boolean;
}

/** Two-digit endings that people say after the units of a price: 3.99, 4.49, 7.95. */
const priceEndings = new Set([99, 95, 49, 89, 79, 69, 59, 98, 97]);

/**
 * Hundredths of a number that stands for a price without the word for its currency's parts. A pair is read as units
 * and cents when its first half has two digits ("forty nine ninety nine" = 49.99) or its second is a usual price
 * ending ("five ninety nine" = 5.99), else as hundreds ("one fifty" = 150, "twelve twenty dollars" = 1220) unless that is
 * more than can be meant.
 *
 * @param most In units.
 */
function priceHundredths(number: SpokenNumber, hasUnit: boolean, most = Number.POSITIVE_INFINITY): number {
  if (number.style !== 'pair' || number.halves === undefined) return Math.round(number.hundredths);
  const [high, low] = number.halves;
  // With the unit behind them, teens count hundreds too: "twelve twenty dollars" is 1220.
  const isCents =
    number.hundredths > most * 100 ||
    high >= 20 ||
    (priceEndings.has(low) ? high >= 10 || !hasUnit : high >= 10 && !hasUnit);
  return isCents ? high * 100 + low : number.hundredths;
}

/** The most words of a currency's name: "new zealand dollars". */
const mostNameWords = 3;

/** The currency that is named at a place, and where its name ends: "dollars", "swiss francs". */
function currencyAt(
  tokens: readonly Token[],
  at: number,
  { locale, region }: ResolvedLocale,
): { currency: string; end: number } | undefined {
  const { major, foreign } = locale.money;
  for (let end = Math.min(tokens.length, at + mostNameWords); end > at; end--) {
    const name = tokens
      .slice(at, end)
      .map(({ norm }) => norm)
      .join(' ');
    for (const names of [region.moneyUnits, foreign, major])
      if (Object.hasOwn(names, name)) return { currency: names[name] || region.currency, end };
  }
  return undefined;
}

/** The currency that one of some words names; "fifty" and "two grand" name none. */
export function namedCurrency(words: readonly Token[], resolved: ResolvedLocale): string | undefined {
  const { locale, region } = resolved;
  const { symbols, minor } = locale.money;
  for (const [at, token] of words.entries()) {
    const symbol = lookup(symbols, token);
    const isMinor = minor.includes(token.norm) || region.minorUnits.includes(token.norm);
    const currency =
      symbol === '' || isMinor ? region.currency : (symbol ?? currencyAt(words, at, resolved)?.currency);
    if (currency !== undefined) return currency;
  }
  return undefined;
}

/** Whether a word behind a number makes it cents: "cents", and in Britain "p" behind what can be pence (not "1080p"). */
function isCents(
  token: Token | undefined,
  number: SpokenNumber,
  { locale, region }: ResolvedLocale,
): boolean {
  if (token === undefined) return false;
  if (locale.money.minor.includes(token.norm)) return true;
  return number.hundredths < 10_000 && region.minorUnits.includes(token.norm);
}

/**
 * Reads "$49.99", "forty nine dollars and ninety nine cents", "a buck fifty", "two grand", "fifty cents".
 *
 * @param options.bare Whether a number alone is an amount; otherwise only one such as "nineteen ninety nine" is.
 * @param options.most The most units that can be meant: up to 50 "four fifty" is 4.50.
 * @param options.isWhole Whether a number that is said in parts is none before a unit: "two fifty dollar vouchers".
 */
export function readMoney(
  tokens: readonly Token[],
  at: number,
  resolved: ResolvedLocale,
  options: { bare: boolean; most?: number; isWhole?: boolean },
): MoneyMatch | undefined {
  const { locale, region } = resolved;
  if (tokens[at] === undefined) return undefined;
  const symbol = lookup(locale.money.symbols, tokens[at]);
  if (symbol !== undefined) return behindSymbol(tokens, at + 1, symbol || region.currency, locale);
  const number = amountAt(tokens, at, resolved);
  if (number === undefined || number.hundredths < 0) return undefined;
  const isInParts = number.style === 'pair' || number.style === 'digits';
  const multiple = multiplied(tokens, number, resolved);
  if (multiple !== undefined) return multiple;
  // "half a dollar", "ten and a half dollars"
  const start = isPartOfOne(tokens, number, locale) ? number.end + 1 : number.end;
  const named = currencyAt(tokens, start, resolved);
  const unit = tokens[number.end];
  const hasUnit = named !== undefined || isCents(unit, number, resolved);
  if (options.isWhole && isInParts && hasUnit) return undefined;
  if (named !== undefined) {
    const money = { minor: priceHundredths(number, true, options.most), currency: named.currency };
    return withCents(tokens, named.end, money, resolved);
  }
  if (isCents(unit, number, resolved)) {
    if (number.hundredths % 100 !== 0) return undefined;
    const money = { minor: number.hundredths / 100, currency: region.currency };
    return { end: number.end + 1, money, explicit: true };
  }
  const suffix = lookup(locale.money.symbols, unit);
  if (suffix !== undefined) {
    const money = {
      minor: priceHundredths(number, false, options.most),
      currency: suffix || region.currency,
    };
    return { end: number.end + 1, money, explicit: true };
  }
  return withoutUnit(tokens, number, resolved, options);
}

function behindSymbol(
  tokens: readonly Token[],
  at: number,
  currency: string,
  locale: Locale,
): MoneyMatch | undefined {
  const number = readNumber(tokens, at, locale.numbers);
  if (number === undefined || number.hundredths < 0) return undefined;
  const money = { minor: priceHundredths(number, false), currency };
  return scaled(tokens, { end: number.end, money, explicit: true }, locale);
}

/** A number, also one that lacks its article ("under hundred"), or the article of "a dollar" and "a grand". */
function amountAt(tokens: readonly Token[], at: number, resolved: ResolvedLocale): SpokenNumber | undefined {
  const { locale } = resolved;
  const number = readNumber(tokens, at, locale.numbers) ?? bareScale(tokens, at, locale.numbers);
  if (number !== undefined || !locale.numbers.articles.includes(tokens[at].norm)) return number;
  const isUnit =
    currencyAt(tokens, at + 1, resolved) !== undefined ||
    lookup(locale.money.multiples, tokens[at + 1]) !== undefined;
  return isUnit ? { end: at + 1, hundredths: 100, style: 'cardinal' } : undefined;
}

/** Whether a number is a part of what an article stands before: "half a", "ten and a half an". */
function isPartOfOne(tokens: readonly Token[], number: SpokenNumber, { numbers }: Locale): boolean {
  return number.hundredths % 100 !== 0 && numbers.articles.includes(tokens[number.end]?.norm ?? '');
}

/** "two grand", "half a grand", "a grand and a half". */
function multiplied(
  tokens: readonly Token[],
  number: SpokenNumber,
  resolved: ResolvedLocale,
): MoneyMatch | undefined {
  const { locale, region } = resolved;
  const { multiples } = locale.money;
  const { and } = locale.numbers;
  const at = isPartOfOne(tokens, number, locale) ? number.end + 1 : number.end;
  const multiple = lookup(multiples, tokens[at]);
  if (multiple === undefined) return undefined;
  const isMore = and.includes(tokens[at + 1]?.norm ?? '');
  const more = isMore ? fraction(tokens, at + 1, locale.numbers) : undefined;
  const end = more?.end ?? at + 1;
  const named = currencyAt(tokens, end, resolved);
  const minor = Math.round((number.hundredths + 100 * (more?.value ?? 0)) * multiple);
  const money = { minor, currency: named?.currency ?? region.currency };
  return { end: named?.end ?? end, money, explicit: true };
}

/** A number that is a price by its form, or by where it stands (`bare`). */
function withoutUnit(
  tokens: readonly Token[],
  number: SpokenNumber,
  { locale, region: { currency } }: ResolvedLocale,
  { bare, most }: { bare: boolean; most?: number },
): MoneyMatch | undefined {
  const ending = priceEnding(tokens, number, locale);
  if (ending !== undefined) {
    const minor = number.hundredths + ending.hundredths / 100;
    return { end: ending.end, money: { minor, currency }, explicit: false };
  }
  // "half a chocolate bar"
  if (lookup(locale.numbers.fractions, tokens[number.end - 1]) !== undefined && number.hundredths < 100)
    return undefined;
  const minor = priceHundredths(number, false, most);
  // "nineteen ninety nine" and "19.50" are hardly anything but prices
  const isPaired = number.style === 'pair' && minor % 100 !== 0 && priceEndings.has(minor % 100);
  const isPriceLike = isPaired || /^\d+\.\d\d$/.test(tokens[number.end - 1].norm);
  return bare || isPriceLike ? { end: number.end, money: { minor, currency }, explicit: false } : undefined;
}

/** The cents of "a hundred ninety nine ninety nine" and "four ninety nine ninety nine": from hundreds on. */
function priceEnding(
  tokens: readonly Token[],
  number: SpokenNumber,
  locale: Locale,
): SpokenNumber | undefined {
  if (number.hundredths < 10_000 || number.hundredths % 100 !== 0) return undefined;
  const cents = readNumber(tokens, number.end, locale.numbers);
  const isEnding = cents?.style === 'cardinal' && priceEndings.has(cents.hundredths / 100);
  return isEnding ? cents : undefined;
}

function scaled(tokens: readonly Token[], match: MoneyMatch, locale: Locale): MoneyMatch {
  const word = tokens[match.end]?.norm;
  if (word !== undefined && Object.hasOwn(locale.money.multiples, word)) {
    const minor = match.money.minor * locale.money.multiples[word];
    return { ...match, end: match.end + 1, money: { ...match.money, minor } };
  }
  // "$50 dollars" is written by people and by normalisers
  if (word !== undefined && Object.hasOwn(locale.money.major, word)) return { ...match, end: match.end + 1 };
  return match;
}

/** "... dollars [and] ninety nine [cents]", "a buck fifty", "five dollars and a half". */
function withCents(
  tokens: readonly Token[],
  start: number,
  money: Money,
  resolved: ResolvedLocale,
): MoneyMatch {
  const { locale } = resolved;
  const whole: MoneyMatch = { end: start, money, explicit: true };
  if (money.minor % 100 !== 0) return whole;
  let at = start;
  const joined = tokens[at] !== undefined && locale.numbers.and.includes(tokens[at].norm);
  if (joined) at++;
  if (joined && locale.numbers.articles.includes(tokens[at]?.norm ?? '')) at++;
  const cents = readNumber(tokens, at, locale.numbers);
  if (cents === undefined || cents.hundredths >= 10_000 || cents.hundredths <= 0) return whole;
  if (cents.hundredths === 50 && joined)
    return { ...whole, end: cents.end, money: { ...money, minor: money.minor + 50 } };
  if (cents.hundredths % 100 !== 0) return whole;
  const named = isCents(tokens[cents.end], cents, resolved);
  // "fifty dollars a dozen" buy so many
  const { articles, collectives } = locale.numbers;
  if (
    !named &&
    (articles.includes(tokens[at].norm) || Object.hasOwn(collectives, tokens[cents.end - 1].norm))
  )
    return whole;
  if (!named && (joined || cents.hundredths < 1000 || cents.style !== 'cardinal')) return whole;
  return {
    end: named ? cents.end + 1 : cents.end,
    money: { ...money, minor: money.minor + cents.hundredths / 100 },
    explicit: true,
  };
}

/** `49.99`, `50` */
export function decimalString(money: Money): string {
  const whole = Math.trunc(money.minor / 100);
  const cents = Math.round(money.minor % 100);
  return cents === 0 ? String(whole) : `${whole}.${String(cents).padStart(2, '0')}`;
}
