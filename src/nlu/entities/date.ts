import type { Locale } from '../locales/locale.js';
import { hasApostropheS, lookup, startsWith, type Token } from '../tokenise.js';
import { readNumber } from './number.js';
import { readOrdinal } from './ordinal.js';
import { smallNumber } from './small-number.js';

/**
 * Reads a day: "tomorrow morning", "friday", "next friday", "in two days", "two days ago", "a week from monday", "may
 * fifth", "the fifth of may", "on the fifth". A weekday is the next one after today; a day without a year is the next
 * such day.
 * @param isPast Such a day is the last one instead.
 * @returns `yyyy-MM-dd`, and where the day alone ends, without a part of it
 */
export function readDate(
  tokens: readonly Token[],
  at: number,
  locale: Locale,
  today: Date,
  isPast = false,
): (Day & { dayEnd: number }) | undefined {
  const date = readDay(tokens, at, locale, { today, isPast });
  if (date === undefined) return undefined;
  const isPart = locale.time.partsOfDay?.includes(tokens[date.end]?.norm);
  return { ...date, end: isPart ? date.end + 1 : date.end, dayEnd: date.end };
}

/** A day, and where its words end. */
interface Day {
  end: number;
  /** `yyyy-MM-dd` */
  value: string;
  /** It comes again: "friday", "the fifth of may". */
  recurs?: boolean;
  /** What was not said of it: of "may fifth" the year, of "the fifth" the month as well. */
  lacks?: 'month' | 'year';
}

/** From when on a day is looked for, and whether it is one that was. */
export interface Since {
  today: Date;
  isPast: boolean;
}

function readDay(tokens: readonly Token[], at: number, locale: Locale, since: Since): Day | undefined {
  if (tokens[at] === undefined) return undefined;
  return (
    namedDay(tokens, at, locale, since) ??
    dayBesideSpan(tokens, at, locale, since) ??
    weekdayAt(tokens, at, locale, since) ??
    laterDay(tokens, at, locale, since) ??
    calendarDay(tokens, locale.time.on?.includes(tokens[at].norm) ? at + 1 : at, locale, since)
  );
}

/** "may fifth", "the fifth of may", "the fifth" */
function calendarDay(tokens: readonly Token[], at: number, locale: Locale, since: Since): Day | undefined {
  if (tokens[at] === undefined) return undefined;
  return dayBehindMonth(tokens, at, locale, since) ?? ordinalDay(tokens, at, locale, since);
}

/** "christmas eve", "tomorrow" */
function namedDay(tokens: readonly Token[], at: number, { time }: Locale, since: Since): Day | undefined {
  const named = time.namedDays?.find(({ words }) => startsWith(tokens, at, words));
  if (named !== undefined) {
    const end = at + named.words.length;
    if (typeof named.day === 'number') return { end, value: day(since.today, named.day) };
    return dayOfYear(end, named.day[0], named.day[1], since);
  }
  const offset = lookup(time.days, tokens[at]);
  return offset === undefined ? undefined : { end: at + 1, value: day(since.today, offset) };
}

/** "two days from now", "a week from monday", "two days ago" */
function dayBesideSpan(tokens: readonly Token[], at: number, locale: Locale, since: Since): Day | undefined {
  const { time } = locale;
  const span = spanAt(tokens, at, locale);
  const next = tokens[span?.end ?? at + 2]?.norm ?? '';
  if (time.ago?.includes(next)) return pastDay(tokens, at, locale, since);
  if (span === undefined || !time.from?.includes(next)) return undefined;
  if (time.now?.includes(tokens[span.end + 1]?.norm ?? ''))
    return { end: span.end + 2, value: day(since.today, span.days) };
  const base = readDay(tokens, span.end + 1, locale, since);
  return base && { end: base.end, value: day(new Date(`${base.value}T12:00:00`), span.days) };
}

/** "two days ago", "a month ago" */
function pastDay(tokens: readonly Token[], at: number, locale: Locale, { today }: Since): Day | undefined {
  const days = spanAt(tokens, at, locale);
  if (days !== undefined) return { end: days.end + 1, value: day(today, -days.days) };
  const months = spanAt(tokens, at, locale, locale.time.monthSpans);
  return months && { end: months.end + 1, value: monthsLater(today, -months.days) };
}

/** "friday", "next friday", "last friday", "friday next week" */
function weekdayAt(
  tokens: readonly Token[],
  at: number,
  { time }: Locale,
  { today, isPast }: Since,
): Day | undefined {
  const { norm } = tokens[at];
  const isLast = time.last?.includes(norm) ?? false;
  const lead = isLast || time.next.includes(norm) ? 1 : 0;
  const weekday = lookup(time.weekdays, withoutOwner(tokens[at + lead]));
  if (weekday === undefined) return undefined;
  const end = at + lead + 1;
  const after = isLast ? undefined : time.weekAfter?.find((words) => startsWith(tokens, end, words));
  if (after !== undefined) {
    const monday = 7 - ((today.getDay() + 6) % 7);
    return { end: end + after.length, value: day(today, monday + ((weekday + 6) % 7)) };
  }
  const ahead = (weekday - today.getDay() + 7) % 7 || 7;
  const isBack = isLast || (isPast && (lead === 0 || time.on?.includes(norm)));
  // seven days before a weekday that comes within a week it was the last time, but for today's
  const offset = isBack ? (ahead === 7 ? -7 : ahead - 7) : ahead;
  return { end, value: day(today, offset), recurs: !isLast };
}

