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
  const { time, numbers, definiteArticles } = locale;
  const { today, isPast } = since;
  const thisYear = today.getFullYear();
  const dayOf = (end: number, ...months: Parameters<typeof dayIn>): Day | undefined => {
    const date = dayIn(...months);
    return date && { end, value: isoDay(date) };
  };
  const now = isoDay(today);
  /** The next such day, or the last, of this month or year or of one beside it. */
  const nearest = (dayOfOther: (more: number) => Day | undefined) =>
    [0, isPast ? -1 : 1]
      .map(dayOfOther)
      .find((found) => found && (isPast ? found.value <= now : found.value >= now));
  const month = monthAt(time, tokens[at]);
  if (month === undefined) {
    const span = lookup(time.monthSpans, tokens[at + 1]);
    const offset = offsetAt(tokens, at, locale);
    if (span === undefined || offset === undefined) return undefined;
    const isYear = span > 1;
    const ofSpan = (more: number) =>
      isYear
        ? dayOf(at + 2, thisYear + offset + more, 0, span)
        : dayOf(at + 2, thisYear, today.getMonth() + offset + more, 1);
    // the last friday "of the month" that is gone by is that of the next one
    return definiteArticles.includes(tokens[at].norm) ? nearest(ofSpan) : ofSpan(0);
  }
  const year = readYear(tokens, at + 1, numbers, since);
  if (year !== undefined) return dayOf(year.end, year.value, month - 1, 1);
  const day = nearest((more) => dayOf(at + 1, thisYear + more, month - 1, 1));
  return day && { ...day, recurs: true, lacks: 'year' };
}

/** Of "the month" 0, of "next month" 1. */
function offsetAt(tokens: readonly Token[], at: number, { time, definiteArticles }: Locale) {
  const norm = tokens[at]?.norm;
  if (time.last.includes(norm)) return -1;
  if (time.edges.following.includes(norm)) return 1;
  return definiteArticles.includes(norm) || time.edges.present.includes(norm) ? 0 : undefined;
}
