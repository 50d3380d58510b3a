import type { Locale } from '../locales/locale.js';
import { hasApostropheS, lookup, startsWith, type Token } from '../tokenise.js';
import { readNumber } from './number.js';
import { readOrdinal } from './ordinal.js';
import { smallNumber } from './small-number.js';

/**
 * Reads a day: "tomorrow morning", "friday", "next friday", "in two days", "a week from monday", "may fifth", "the fifth
 * of may", "the fifth". A weekday is the next one after today; a day without a year is the next such day.
 * @returns `yyyy-MM-dd`, and where the day alone ends, without a part of it
 */
export function readDate(
  tokens: readonly Token[],
  at: number,
  locale: Locale,
  today: Date,
): { end: number; value: string; dayEnd: number } | undefined {
  const date = readDay(tokens, at, locale, today);
  if (date === undefined) return undefined;
  const isPart = locale.time.partsOfDay?.includes(tokens[date.end]?.norm);
  return { ...date, end: isPart ? date.end + 1 : date.end, dayEnd: date.end };
}

function readDay(
  tokens: readonly Token[],
  at: number,
  locale: Locale,
  today: Date,
): { end: number; value: string } | undefined {
  const { time, numbers, definiteArticles: articles = [] } = locale;
  const first = tokens[at];
  if (first === undefined) return undefined;
  const named = time.namedDays?.find(({ words }) => startsWith(tokens, at, words));
  if (named !== undefined) {
    const end = at + named.words.length;
    if (typeof named.day === 'number') return { end, value: day(today, named.day) };
    return calendar(end, named.day[0], named.day[1], today);
  }
  const offset = lookup(time.days, first);
  if (offset !== undefined) return { end: at + 1, value: day(today, offset) };
  const span = spanAt(tokens, at, locale);
  if (span !== undefined && time.from?.includes(tokens[span.end]?.norm ?? '')) {
    if (time.now?.includes(tokens[span.end + 1]?.norm ?? ''))
      return { end: span.end + 2, value: day(today, span.days) };
    const base = readDay(tokens, span.end + 1, locale, today);
    if (base !== undefined)
      return { end: base.end, value: day(new Date(`${base.value}T12:00:00`), span.days) };
  }
  const lead = time.next.includes(first.norm) ? 1 : 0;
  const weekday = lookup(time.weekdays, withoutOwner(tokens[at + lead]));
  if (weekday !== undefined) {
    const end = at + lead + 1;
    const after = time.weekAfter?.find((words) => startsWith(tokens, end, words));
    if (after !== undefined) {
      const monday = 7 - ((today.getDay() + 6) % 7);
      return { end: end + after.length, value: day(today, monday + ((weekday + 6) % 7)) };
    }
    const ahead = (weekday - today.getDay() + 7) % 7 || 7;
    return { end, value: day(today, ahead) };
  }
  if (time.in.includes(first.norm)) {
    const later = spanAt(tokens, at + 1, locale);
    if (later !== undefined) return { end: later.end, value: day(today, later.days) };
    const months = spanAt(tokens, at + 1, locale, time.monthSpans);
    if (months !== undefined) return { end: months.end, value: monthsLater(today, months.days) };
  }
  const month = lookup(time.months, first);
  if (month !== undefined) {
    let next = at + 1;
    if (articles.includes(tokens[next]?.norm)) next++;
    const dayNumber = readOrdinal(tokens, next, numbers) ?? smallNumber(tokens, next, numbers, 31);
    if (dayNumber !== undefined)
      return inYear(tokens, calendar(dayNumber.end, month, dayNumber.value, today), numbers);
  }
  const skip = articles.includes(first.norm) ? 1 : 0;
  const ordinal = readOrdinal(tokens, at + skip, numbers);
  if (ordinal !== undefined) {
    let next = ordinal.end;
    if (time.of.includes(tokens[next]?.norm ?? '')) next++;
    const ofMonth = lookup(time.months, tokens[next]);
    if (ofMonth !== undefined)
      return inYear(tokens, calendar(next + 1, ofMonth, ordinal.value, today), numbers);
    // "on 5th", but not "on second thoughts"
    const isDay = skip === 1 || /^\d/.test(first.norm);
    if (isDay && ordinal.value > 0) return nextSuchDay(ordinal.end, ordinal.value, today);
  }
  return undefined;
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

/** "... twenty twenty seven", "... two thousand thirty" behind a day of the calendar. */
function inYear(
  tokens: readonly Token[],
  date: { end: number; value: string } | undefined,
  numbers: Locale['numbers'],
): { end: number; value: string } | undefined {
  const year = date && readNumber(tokens, date.end, numbers);
  const value = (year?.hundredths ?? 0) / 100;
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

/** The next day of a month with this number: "the twenty fifth". */
function nextSuchDay(
  end: number,
  dayOfMonth: number,
  today: Date,
): { end: number; value: string } | undefined {
  const first = dayOfMonth >= today.getDate() ? 0 : 1;
  // Of two months in a row one has all the days that there are.
  for (const ahead of [first, first + 1]) {
    const date = new Date(today.getFullYear(), today.getMonth() + ahead, dayOfMonth);
    if (date.getDate() === dayOfMonth) return { end, value: isoDay(date) };
  }
  return undefined;
}

function articleAsOne(tokens: readonly Token[], at: number, numbers: Locale['numbers']) {
  return numbers.articles.includes(tokens[at]?.norm ?? '') ? { end: at + 1, value: 1 } : undefined;
}

function calendar(
  end: number,
  month: number,
  dayOfMonth: number,
  today: Date,
): { end: number; value: string } | undefined {
  const start = new Date(today.getFullYear(), today.getMonth(), today.getDate());
  // Between two twenty-ninths of February may lie eight years.
  for (let year = today.getFullYear(); year <= today.getFullYear() + 8; year++) {
    const date = new Date(year, month - 1, dayOfMonth);
    if (date.getMonth() === month - 1 && date >= start) return { end, value: isoDay(date) };
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
