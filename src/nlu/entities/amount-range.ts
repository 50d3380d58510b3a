import type { ResolvedLocale } from '../locales/index.js';
import type { Locale } from '../locales/locale.js';
import { lookup, startsWith, type Token } from '../tokenise.js';
import type { Price } from '../understanding.js';
import { comparisonPhrases } from './comparison-phrases.js';
import { countsParts, countsThings } from './counts-things.js';
import { type Money, type MoneyMatch, readMoney } from './money.js';
import { type UnitPhrase, unitsBehind } from './units.js';

/** A bound, a range or an exact amount, as said. */
export interface AmountRange {
  type: Price['type'];
  /** The amount, or the lower end of a range. */
  from: Money;
  /** The upper end of a range. */
  to?: Money;
}

export interface AmountRangeMatch {
  end: number;
  range: AmountRange;
}

/** A number from here on, with a bound behind it and no unit, is an amount: ages, sizes and stars are smaller. */
export const surePriceMinor = 10_000;

/** The most words that may stand before a comparison or an amount: "that should be at". */
const mostLeads = 6;

/** The most words of the lower end of a range. */
const mostOfEnd = 8;

/**
 * Reads an amount with its comparison: "under forty nine ninety nine", "between a hundred and one fifty",
 * "around $20", "fifty dollars or less", "twenty to thirty bucks", "thirty or forty dollars". A bare number is an amount
 * only behind a comparison word and not before a unit ("under ten" but not "under ten inches").
 *
 * @param options.bare Whether a number alone is an amount, too.
 */
export function readAmountRange(
  tokens: readonly Token[],
  start: number,
  resolved: ResolvedLocale,
  options: { bare?: boolean } = {},
): AmountRangeMatch | undefined {
  const { locale } = resolved;
  const phrases = comparisonPhrases(locale);
  let at = start;
  let isPriced = options.bare ?? false;
  let isLimit = false;
  while (at - start < mostLeads && tokens[at] !== undefined && phrases.lead.has(tokens[at].norm)) {
    // "for", "that is" and the like may open a price only if something more follows
    isPriced ||= phrases.pricing.has(tokens[at].norm);
    isLimit ||= locale.comparisons.limits.includes(tokens[at].norm);
    const direct = readAt(tokens, at, resolved, isPriced);
    if (direct !== undefined) return isLimit ? asLimit(direct) : direct;
    at++;
  }
  // "a nine" is a size
  const isBehindArticle = at > start && locale.numbers.articles.includes(tokens[at - 1].norm);
  const match = readAt(tokens, at, resolved, isPriced && !isBehindArticle);
  return isLimit && match !== undefined ? asLimit(match) : match;
}

function asLimit({ end, range }: AmountRangeMatch): AmountRangeMatch {
  return { end, range: range.type === 'exact' ? { ...range, type: 'lessThan' } : range };
}

function readAt(
  tokens: readonly Token[],
  at: number,
  resolved: ResolvedLocale,
  isPriced: boolean,
): AmountRangeMatch | undefined {
  if (tokens[at] === undefined) return undefined;
  const { ranges, joins } = comparisonPhrases(resolved.locale);
  for (const { open, join } of ranges) {
    if (!startsWith(tokens, at, open)) continue;
    const match = readEnds(tokens, at + open.length, resolved, { joins: join, bare: true });
    if (match !== undefined) return match;
  }
  return (
    readCompared(tokens, at, resolved, isPriced) ??
    readEnds(tokens, at, resolved, { joins, bare: isPriced }) ??
    readPlain(tokens, at, resolved, isPriced)
  );
}

