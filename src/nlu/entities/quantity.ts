import type { Locale } from '../locales/locale.js';
import type { Token } from '../tokenise.js';
import { bareScale, belowHundred, type SpokenNumber } from './cardinal.js';
import { formatHundredths, readNumber } from './number.js';
import { readShare } from './share.js';
import { opensUnit, unitsBehind } from './units.js';

export interface QuantityMatch {
  end: number;
  /** Plain digits. */
  amount: string;
  unit: string;
  /** Digits or halves of a number that are said one by one: "two five", "one fifty". */
  isInParts: boolean;
}

/** What a value that was read measures: a length, a weight, or what is counted in its unit alone. */
export function measuredBy(value: unknown, { units }: Locale): string | undefined {
  if (typeof value !== 'string' || !/\d/.test(value)) return undefined;
  const first = withoutFurtherSides(value);
  const found = units.find(({ unit, words }) => [unit, ...words].some((name) => first.endsWith(` ${name}`)));
  return found && (found.of ?? found.unit);
}

/** The unit of one amount that was read, the "kilogram" of "3 kilogram"; undefined for all else, such as "48 inch x 24". */
export function unitOf(value: unknown): string | undefined {
  return typeof value === 'string' ? /^-?[\d.]+ (\D+)$/.exec(value)?.[1] : undefined;
}

/** "48 inch" of "48 inch x 24" */
function withoutFurtherSides(value: string): string {
  let end = value.length;
  while (true) {
    const at = value.lastIndexOf(' x ', end - 1);
    if (at < 0 || !/^[\d.]+$/.test(value.slice(at + 3, end))) return value.slice(0, end);
    end = at;
  }
}

/**
 * Reads "sixty four gigabytes", "ten inch", "12 oz", "seventy by fifty five inch", "two hundred fifty watt", "three
 * eighths of an inch".
 *
 * @param options.money Unit words that are money in this region: a measure only with what is measured behind it, as in
 * "two pounds of coffee".
 */
export function readQuantity(
  tokens: readonly Token[],
  at: number,
  locale: Locale,
  options: { allowed?: ReadonlySet<string>; money?: Readonly<Record<string, string>> } = {},
): QuantityMatch | undefined {
  const { allowed, money } = options;
  const share = readShare(tokens, at, locale);
  const number =
    share ??
    readNumber(tokens, at, locale.numbers) ??
    oneBeforeHundredths(tokens, at, locale) ??
    bareScale(tokens, at, locale.numbers);
  if (number === undefined) return undefined;
  const isInParts = number.style === 'digits' || number.style === 'pair';
  const whole = share?.amount ?? formatHundredths(number.hundredths);
  let amount = whole;
  let { end } = number;
  for (let sides = 0; sides < 2; sides++) {
    if (!locale.sides.includes(tokens[end]?.norm)) break;
    const other = readNumber(tokens, end + 1, locale.numbers);
    if (other === undefined) break;
    const next = number.hundredths < 1000 ? lastSide(tokens, end + 1, other, locale) : undefined;
    const read = next === undefined ? [other] : [belowHundred(tokens, end + 1, locale.numbers)!, next];
    amount += read.map(({ hundredths }) => ` x ${formatHundredths(hundredths)}`).join('');
    end = other.end;
  }
  // "half a pound", "a quarter of an inch"
  const isPart = number.hundredths % 100 !== 0;
  const { articles, of } = locale.numbers;
  const isArticle = (place: number) => articles.includes(tokens[place]?.norm ?? '');
  if (isPart && isArticle(end)) end++;
  else if (isPart && of.includes(tokens[end]?.norm ?? '') && isArticle(end + 1)) end += 2;
  const first = tokens[end]?.norm;
  if (first === undefined) return undefined;
  for (const { words, unit, takesHundredths } of unitsBehind(tokens, end, locale)) {
    if (allowed !== undefined && !allowed.has(unit)) continue;
    const isMoney = money !== undefined && Object.hasOwn(money, first);
    if (isMoney && !locale.time.of.includes(tokens[end + 1]?.norm ?? '')) continue;
    const behind = end + words.length;
    const rest =
      takesHundredths && !isPart && amount === whole ? hundredthsAt(tokens, behind, locale) : undefined;
    if (rest === undefined) return { end: behind, amount, unit, isInParts };
    return { end: rest.end, amount: formatHundredths(number.hundredths + rest.value), unit, isInParts };
  }
  return undefined;
}

/** Behind a side as short as the first, how long it is: "two by four eight foot", which is not forty eight feet. */
function lastSide(
  tokens: readonly Token[],
  at: number,
  { end, style }: SpokenNumber,
  { numbers }: Locale,
): SpokenNumber | undefined {
  if (style !== 'digits' && style !== 'pair') return undefined;
  const side = belowHundred(tokens, at, numbers);
  const next = side && belowHundred(tokens, side.end, numbers);
  return side !== undefined && side.hundredths < 1000 && next?.end === end ? next : undefined;
}

/** The "a" of "a metre eighty"; of "a metre" alone it is an article. */
function oneBeforeHundredths(tokens: readonly Token[], at: number, locale: Locale): SpokenNumber | undefined {
  if (!locale.numbers.articles.includes(tokens[at]?.norm ?? '')) return undefined;
  const isMeasure = unitsBehind(tokens, at + 1, locale).some(
    ({ words, takesHundredths }) =>
      takesHundredths && hundredthsAt(tokens, at + 1 + words.length, locale) !== undefined,
  );
  return isMeasure ? { end: at + 1, hundredths: 100, style: 'cardinal' } : undefined;
}

/** The "eighty" of "one meter eighty", unless it has a unit of its own: "two meters twenty pounds". */
function hundredthsAt(
  tokens: readonly Token[],
  at: number,
  locale: Locale,
): { end: number; value: number } | undefined {
  const number = belowHundred(tokens, at, locale.numbers);
  if (number === undefined || number.hundredths < 1000) return undefined;
  // "two meters twenty five hundred" is no measure either
  if (readNumber(tokens, at, locale.numbers)?.end !== number.end) return undefined;
  const follower = tokens[number.end]?.norm;
  if (follower !== undefined) {
    if (opensUnit(follower, locale) || Object.hasOwn(locale.money.major, follower)) return undefined;
    if (Object.hasOwn(locale.money.multiples, follower) || locale.money.minor.includes(follower))
      return undefined;
  }
  return { end: number.end, value: number.hundredths / 100 };
}
