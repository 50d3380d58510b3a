import type { ResolvedLocale } from '../locales/index.js';
import type { Token } from '../tokenise.js';
import type { Since } from './calendar-day.js';
import { readDate } from './date.js';
import { readNumericDate } from './numeric-date.js';

/** A day in words, in figures, or in both: "saturday", "12/5", "saturday 12/5". */
export function readAnyDate(
  tokens: readonly Token[],
  at: number,
  resolved: ResolvedLocale,
  since: Since,
): ReturnType<typeof readDate> {
  const found = readDate(tokens, at, resolved.locale, since.today, since.isPast, since.last);
  // of a day of the calendar month or year is not said
  const isWeekday = found?.recurs && (found.lacks ?? 'week') === 'week';
  const figures =
    readNumericDate(tokens, at, resolved, since) ??
    (isWeekday ? readNumericDate(tokens, found.dayEnd, resolved, since) : undefined);
  return figures === undefined ? found : { ...figures, dayEnd: figures.end };
}
