import type { Locale, TimeWords } from '../locales/locale.js';
import { lookup, type Token } from '../tokenise.js';
import { readNumber } from './number.js';
import { readOrdinal } from './ordinal.js';
import { smallNumber } from './small-number.js';

/** A day, and where its words end. */
export interface Day {
  end: number;
  /** `yyyy-MM-dd` */
  value: string;
  /** It comes again: "friday", "the fifth of may". */
  recurs?: boolean;
  /** What was not said of it: of "may fifth" the year, of "the fifth" the month as well, of "the friday" the week. */
  lacks?: 'week' | 'month' | 'year';
}

/** From when on a day is looked for, and whether it is one that was. */
export interface Since {
  today: Date;
  isPast: boolean;
  /** The day that was spoken of last: "the day after". */
  last?: () => string | undefined;
}

/** "may fifth", "the fifth of may", "5 may", "the fifth" */
export function calendarDay(
  tokens: readonly Token[],
  at: number,
  locale: Locale,
  since: Since,
): Day | undefined {
  if (tokens[at] === undefined) return undefined;
  return (
    dayBehindMonth(tokens, at, locale, since) ??
    ordinalDay(tokens, at, locale, since) ??
    dayBeforeMonth(tokens, at, locale, since)
  );
}

/** The number of the month that a word names, from 1 on. */
export function monthAt({ months, shortMonths }: TimeWords, token: Token | undefined): number | undefined {
  return lookup(months, token) ?? lookup(shortMonths, token);
}

/** "may fifth", "may the fifth", "may five" */
function dayBehindMonth(
  tokens: readonly Token[],
  at: number,
  { time, numbers, definiteArticles: articles }: Locale,
  since: Since,
): Day | undefined {
  const month = monthAt(time, tokens[at]);
  if (month === undefined) return undefined;
  const next = articles.includes(tokens[at + 1]?.norm) ? at + 2 : at + 1;
  const number = readOrdinal(tokens, next, numbers) ?? smallNumber(tokens, next, numbers, 31);
  return number && inYear(tokens, dayOfYear(number.end, month, number.value, since), numbers, since);
}

/** "5 may", "five may 2027", "the seven of may", but not the four of "four may fifth" */
function dayBeforeMonth(tokens: readonly Token[], at: number, locale: Locale, since: Since): Day | undefined {
  const { time, numbers, definiteArticles: articles } = locale;
  const number = smallNumber(tokens, articles.includes(tokens[at].norm) ? at + 1 : at, numbers, 31);
  if (number === undefined) return undefined;
  const next = time.of.includes(tokens[number.end]?.norm) ? number.end + 1 : number.end;
  const month = monthAt(time, tokens[next]);
  if (month === undefined) return undefined;
  if (
    dayBehindMonth(tokens, next, locale, since) !== undefined &&
    readYear(tokens, next + 1, numbers, since) === undefined
  )
    return undefined;
  return inYear(tokens, dayOfYear(next + 1, month, number.value, since), numbers, since);
}

/** "the fifth of may", "the fifth", "the fifth of the ninth" */
function ordinalDay(
  tokens: readonly Token[],
  at: number,
  { time, numbers, definiteArticles: articles }: Locale,
  since: Since,
): Day | undefined {
  const isPointedAt = articles.includes(tokens[at].norm);
  const ordinal = readOrdinal(tokens, isPointedAt ? at + 1 : at, numbers);
  if (ordinal === undefined) return undefined;
  const next = time.of.includes(tokens[ordinal.end]?.norm ?? '') ? ordinal.end + 1 : ordinal.end;
  const month = monthAt(time, tokens[next]);
  if (month !== undefined)
    return inYear(tokens, dayOfYear(next + 1, month, ordinal.value, since), numbers, since);
  const nth =
    next > ordinal.end && articles.includes(tokens[next]?.norm)
      ? readOrdinal(tokens, next + 1, numbers)
      : undefined;
  if (nth !== undefined && nth.value >= 1 && nth.value <= 12)
    return inYear(tokens, dayOfYear(nth.end, nth.value, ordinal.value, since), numbers, since);
  // "on 5th", but not "on second thoughts"
  const isDay = isPointedAt || /^\d/.test(tokens[at].norm);
  return isDay && ordinal.value > 0 ? suchDay(ordinal.end, ordinal.value, since) : undefined;
}

