import { readDate } from '../entities/date.js';
import { readNumericDate } from '../entities/numeric-date.js';
import type { Entity } from '../pack/compile-entities.js';
import { hasWord } from '../tokenise.js';
import { dayPutRight } from './day-put-right.js';
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
): ReturnType<typeof readDate> {
  const { tokens, resolved } = sentence;
  const { past } = entity;
  const { today } = times;
  const inFigures = readNumericDate(tokens, at, resolved, { today, isPast: past ?? false });
  if (inFigures !== undefined) return { ...inFigures, dayEnd: inFigures.end };
  const found = readDate(tokens, at, resolved.locale, today, past);
  const right = found && dayPutRight(sentence, at, found, entity, times);
  if (right !== undefined) return { ...found!, value: right };
  if (!found?.recurs || !endsSpan(sentence, at)) return found;
  let first = { end: 0, value: '' };
  // "december third" rather than "third"
  for (let start = 0; start < at - 1; start++) {
    const day = readDate(tokens, start, resolved.locale, today, past);
    if (day !== undefined && day.end > first.end && day.end < at) first = day;
  }
  if (first.end === 0) return found;
  return readDate(tokens, at, resolved.locale, new Date(`${first.value}T12:00:00`));
}

/** Whether a word says until when something is; "move it from friday to monday" names no such span. */
function endsSpan({ tokens, resolved }: FigureSentence, at: number): boolean {
  const { spansDays } = resolved.locale.time;
  if (spansDays === undefined || at < 2) return false;
  const { norm } = tokens[at - 1];
  const isJoined = spansDays.and.includes(norm) && hasWord(tokens, 0, at, new Set(spansDays.between));
  return (isJoined || spansDays.until.includes(norm)) && !hasWord(tokens, 0, at, new Set(spansDays.moves));
}
