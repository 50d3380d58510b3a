import { readAnyDate } from '../entities/any-date.js';
import { noonOf } from '../entities/calendar-day.js';
import type { Entity } from '../pack/compile-entities.js';
import { hasWord } from '../tokenise.js';
import { dayPutRight, yearPutRight } from './day-put-right.js';
import type { FigureSentence, FigureTimes } from './figure.js';

/**
 * The day that starts at a word. Until when something is comes behind since when: of "from friday to sunday" the Sunday is
 * the one after that Friday, whatever day it is today.
 */
export function dateAt(
  sentence: FigureSentence,
  at: number,
  entity: Pick<Entity, 'past' | 'into'>,
  times: Pick<FigureTimes, 'today' | 'lastDays'>,
): ReturnType<typeof readAnyDate> {
  const { tokens, resolved } = sentence;
  const { past } = entity;
  const { today } = times;
  const since = { today, isPast: past ?? false };
  const found = readAnyDate(tokens, at, resolved, since);
  if (found === undefined) {
    const year = yearPutRight(sentence, at, entity, times);
    return year && { ...year, dayEnd: year.end };
  }
  const right = dayPutRight(sentence, at, found, entity, times);
  if (right !== undefined) return { ...found, value: right };
  if (!found.recurs || !endsSpan(sentence, at)) return found;
  let first = { end: 0, value: '' };
  // "december third" rather than "third"
  for (let start = 0; start < at - 1; start++) {
    const day = readAnyDate(tokens, start, resolved, since);
    if (day !== undefined && day.end > first.end && day.end < at) first = day;
  }
  if (first.end === 0) return found;
  return readAnyDate(tokens, at, resolved, { today: noonOf(first.value), isPast: false });
}

/** Whether a word says until when something is; "move it from friday to monday" names no such span. */
function endsSpan({ tokens, resolved }: FigureSentence, at: number): boolean {
  const { spansDays } = resolved.locale.time;
  if (spansDays === undefined || at < 2) return false;
  const { norm } = tokens[at - 1];
  const isJoined = spansDays.and.includes(norm) && hasWord(tokens, 0, at, new Set(spansDays.between));
  return (isJoined || spansDays.until.includes(norm)) && !hasWord(tokens, 0, at, new Set(spansDays.moves));
}