/** The next such day of a year, or the last. */
export function dayOfYear(
  end: number,
  month: number,
  dayOfMonth: number,
  { today, isPast }: Since,
): Day | undefined {
  const start = new Date(today.getFullYear(), today.getMonth(), today.getDate());
  // Between two twenty-ninths of February may lie eight years.
  for (let years = 0; years <= 8; years++) {
    const date = new Date(today.getFullYear() + (isPast ? -years : years), month - 1, dayOfMonth);
    const isMeant = isPast ? date <= start : date >= start;
    if (date.getMonth() === month - 1 && isMeant)
      return { end, value: isoDay(date), recurs: true, lacks: 'year' };
  }
  return undefined;
}

/**
 * The next day of a month with this number, or the last: "the twenty fifth".
 *
 * @param first The month that is looked at first, so many on.
 */
export function suchDay(
  end: number,
  dayOfMonth: number,
  { today, isPast }: Since,
  first = firstMonth(dayOfMonth, { today, isPast }),
): Day | undefined {
  const step = isPast ? -1 : 1;
  // Of two months in a row one has all the days that there are.
  for (const months of [first, first + step]) {
    const date = new Date(today.getFullYear(), today.getMonth() + months, dayOfMonth);
    if (date.getDate() === dayOfMonth) return { end, value: isoDay(date), recurs: true, lacks: 'month' };
  }
  return undefined;
}

/** The month of today, or the one beside it where its day is over, or has not come yet. */
function firstMonth(dayOfMonth: number, { today, isPast }: Since): number {
  if (isPast) return dayOfMonth <= today.getDate() ? 0 : -1;
  return dayOfMonth >= today.getDate() ? 0 : 1;
}

/** From which number on two figures behind a day are a year, and no time or day. */
const leastShortYear = 32;

/**
 * "... twenty twenty seven", "... two thousand thirty" behind a day of the calendar; behind a day that was also "seventy
 * six".
 */
function inYear(
  tokens: readonly Token[],
  date: Day | undefined,
  numbers: Locale['numbers'],
  since: Since,
): Day | undefined {
  const year = date && readYear(tokens, date.end, numbers, since);
  if (date === undefined || year === undefined) return date;
  const [, month, dayOfMonth] = date.value.split('-').map(Number);
  const inThatYear = new Date(year.value, month - 1, dayOfMonth);
  return inThatYear.getDate() === dayOfMonth ? { end: year.end, value: isoDay(inThatYear) } : undefined;
}

/** "twenty twenty seven", "2027", and of a day that was "seventy six", "oh five" */
export function readYear(
  tokens: readonly Token[],
  at: number,
  numbers: Locale['numbers'],
  since: Since,
): { end: number; value: number } | undefined {
  const last =
    since.isPast && numbers.zeroDigits.includes(tokens[at]?.norm)
      ? smallNumber(tokens, at + 1, numbers, 9)
      : undefined;
  if (last !== undefined) return { end: last.end, value: yearOf(last.value, since) };
  const year = readNumber(tokens, at, numbers);
  const said = (year?.hundredths ?? 0) / 100;
  const isShort = since.isPast && said >= leastShortYear && said < 100;
  const value = isShort ? yearOf(said, since) : said;
  return year !== undefined && isYear(value) ? { end: year.end, value } : undefined;
}

/** Whether a number behind a day can be its year. */
export function isYear(value: number): boolean {
  return Number.isInteger(value) && value >= 1900 && value <= 2199;
}

/** The year that two figures mean: the last that there was, or that of this century. */
export function yearOf(figures: number, { today, isPast }: Since): number {
  const century = today.getFullYear() - (today.getFullYear() % 100);
  return century + figures - (isPast && century + figures > today.getFullYear() ? 100 : 0);
}

/** The same day of a later month, or its last where it is shorter. */
export function monthsLater(today: Date, months: number): string {
  const date = new Date(today.getFullYear(), today.getMonth() + months, today.getDate());
  if (date.getDate() !== today.getDate()) date.setDate(0);
  return isoDay(date);
}

/** The day that lies so many days behind another, or before it. */
export function daysLater(today: Date, days: number): string {
  return isoDay(new Date(today.getFullYear(), today.getMonth(), today.getDate() + days));
}

/** The middle of a day, in local time, which no change of the clock moves to another day. */
export function noonOf(value: string): Date {
  return new Date(`${value}T12:00:00`);
}

/** `YYYY-MM-DD` of local time. */
export function isoDay(date: Date): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}