/** "under fifty", "around thirty to forty", "about thirty max" */
function readCompared(
  tokens: readonly Token[],
  at: number,
  resolved: ResolvedLocale,
  isPriced: boolean,
): AmountRangeMatch | undefined {
  const { before, joins } = comparisonPhrases(resolved.locale);
  for (const { words, type } of before.get(tokens[at].norm) ?? []) {
    if (!startsWith(tokens, at, words)) continue;
    const bare = type !== 'exact' || isPriced;
    const behind = at + words.length;
    const isArticle = resolved.locale.numbers.articles.includes(tokens[behind]?.norm ?? '');
    // "under a hundred": the article belongs to the number; "maximum of a ..." does not end here
    const isOwn = !isArticle || amount(tokens, behind, resolved, bare) !== undefined;
    const next = isOwn ? behind : behind + 1;
    const ends = readEnds(tokens, next, resolved, { joins, bare });
    if (ends !== undefined) return { ...ends, range: widened(type, ends.range) };
    const match = amount(tokens, next, resolved, bare);
    // "at least two usb ports"
    if (type === 'greaterThan' && match !== undefined && countsFew(tokens, match, resolved.locale))
      return undefined;
    if (match !== undefined) return withClosing(tokens, match, type, resolved.locale);
  }
  return undefined;
}

/** An amount behind a comparison with what is said behind it: "about thirty max". */
function withClosing(
  tokens: readonly Token[],
  { end, money: from }: MoneyMatch,
  type: Price['type'],
  locale: Locale,
): AmountRangeMatch {
  const closing = comparisonPhrases(locale).after.find(
    (phrase) =>
      // "about thirty max" is no more than thirty, and so is "under thirty or so"
      (type === phrase.type || type === 'exact' || [type, phrase.type].includes('approx')) &&
      startsWith(tokens, end, phrase.words),
  );
  if (closing === undefined) return { end, range: { type, from } };
  const bound = closing.type === 'approx' && type !== 'exact' ? type : closing.type;
  return { end: end + closing.words.length, range: { type: bound, from } };
}

/** Whether an amount rather counts what is named behind it: hardly anything is wanted for more than so little. */
function countsFew(tokens: readonly Token[], { explicit, money, end }: MoneyMatch, locale: Locale): boolean {
  return !explicit && money.minor < 1000 && countsThings(tokens, end, locale);
}

/** An amount without a comparison before it: "fifty dollars", "fifty dollars or less", "fifty tops". */
function readPlain(
  tokens: readonly Token[],
  at: number,
  resolved: ResolvedLocale,
  isPriced: boolean,
): AmountRangeMatch | undefined {
  const match = amount(tokens, at, resolved, true);
  if (match === undefined) return undefined;
  const { after, closings } = comparisonPhrases(resolved.locale);
  const { end, money: from } = match;
  const isAmount = match.explicit || isPriced;
  // "fifty tops", "fifty or less", "two thousand and up"; not "ages five and up"
  const phrases = isAmount || from.minor >= surePriceMinor ? after : closings;
  const closing = phrases.find(({ words }) => startsWith(tokens, end, words));
  if (isAmount && closing === undefined) return { end, range: { type: 'exact', from } };
  // "size 43 max eighty euros": the word opens the next amount
  if (closing === undefined || (!isAmount && readAt(tokens, end, resolved, false) !== undefined))
    return undefined;
  return { end: end + closing.words.length, range: { type: closing.type, from } };
}

/** "Under thirty or forty" holds with either; "around thirty to forty" lies between them. */
function widened(type: Price['type'], { from, to = from }: AmountRange): AmountRange {
  if (type === 'lessThan') return { type, from: to };
  if (type === 'greaterThan') return { type, from };
  return { type: 'range', from, to };
}

function amount(
  tokens: readonly Token[],
  at: number,
  resolved: ResolvedLocale,
  bare: boolean,
): MoneyMatch | undefined {
  const { locale } = resolved;
  const match = readMoney(tokens, at, resolved, { bare });
  if (match === undefined || match.explicit) return match;
  // "no less than four stars"
  if (countsParts(tokens, at, match.end, locale)) return undefined;
  const few = locale.numbers.few.find(({ words }) => words.includes(tokens[match.end]?.norm ?? ''));
  if (few !== undefined && match.money.minor <= few.most * 100) return undefined;
  const units = unitsBehind(tokens, match.end, locale);
  // "under 100 in suede": a unit that is a preposition as well may be one where something follows
  const mayJoin = tokens[match.end - 1].end < tokens[match.end]?.start && match.end + 1 < tokens.length;
  const isJoining = ({ words: [word] }: UnitPhrase) => mayJoin && locale.prepositions.includes(word);
  return units.every(isJoining) ? match : undefined;
}

