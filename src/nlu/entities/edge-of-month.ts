import type { Locale } from '../locales/locale.js';
import type { Token } from '../tokenise.js';
import type { Day, Since } from './calendar-day.js';
import { dayInMonth } from './day-in-month.js';

/** "The end of november", "the beginning of next month", "the end of the year": the last day of it, or the first. */
export function edgeOfMonth(
  tokens: readonly Token[],
  at: number,
  locale: Locale,
  since: Since,
): Day | undefined {
  const { time, definiteArticles: articles } = locale;
  const first = articles.includes(tokens[at]?.norm) ? at + 1 : at;
  const edge = tokens[first]?.norm;
  const isEnd = time.edges.end.includes(edge);
  if (!isEnd && !time.edges.start.includes(edge)) return undefined;
  if (!time.of.includes(tokens[first + 1]?.norm)) return undefined;
  return dayInMonth(tokens, first + 2, locale, since, (year, month, months) =>
    isEnd ? new Date(year, month + months, 0) : new Date(year, month, 1),
  );
}
