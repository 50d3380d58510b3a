import { isoDay } from '../entities/calendar-day.js';
import { readDate } from '../entities/date.js';
import type { Entity } from '../pack/compile-entities.js';
import type { FigureSentence, FigureTimes } from './figure.js';

type FoundDay = NonNullable<ReturnType<typeof readDate>>;

/** Days after which a day without its year would be another one: it was said with the year. */
const mostDays = 366;

/**
 * The day that is meant where another one is put right: behind March 3rd "no, the fourth" is of that March, and behind one
 * of 1999 "no, October 22nd" is of that year.
 *
 * @returns undefined where nothing is put right, or the whole day was said.
 */
export function dayPutRight(
  sentence: FigureSentence,
  at: number,
  found: FoundDay,
  { past, into }: Pick<Entity, 'past' | 'into'>,
  { today, lastDays }: Pick<FigureTimes, 'today' | 'lastDays'>,
): string | undefined {
  if (found.lacks === undefined) return undefined;
  const last =
    dayBefore(sentence, at, today, past) ?? (beginsAnew(sentence) ? lastDays?.[into?.[0] ?? ''] : undefined);
  if (last === undefined) return undefined;
  const [, month, day] = found.value.split('-').map(Number);
  const [lastYear, lastMonth] = last.split('-').map(Number);
  const isFar = Math.abs(Date.parse(last) - today.getTime()) > mostDays * 24 * 60 * 60 * 1000;
  if (found.lacks === 'year' && !isFar) return undefined;
  const meant = new Date(lastYear, (found.lacks === 'year' ? month : lastMonth) - 1, day);
  const value = isoDay(meant);
  const isOver = past ? value > isoDay(today) : value < isoDay(today);
  return meant.getDate() !== day || (isOver && !isFar) ? undefined : value;
}

/** Whether a sentence puts right what was said before it: "no", "I meant". */
function beginsAnew(sentence: FigureSentence): boolean {
  return [0, ...sentence.fillerEnds(0)].some((start) => sentence.correctedAt(start).length > 0);
}

/** The day in a sentence that the one at a word takes the place of: "on march third, no, the fourth". */
function dayBefore(
  sentence: FigureSentence,
  at: number,
  today: Date,
  past: boolean | undefined,
): string | undefined {
  const { tokens, resolved } = sentence;
  for (let start = 0; start < at - 1; start++) {
    const day = readDate(tokens, start, resolved.locale, today, past);
    if (day !== undefined && sentence.correctedAt(day.end).some((end) => end === at || end === at - 1))
      return day.value;
  }
  return undefined;
}
