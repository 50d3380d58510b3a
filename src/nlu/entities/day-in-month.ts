import type { Locale } from '../locales/locale.js';
import { lookup, type Token } from '../tokenise.js';
import { type Day, isoDay, monthAt, readYear, type Since } from './calendar-day.js';

/**
 * A day of the month, or the year, that is named from a place on: "november", "november 2027", "next month", "the year".
 * Of a month without a year it is the next such day, or the last.
 *
 * @param dayIn The day of so many months from one on, which counts from 0; undefined where they have none.
 */
export function dayInMonth(
  tokens: readonly Token[],
  at: number,
  locale: Locale,
  since: Since,
  dayIn: (year: number, month: number, months: number) => Date | undefined,
): Day | undefined {
  const { time, numbers } = locale;
  const { today, isPast } = since;
  const thisYear = today.getFullYear();
  const dayOf = (end: number, ...months: Parameters<typeof dayIn>): Day | undefined => {
    const date = dayIn(...months);
    return date && { end, value: isoDay(date) };
  };
  const month = monthAt(time, tokens[at]);
  if (month === undefined) {
    const span = lookup(time.monthSpans ?? {}, tokens[at + 1]);
    const offset = offsetAt(tokens, at, locale);
    if (span === undefined || offset === undefined) return undefined;
    const isYear = span > 1;
    return isYear
      ? dayOf(at + 2, thisYear + offset, 0, span)
      : dayOf(at + 2, thisYear, today.getMonth() + offset, 1);
  }
  const year = readYear(tokens, at + 1, numbers, since);
  if (year !== undefined) return dayOf(year.end, year.value, month - 1, 1);
  const now = isoDay(today);
  const day = [thisYear, thisYear + (isPast ? -1 : 1)]
    .map((one) => dayOf(at + 1, one, month - 1, 1))
    .find((found) => found && (isPast ? found.value <= now : found.value >= now));
  return day && { ...day, recurs: true, lacks: 'year' };
}

/** Of "the month" 0, of "next month" 1. */
function offsetAt(tokens: readonly Token[], at: number, { time, definiteArticles = [] }: Locale) {
  const norm = tokens[at]?.norm;
  if (time.last?.includes(norm)) return -1;
  if (time.edges?.following.includes(norm)) return 1;
  return definiteArticles.includes(norm) || time.edges?.present.includes(norm) ? 0 : undefined;
}
