import type { Locale } from '../locales/locale.js';
import { lookup, type Token } from '../tokenise.js';
import { type Day, monthAt, type Since } from './calendar-day.js';
import { dayInMonth } from './day-in-month.js';
import { readOrdinal } from './ordinal.js';

/**
 * A day that is counted in a month: "the last sunday in november", "the first monday of next month", "the last day of may",
 * "the fifth of this month".
 */
export function nthOfMonth(
  tokens: readonly Token[],
  at: number,
  locale: Locale,
  since: Since,
): Day | undefined {
  const { time, numbers, definiteArticles: articles } = locale;
  const article = time.on.includes(tokens[at]?.norm) ? at + 1 : at;
  const nth = readOrdinal(tokens, articles.includes(tokens[article]?.norm) ? article + 1 : article, numbers);
  if (nth === undefined || nth.value === 0) return undefined;
  const weekday = lookup(time.weekdays, tokens[nth.end]);
  const isDay = lookup(time.spans, tokens[nth.end]) === 1;
  const end = weekday === undefined && !isDay ? nth.end : nth.end + 1;
  const joint = tokens[end]?.norm ?? '';
  if (!time.of.includes(joint) && !time.in.includes(joint)) return undefined;
  const named = end + 1;
  if (weekday !== undefined)
    return dayInMonth(tokens, named, locale, since, (...months) => nthDay(nth.value, months, weekday));
  // "the fifth of may" is a day of the calendar
  if (!isDay && (monthAt(time, tokens[named]) !== undefined || nth.value < 0)) return undefined;
  return dayInMonth(tokens, named, locale, since, (...months) => nthDay(nth.value, months));
}

/**
 * A day of so many months from one on, or a day of the week there.
 *
 * @param nth Counted from the end where it is below 0.
 * @param months The year, the first month, which counts from 0, and how many there are.
 */
function nthDay(nth: number, [year, month, months]: readonly number[], weekday?: number): Date | undefined {
  const [first, last] = [new Date(year, month, 1), new Date(year, month + months, 0)];
  const isFromEnd = nth < 0;
  const day = new Date(isFromEnd ? last : first);
  const apart = weekday === undefined ? 0 : (weekday - day.getDay() + (isFromEnd ? -7 : 7)) % 7;
  const more = isFromEnd ? nth + 1 : nth - 1;
  day.setDate(day.getDate() + apart + (weekday === undefined ? 1 : 7) * more);
  return day >= first && day <= last ? day : undefined;
}
