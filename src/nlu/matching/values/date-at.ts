import { readAnyDate } from '../../entities/any-date.js';
import { isoDay, noonOf, type Since } from '../../entities/calendar-day.js';
import type { Entity } from '../../pack/compile/compile-entities.js';
import { hasWord } from '../../tokenise.js';
import type { SentenceView } from '../sentence-view.js';
import { dayPutRight, monthOrYearPutRight } from './day-put-right.js';
import type { FigureTimes } from './figure.js';

type FoundDay = NonNullable<ReturnType<typeof readAnyDate>>;

/**
 * The day that starts at a word. Until when something is comes behind since when: of "from friday to sunday" the Sunday is
 * the one after that Friday, whatever day it is today; and so does what comes `behind` the day of a field, "leaving on
 * friday, back on sunday".
 */
export function dateAt(
  sentence: SentenceView,
  at: number,
  entity: Pick<Entity, 'past' | 'into' | 'behind'>,
  times: Pick<FigureTimes, 'today' | 'lastDays'>,
): FoundDay | undefined {
  const { tokens, resolved } = sentence;
  const { past } = entity;
  const { today } = times;
  const since = { today, isPast: past ?? false };
  const last = () => dayBefore(sentence, at, since)?.value ?? times.lastDays?.[entity.into?.[0] ?? ''];
  const found = readAnyDate(tokens, at, resolved, { ...since, last });
  if (found === undefined) {
    const part = monthOrYearPutRight(sentence, at, entity, times);
    return part && { ...part, dayEnd: part.end };
  }
  const right = dayPutRight(sentence, at, found, entity, times);
  if (right !== undefined) return { ...found, value: right };
  const sameMonth = found.lacks === 'month' ? dayBeforeLast(sentence, found, since) : undefined;
  if (sameMonth !== undefined) return { ...found, value: sameMonth, lacks: 'year' };
  if (!found.recurs || (entity.behind === undefined && !endsSpan(sentence, at))) return found;
  const known = times.lastDays?.[entity.behind ?? ''];
  const said = dayBefore(sentence, at, since);
  // it is the first that goes by the month of the second
  if (said?.lacks === 'month' && found.lacks === 'year') return found;
  const first = said?.value ?? (known && known > isoDay(today) ? known : undefined);
  return first === undefined
    ? found
    : readAnyDate(tokens, at, resolved, { today: noonOf(first), isPast: false });
}

/** The day without a month before one that has it, behind a word that joins them: "from the third to the fifth of may". */
function dayBeforeLast(
  { tokens, resolved }: SentenceView,
  { end, value }: FoundDay,
  since: Since,
): string | undefined {
  const { spansDays } = resolved.locale.time;
  const joint = tokens[end]?.norm;
  if (!spansDays.until.includes(joint) && !spansDays.and.includes(joint)) return undefined;
  const last = readAnyDate(tokens, end + 1, resolved, since);
  if (last === undefined || (last.recurs && last.lacks !== 'year')) return undefined;
  const meant = noonOf(last.value);
  const day = Number(value.slice(-2));
  // "from the thirtieth to the second of january"
  const months = day > meant.getDate() ? -1 : 0;
  const first = new Date(meant.getFullYear(), meant.getMonth() + months, day);
  const isMeant = since.isPast || isoDay(first) >= isoDay(since.today);
  return isMeant && first.getDate() === day ? isoDay(first) : undefined;
}

/** The last day that is said before a word and not put right by it. */
function dayBefore(sentence: SentenceView, at: number, since: Since): FoundDay | undefined {
  const { tokens, resolved } = sentence;
  let last: FoundDay | undefined;
  // "december third" rather than "third"
  for (let start = 0; start < at - 1; start++) {
    const day = readAnyDate(tokens, start, resolved, since);
    if (day === undefined || day.end <= (last?.end ?? 0) || day.end >= at) continue;
    if (!sentence.correctedAt(day.end).some((end) => end === at || end === at - 1)) last = day;
  }
  return last;
}

/** Whether a word says until when something is; "move it from friday to monday" names no such span. */
function endsSpan({ tokens, resolved }: SentenceView, at: number): boolean {
  const { spansDays } = resolved.locale.time;
  if (at < 2) return false;
  const { norm } = tokens[at - 1];
  const isJoined = spansDays.and.includes(norm) && hasWord(tokens, 0, at, new Set(spansDays.between));
  return (isJoined || spansDays.until.includes(norm)) && !hasWord(tokens, 0, at, new Set(spansDays.moves));
}