/** "in two days", "in a month" */
function laterDay(tokens: readonly Token[], at: number, locale: Locale, { today }: Since): Day | undefined {
  const { time } = locale;
  if (!time.in.includes(tokens[at].norm)) return undefined;
  const later = spanAt(tokens, at + 1, locale);
  if (later !== undefined) return { end: later.end, value: day(today, later.days) };
  const months = spanAt(tokens, at + 1, locale, time.monthSpans);
  return months && { end: months.end, value: monthsLater(today, months.days) };
}

/** "may fifth", "may the fifth", "may five" */
function dayBehindMonth(
  tokens: readonly Token[],
  at: number,
  { time, numbers, definiteArticles: articles = [] }: Locale,
  since: Since,
): Day | undefined {
  const month = lookup(time.months, tokens[at]);
  if (month === undefined) return undefined;
  const next = articles.includes(tokens[at + 1]?.norm) ? at + 2 : at + 1;
  const number = readOrdinal(tokens, next, numbers) ?? smallNumber(tokens, next, numbers, 31);
  return number && inYear(tokens, dayOfYear(number.end, month, number.value, since), numbers, since);
}

/** "the fifth of may", "the fifth" */
function ordinalDay(
  tokens: readonly Token[],
  at: number,
  { time, numbers, definiteArticles: articles = [] }: Locale,
  since: Since,
): Day | undefined {
  const isPointedAt = articles.includes(tokens[at].norm);
  const ordinal = readOrdinal(tokens, isPointedAt ? at + 1 : at, numbers);
  if (ordinal === undefined) return undefined;
  const next = time.of.includes(tokens[ordinal.end]?.norm ?? '') ? ordinal.end + 1 : ordinal.end;
  const month = lookup(time.months, tokens[next]);
  if (month !== undefined)
    return inYear(tokens, dayOfYear(next + 1, month, ordinal.value, since), numbers, since);
  // "on 5th", but not "on second thoughts"
  const isDay = isPointedAt || /^\d/.test(tokens[at].norm);
  return isDay && ordinal.value > 0 ? suchDay(ordinal.end, ordinal.value, since) : undefined;
}

/** "three days", "a week" */
function spanAt(
  tokens: readonly Token[],
  at: number,
  { time, numbers }: Locale,
  spans = time.spans,
): { end: number; days: number } | undefined {
  const count = smallNumber(tokens, at, numbers, 99) ?? articleAsOne(tokens, at, numbers);
  const span = count && lookup(spans, tokens[count.end]);
  return count === undefined || span === undefined
    ? undefined
    : { end: count.end + 1, days: count.value * span };
}

/** The year that two figures mean: the last that there was, or that of this century. */
export function yearOf(figures: number, { today, isPast }: Since): number {
  const century = today.getFullYear() - (today.getFullYear() % 100);
  return century + figures - (isPast && century + figures > today.getFullYear() ? 100 : 0);
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
  const year = date && readNumber(tokens, date.end, numbers);
  const said = (year?.hundredths ?? 0) / 100;
  const isShort = since.isPast && said >= leastShortYear && said < 100;
  const value = isShort ? yearOf(said, since) : said;
  if (date === undefined || year === undefined || value < 1900 || value > 2199 || value % 1 !== 0)
    return date;
  const [, month, dayOfMonth] = date.value.split('-').map(Number);
  const inThatYear = new Date(value, month - 1, dayOfMonth);
  return inThatYear.getDate() === dayOfMonth ? { end: year.end, value: isoDay(inThatYear) } : undefined;
}

/** A day that something belongs to: "tuesday's alarm". */
function withoutOwner(token: Token | undefined): Token | undefined {
  if (token === undefined || !hasApostropheS(token)) return token;
  return { ...token, norm: token.norm.replace(/s$/, '') };
}

/** The next day of a month with this number, or the last: "the twenty fifth". */
function suchDay(end: number, dayOfMonth: number, { today, isPast }: Since): Day | undefined {
  const isThisMonth = isPast ? dayOfMonth <= today.getDate() : dayOfMonth >= today.getDate();
  const step = isPast ? -1 : 1;
  const first = isThisMonth ? 0 : step;
  // Of two months in a row one has all the days that there are.
  for (const months of [first, first + step]) {
    const date = new Date(today.getFullYear(), today.getMonth() + months, dayOfMonth);
    if (date.getDate() === dayOfMonth) return { end, value: isoDay(date), recurs: true, lacks: 'month' };
  }
  return undefined;
}

function articleAsOne(tokens: readonly Token[], at: number, numbers: Locale['numbers']) {
  return numbers.articles.includes(tokens[at]?.norm ?? '') ? { end: at + 1, value: 1 } : undefined;
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

function day(today: Date, offset: number): string {
  return isoDay(new Date(today.getFullYear(), today.getMonth(), today.getDate() + offset));
}

/** The same day of a later month, or its last where it is shorter. */
function monthsLater(today: Date, months: number): string {
  const date = new Date(today.getFullYear(), today.getMonth() + months, today.getDate());
  if (date.getDate() !== today.getDate()) date.setDate(0);
  return isoDay(date);
}

/** `YYYY-MM-DD` of local time. */
export function isoDay(date: Date): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}
