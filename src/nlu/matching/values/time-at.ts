import { isNumberWord } from '../../entities/number.js';
import { clock, halfDay, isPartBefore, minutesOf } from '../../entities/part-of-day.js';
import {
  endsSpan,
  mostTimeWords,
  type ReadTime,
  readTime,
  type TimeOptions,
  upcoming,
} from '../../entities/time.js';
import { oncePer } from '../../once-per.js';
import type { Entity } from '../../pack/compile/compile-entities.js';
import type { SentenceView } from '../sentence-view.js';
import type { Figure, FigureTimes } from './figure.js';
import { otherNumbers } from './number-at.js';

type FoundTime = Figure & ReadTime;

/** What was found in a sentence, as each time goes by all that stand before it. */
const foundIn = oncePer((_: SentenceView) => new Map<string, FoundTime | undefined>());

/**
 * The time of day that starts at a word. Where nobody says in which half of the day it is, that goes by the time that
 * stands before it in the sentence: "alarms for six pm and seven", "at ten pm, no, nine", and of an entity that `follows`
 * "from nine am to five"; "until six" alone is behind the time that was spoken of last.
 */
export function timeAt(
  sentence: SentenceView,
  at: number,
  entity: Entity,
  times: FigureTimes,
): FoundTime | undefined {
  const found = foundIn(sentence);
  const key = [at, entity.name, entity.bare, entity.follows].join();
  if (!found.has(key)) found.set(key, findTime(sentence, at, entity, times));
  return found.get(key);
}

function findTime(
  sentence: SentenceView,
  at: number,
  entity: Entity,
  times: FigureTimes,
): FoundTime | undefined {
  const { tokens, resolved } = sentence;
  const options = { ...optionsOf(entity, times), leavesDay: sentence.hasDays };
  // "at eight, no, nine", "at nine, not eight"
  options.bare ||= putsTimeRight(sentence, at, options) || endsSpanPutRight(sentence, at, options);
  const found = readTime(tokens, at, resolved.locale, options) ?? misheardTime(sentence, at, options);
  if (found === undefined || found.isHalfSaid) return found;
  const minutes = minutesOf(found.value) % halfDay;
  const end = spanEnd(sentence, found.end);
  if (end !== undefined) return { ...found, value: clock(lastBefore(minutes, end)), isHalfSaid: true };
  const earlier = timeBefore(sentence, at, entity, times);
  if (earlier === undefined) {
    const since = entity.follows ? times.lastTime : undefined;
    return since === undefined ? found : { ...found, value: clock(upcoming(minutes, since)) };
  }
  // of "ten in the evening until six" the evening is that of ten
  if (earlier.end < at - 1 && isPartBefore(tokens, at, resolved.locale.time)) return found;
  const isCorrected = sentence
    .correctedAt(earlier.end)
    .some((restart) => restart === at || restart === at - 1);
  if (entity.follows && !isCorrected)
    return { ...found, value: clock(upcoming(minutes, earlier.value)), isHalfSaid: earlier.isHalfSaid };
  if (!earlier.isHalfSaid) return found;
  const since = minutesOf(earlier.value);
  // "from ten pm to six" ends in the morning
  const isBack = minutes > 0 && minutes <= since % halfDay;
  if (isBack && !isCorrected && endsSpan(tokens, at - 1, resolved.locale)) return found;
  // the twelve behind "eleven pm" is midnight
  const half = since < halfDay === (minutes === 0) ? halfDay : 0;
  return { ...found, value: clock((minutes + half) % (2 * halfDay)), isHalfSaid: true };
}

/** Until when something is whose beginning ends at a word, where that says its half of the day: "from six to eight pm". */
function spanEnd({ tokens, resolved: { locale } }: SentenceView, at: number): string | undefined {
  const { to, hourAfter } = locale.time;
  const joint = tokens[at]?.norm ?? '';
  if (![to, hourAfter, locale.conjunctions].some((words) => words.includes(joint))) return undefined;
  const last = readTime(tokens, at + 1, locale, { bare: true });
  // what is said on a 24-hour clock begins on one as well
  const isInWords = last?.isHalfSaid && !/^\d+[:.]?\d*$/.test(tokens[last.end - 1].norm);
  return isInWords ? last.value : undefined;
}

/** The last time before another one that is called so on a 12-hour clock: before 20:00 six is 18:00. */
function lastBefore(minutes: number, end: string): number {
  return [minutes, minutes + halfDay].findLast((time) => clock(time) < end) ?? minutes + halfDay;
}

function optionsOf(
  { bare, earliest, latest, upcoming: isUpcoming }: Entity,
  { today, lastTime }: FigureTimes,
): TimeOptions {
  // looked for only where there is a time
  const upcomingFrom = isUpcoming ? () => clock(today.getHours() * 60 + today.getMinutes()) : undefined;
  return { bare, before: bare ? lastTime : undefined, hourOf: lastTime, earliest, latest, upcomingFrom };
}

/** Whether a number takes the place of a time that is said before it, or is refused in favour of that. */
function putsTimeRight(sentence: SentenceView, at: number, options: TimeOptions): boolean {
  const { tokens, resolved } = sentence;
  if (!/^\d/.test(tokens[at].norm) && !isNumberWord(tokens[at].norm, resolved.locale.numbers)) return false;
  const leadsHere = (end: number) =>
    [sentence.correctedAt(end), sentence.exceptedAt(end)].flat().includes(at);
  const ends = [...tokens.keys()].slice(1, at).filter(leadsHere);
  return ends.some((end) =>
    [...tokens.keys()]
      .slice(0, end)
      .some((start) => readTime(tokens, start, resolved.locale, options)?.end === end),
  );
}

/** Whether a number is until when in a span that puts another right: "from seven to nine, no, eight to ten". */
function endsSpanPutRight(sentence: SentenceView, at: number, options: TimeOptions): boolean {
  const { tokens, resolved } = sentence;
  const { to, spansDays } = resolved.locale.time;
  const joint = tokens[at - 1]?.norm;
  if (!to.includes(joint) && !spansDays.and.includes(joint)) return false;
  const first = Math.max(0, at - mostTimeWords);
  return [...tokens.keys()]
    .slice(first, at - 1)
    .some(
      (start) =>
        readTime(tokens, start, resolved.locale, { ...options, bare: true })?.end === at - 1 &&
        putsTimeRight(sentence, start, options),
    );
}

/** The last time that is said before a word; an hour alone is one right before it, as in "between six and eight". */
function timeBefore(
  sentence: SentenceView,
  at: number,
  entity: Entity,
  times: FigureTimes,
): ReadTime | undefined {
  let last: ReadTime | undefined;
  for (let start = 0; start < at; start++) {
    for (const bare of entity.follows ? [false, true] : [false]) {
      // what is followed follows nothing itself
      const found = timeAt(sentence, start, { ...entity, bare, follows: false }, times);
      if (found === undefined || found.end > at || (bare && found.end !== at - 1)) continue;
      if (last === undefined || found.end > last.end) last = found;
    }
  }
  return last;
}

/** "At ate fifteen": behind a word before a time, the next may sound like a number. */
function misheardTime(sentence: SentenceView, at: number, options: TimeOptions): FoundTime | undefined {
  const { tokens, resolved } = sentence;
  if (!resolved.locale.time.hourAfter.includes(tokens[at - 1]?.norm)) return undefined;
  for (const { heard, cost } of otherNumbers(sentence, at)) {
    const match = readTime(heard, at, resolved.locale, options);
    const isTime = match !== undefined && (match.end > at + 1 || match.end === tokens.length);
    if (isTime) return { ...match, cost };
  }
  return undefined;
}
