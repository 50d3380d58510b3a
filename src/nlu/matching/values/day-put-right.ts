import { readAnyDate } from '../../entities/any-date.js';
import { isoDay, monthAt, noonOf, readYear } from '../../entities/calendar-day.js';
import { dayInMonth } from '../../entities/day-in-month.js';
import type { Entity } from '../../pack/compile/compile-entities.js';
import { beginsAnew, type SentenceView } from '../sentence-view.js';
import type { FigureTimes } from './figure.js';

type FoundDay = NonNullable<ReturnType<typeof readAnyDate>>;
type DayEntity = Pick<Entity, 'past' | 'into'>;
type DayTimes = Pick<FigureTimes, 'today' | 'lastDays'>;

/** Days after which a day without its year would be another one: it was said with the year. */
const mostDays = 366;

/**
 * The day that is meant where another one is put right: behind March 3rd "no, the fourth" is of that March, "no, the
 * friday" is the nearest one, and behind a day of 1999 "no, October 22nd" is of that year.
 *
 * @returns undefined where nothing is put right, or the whole day was said.
 */
export function dayPutRight(
  sentence: SentenceView,
  at: number,
  found: FoundDay,
  entity: DayEntity,
  times: DayTimes,
): string | undefined {
  if (found.lacks === undefined) return undefined;
  const last = oldDay(sentence, at, entity, times);
  if (last === undefined) return undefined;
  const { past } = entity;
  const { today } = times;
  if (found.lacks === 'week') return sameWeekday(found.value, last, today);
  const [, month, day] = found.value.split('-').map(Number);
  const [lastYear, lastMonth] = last.split('-').map(Number);
  const wasWithYear = isFar(last, today);
  if (found.lacks === 'year' && !wasWithYear) return undefined;
  const meant = new Date(lastYear, (found.lacks === 'year' ? month : lastMonth) - 1, day);
  const value = isoDay(meant);
  const isOver = past ? value > isoDay(today) : value < isoDay(today);
  return meant.getDate() !== day || (isOver && !wasWithYear) ? undefined : value;
}

/** Whether a day was said with its year: without it another one would be meant. */
function isFar(day: string, today: Date): boolean {
  return Math.abs(Date.parse(day) - today.getTime()) > mostDays * 24 * 60 * 60 * 1000;
}

/** The day of the week of one day that is nearest to another; undefined where that is over. */
function sameWeekday(day: string, other: string, today: Date): string | undefined {
  const meant = noonOf(other);
  meant.setDate(meant.getDate() + ((noonOf(day).getDay() - meant.getDay() + 10) % 7) - 3);
  return isoDay(meant) < isoDay(today) ? undefined : isoDay(meant);
}

/**
 * The day of which only the month or the year is put right: behind March 3rd 2019 "no, april" or "no, twenty
 * twenty one".
 */
export function monthOrYearPutRight(
  sentence: SentenceView,
  at: number,
  entity: DayEntity,
  times: DayTimes,
): { end: number; value: string } | undefined {
  const { tokens, resolved } = sentence;
  const { locale } = resolved;
  const { today } = times;
  const since = { today, isPast: entity.past ?? false };
  // "no, in january"
  const start = locale.time.in.includes(tokens[at].norm) ? at + 1 : at;
  const year = start === at ? readYear(tokens, at, locale.numbers, since) : undefined;
  if (year === undefined && monthAt(locale.time, tokens[start]) === undefined) return undefined;
  const last = oldDay(sentence, at, entity, times);
  if (last === undefined) return undefined;
  const [lastYear, , lastDay] = last.split('-').map(Number);
  if (year !== undefined) return realDay(year.end, `${year.value}${last.slice(4)}`);
  const inMonth = dayInMonth(tokens, start, locale, since, (year, month) => {
    const day = new Date(year, month, lastDay);
    return day.getDate() === lastDay ? day : undefined;
  });
  if (inMonth?.lacks !== 'year' || !isFar(last, today)) return inMonth;
  return realDay(inMonth.end, `${lastYear}${inMonth.value.slice(4)}`);
}

/** A day, where there is one in its year. */
function realDay(end: number, value: string): { end: number; value: string } | undefined {
  return isoDay(noonOf(value)) === value ? { end, value } : undefined;
}

/** The day that one at a word may put right: the one before it in the sentence, or that which is there. */
function oldDay(
  sentence: SentenceView,
  at: number,
  { past, into }: DayEntity,
  { today, lastDays }: DayTimes,
): string | undefined {
  const said = dayBefore(sentence, at, today, past);
  return said ?? (beginsAnew(sentence) ? lastDays?.[into?.[0] ?? ''] : undefined);
}

/** The day in a sentence that the one at a word takes the place of: "on march third, no, the fourth". */
function dayBefore(
  sentence: SentenceView,
  at: number,
  today: Date,
  past: boolean | undefined,
): string | undefined {
  const { tokens, resolved } = sentence;
  for (let start = 0; start < at - 1; start++) {
    const day = readAnyDate(tokens, start, resolved, { today, isPast: past ?? false });
    if (day !== undefined && sentence.correctedAt(day.end).some((end) => end === at || end === at - 1))
      return day.value;
  }
  return undefined;
}