/**
 * Both ends of a range. In "one to two hundred" and "between a hundred and one fifty" each end completes the other.
 *
 * @param between What joins the two, and whether numbers alone are amounts.
 */
function readEnds(
  tokens: readonly Token[],
  at: number,
  resolved: ResolvedLocale,
  between: { joins: readonly string[][]; bare: boolean },
): AmountRangeMatch | undefined {
  // The first end stops at the joining word, even where a number could go on ("a hundred and one fifty"), unless the
  // second would be the smaller then ("a hundred and fifty and two hundred").
  let falling: AmountRangeMatch | undefined;
  for (let split = at + 1; split < Math.min(tokens.length - 1, at + 1 + mostOfEnd); split++) {
    const join = between.joins.find((words) => startsWith(tokens, split, words));
    if (join === undefined) continue;
    const low = amount(tokens.slice(0, split), at, resolved, true);
    if (low === undefined || low.end !== split) continue;
    const high = amount(tokens, split + join.length, resolved, true);
    // "between two and four usb ports"
    if (high === undefined || (!low.explicit && countsFew(tokens, high, resolved.locale))) continue;
    const isAmount = low.explicit || high.explicit || between.bare;
    if (!isAmount && !isSureRange({ low, high }, tokens, at, resolved.locale)) continue;
    const to = high.money;
    const from = low.explicit
      ? low.money
      : completed(low.money, to, tokens.slice(split + join.length, high.end), resolved.locale);
    if (from.minor <= to.minor) return { end: high.end, range: { type: 'range', from, to } };
    falling ??= { end: high.end, range: { type: 'range', from: to, to: from } };
  }
  return falling;
}

/**
 * "A hundred to two hundred", and nothing more: no ages, sizes or years are so high. Round numbers are amounts from ten
 * on, where nothing else is said: "forty to sixty".
 */
function isSureRange(
  { low, high }: { low: MoneyMatch; high: MoneyMatch },
  tokens: readonly Token[],
  at: number,
  { comparisons }: Locale,
): boolean {
  if (high.end < tokens.length || !comparisons.bareJoin.includes(tokens[low.end].norm)) return false;
  const ends = [low.money.minor, high.money.minor];
  if (ends.every((minor) => minor >= 190_000 && minor < 210_000)) return false;
  return (
    high.money.minor >= surePriceMinor ||
    (at === 0 && ends.every((minor) => minor >= 1000 && minor % 500 === 0))
  );
}

/** The lower end of "one to two hundred" or "ten to twenty thousand dollars": scale and currency are said once. */
function completed(from: Money, to: Money, words: readonly Token[], { numbers, money }: Locale): Money {
  let scale = 1;
  let fitting = 1;
  for (const word of from.minor < 10_000 ? words.toReversed() : []) {
    const one = lookup(numbers.scales, word) ?? lookup(money.multiples, word);
    if (one === undefined && scale > 1) break;
    scale *= one ?? 1;
    if (from.minor * scale < to.minor && to.minor % (scale * 100) === 0) fitting = scale;
  }
  return { minor: from.minor * fitting, currency: to.currency };
}

/** A price is hardly ever changed to more than so many times what it was, or to less than that part of it. */
const mostTimes = 4;

/**
 * A small number in the hundreds or thousands of the price before: behind "under five hundred", "six" is six hundred.
 * An amount that makes sense as it is said stays so.
 *
 * @param before In whole units.
 */
export function scaledAs(range: AmountRange, before: number): AmountRange {
  const ends = [range.from, range.to].filter((end) => end !== undefined);
  const isSmall = ends.every(({ minor }) => minor % 100 === 0 && minor * mostTimes < before * 100);
  const scale = [100, 1000].find((by) =>
    ends.every(({ minor }) => {
      const scaled = (minor / 100) * by;
      return scaled * mostTimes >= before && scaled <= before * mostTimes;
    }),
  );
  if (!isSmall || scale === undefined) return range;
  const inScale = (end: Money): Money => ({ ...end, minor: end.minor * scale });
  return {
    ...range,
    from: inScale(range.from),
    ...(range.to === undefined ? {} : { to: inScale(range.to) }),
  };
}
