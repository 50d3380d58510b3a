import type { Locale } from '../locales/locale.js';
import { lookup, type Token } from '../tokenise.js';
import { type Day, isoDay, monthAt, readYear, type Since } from './calendar-day.js';

/**
 * "The end of november", "the beginning of next month", "the end of the year": the last day of it, or the first. Of a month
 * without a year it is the next such day, or the last.
 */
export function edgeOfMonth(
  tokens: readonly Token[],
  at: number,
  locale: Locale,
  since: Since,
): Day | undefined {
  const { time, numbers, definiteArticles: articles = [] } = locale;
  const first = articles.includes(tokens[at]?.norm) ? at + 1 : at;
  const edge = tokens[first]?.norm;
  const isEnd = time.edges?.end.includes(edge) ?? false;
  if (!isEnd && !time.edges?.start.includes(edge)) return undefined;
  if (!time.of.includes(tokens[first + 1]?.norm)) return undefined;
  const named = first + 2;
  /** @param month From 0 on. */
  const edgeIn = (year: number, month: number, months = 1) =>
    isoDay(isEnd ? new Date(year, month + months, 0) : new Date(year, month, 1));
  const { today, isPast } = since;
  const thisYear = today.getFullYear();
  const month = monthAt(time, tokens[named]);
  if (month === undefined) {
    const span = lookup(time.monthSpans ?? {}, tokens[named + 1]);
    const offset = offsetAt(tokens, named, locale);
    if (span === undefined || offset === undefined) return undefined;
    const isYear = span > 1;
    const value = isYear ? edgeIn(thisYear + offset, 0, span) : edgeIn(thisYear, today.getMonth() + offset);
    return { end: named + 2, value };
  }
  const year = readYear(tokens, named + 1, numbers, since);
  if (year !== undefined) return { end: year.end, value: edgeIn(year.value, month - 1) };
  const now = isoDay(today);
  const value = [thisYear, thisYear + (isPast ? -1 : 1)]
    .map((one) => edgeIn(one, month - 1))
    .find((day) => (isPast ? day <= now : day >= now));
  return value === undefined ? undefined : { end: named + 1, value, recurs: true, lacks: 'year' };
}

/** Of "the month" 0, of "next month" 1. */
function offsetAt(tokens: readonly Token[], at: number, { time, definiteArticles = [] }: Locale) {
  const norm = tokens[at]?.norm;
  if (time.last?.includes(norm)) return -1;
  if (time.edges?.following.includes(norm)) return 1;
  return definiteArticles.includes(norm) || time.edges?.present.includes(norm) ? 0 : undefined;
}
