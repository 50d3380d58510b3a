import type { Locale } from '../locales/locale.js';
import { lookup, type Token } from '../tokenise.js';
import type { Day, Since } from './calendar-day.js';
import { dayInMonth } from './day-in-month.js';
import { readOrdinal } from './ordinal.js';

/** "The last sunday in november", "the first monday of next month", "on the second tuesday in may 2027". */
export function weekdayOfMonth(
  tokens: readonly Token[],
  at: number,
  locale: Locale,
  since: Since,
): Day | undefined {
  const { time, numbers, definiteArticles: articles = [] } = locale;
  const article = time.on?.includes(tokens[at]?.norm) ? at + 1 : at;
  const nth = readOrdinal(tokens, articles.includes(tokens[article]?.norm) ? article + 1 : article, numbers);
  const weekday = nth && lookup(time.weekdays, tokens[nth.end]);
  if (nth === undefined || weekday === undefined) return undefined;
  const joint = tokens[nth.end + 1]?.norm ?? '';
  if (!time.of.includes(joint) && !time.in.includes(joint)) return undefined;
  return dayInMonth(tokens, nth.end + 2, locale, since, (year, month, months) => {
    const [first, last] = [new Date(year, month, 1), new Date(year, month + months, 0)];
    const isFromEnd = nth.value < 0;
    const day = new Date(isFromEnd ? last : first);
    const apart = (weekday - day.getDay() + (isFromEnd ? -7 : 7)) % 7;
    day.setDate(day.getDate() + apart + 7 * (isFromEnd ? nth.value + 1 : nth.value - 1));
    return nth.value !== 0 && day >= first && day <= last ? day : undefined;
  });
}
