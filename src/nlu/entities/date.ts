import type { Locale } from '../locales/locale.js';
import { hasApostropheS, lookup, startsWith, type Token } from '../tokenise.js';
import { calendarDay, type Day, dayOfYear, daysLater, noonOf, type Since, suchDay } from './calendar-day.js';
import { edgeOfMonth } from './edge-of-month.js';
import { nthOfMonth } from './nth-of-month.js';
import { spanAt, spanBehindIn } from './span-of-days.js';

/**
 * Reads a day: "tomorrow morning", "friday", "next friday", "in two days", "two days ago", "a week from monday", "a
 * week on friday", "friday in two weeks", "the friday after next", "next week on friday", "may fifth", "the fifth of
 * may", "on the fifth", "the end of may", "the last sunday in may". A weekday is the next one after today; a day
 * without a year is the next such day.
 * @param isPast Such a day is the last one instead.
 * @param last The day that was spoken of last, behind or before which "the day after" is.
 * @returns `yyyy-MM-dd`, and where the day alone ends, without a part of it
 */
export function readDate(
  tokens: readonly Token[],
  at: number,
  locale: Locale,
  today: Date,
  isPast = false,
  last?: Since['last'],
): (Day & { dayEnd: number }) | undefined {
  const date = readDay(tokens, at, locale, { today, isPast, last });
  if (date === undefined) return undefined;
  const isPart = (index: number) => locale.time.partsOfDay.includes(tokens[index]?.norm);
  if (isPart(date.end)) return { ...date, end: date.end + 1, dayEnd: date.end };
  // "this afternoon"
  return { ...date, dayEnd: isPart(date.end - 1) ? date.end - 1 : date.end };
}

function readDay(tokens: readonly Token[], at: number, locale: Locale, since: Since): Day | undefined {
  if (tokens[at] === undefined) return undefined;
  return (
    weekdayBehindWeek(tokens, at, locale, since) ??
    namedDay(tokens, at, locale, since) ??
    edgeOfMonth(tokens, at, locale, since) ??
    nthOfMonth(tokens, at, locale, since) ??
    dayBesideDay(tokens, at, locale, since) ??
    dayBesideSpan(tokens, at, locale, since) ??
    weekdayOf(tokens, at, locale, since) ??
    laterDay(tokens, at, locale, since) ??
    calendarDay(tokens, locale.time.on.includes(tokens[at].norm) ? at + 1 : at, locale, since)
  );
}

/** "friday", and with its day of the calendar "friday the fourth", "friday, may fifth". */
function weekdayOf(tokens: readonly Token[], at: number, locale: Locale, since: Since): Day | undefined {
  const weekday = weekdayAt(tokens, at, locale, since);
  if (weekday === undefined) return undefined;
  const said = calendarDay(tokens, weekday.end, locale, since);
  if (said?.lacks !== 'month') return said ?? weekday;
  const { isPast } = since;
  const dayOfMonth = Number(said.value.slice(-2));
  const weekdayName = noonOf(weekday.value).getDay();
  // the first of a month is a Friday in this one or the next, or "the first" is of something else
  const later = suchDay(said.end, dayOfMonth, { today: noonOf(said.value), isPast }, isPast ? -1 : 1);
  return [said, later].find((day) => day && noonOf(day.value).getDay() === weekdayName) ?? weekday;
}

/** "next week on tuesday", "the week after next on tuesday" */
function weekdayBehindWeek(
  tokens: readonly Token[],
  at: number,
  { time }: Locale,
  { today }: Since,
): Day | undefined {
  const week = weekAt(tokens, at, time);
  if (week === undefined) return undefined;
  const end = time.on.includes(tokens[week.end]?.norm ?? '') ? week.end + 1 : week.end;
  const weekday = lookup(time.weekdays, tokens[end]);
  return weekday === undefined
    ? undefined
    : { end: end + 1, value: daysLater(today, daysToWeekday(weekday, today) + week.days) };
}

/** "next week", "of the week after next", and how many days behind next week that is. */
function weekAt(tokens: readonly Token[], at: number, { weekAfter, weekAfterNext }: Locale['time']) {
  const wordsOf = (weeks: readonly (readonly string[])[]) =>
    weeks.find((words) => startsWith(tokens, at, words));
  const next = wordsOf(weekAfter);
  if (next !== undefined) return { end: at + next.length, days: 0 };
  const later = wordsOf(weekAfterNext);
  return later && { end: at + later.length, days: 7 };
}

/** Days until a day of the week after this one. */
function daysToWeekday(weekday: number, today: Date): number {
  return 7 - ((today.getDay() + 6) % 7) + ((weekday + 6) % 7);
}

/** "christmas eve", "tomorrow" */
function namedDay(tokens: readonly Token[], at: number, locale: Locale, since: Since): Day | undefined {
  const { time } = locale;
  const named = time.namedDays.find(({ words }) => startsWith(tokens, at, words));
  if (named !== undefined) {
    const end = at + named.words.length;
    if (typeof named.day === 'number') return { end, value: daysLater(since.today, named.day) };
    return dayOfYear(end, named.day[0], named.day[1], since);
  }
  const offset = lookup(time.days, tokens[at]);
  return offset === undefined
    ? undefined
    : weeksOn(tokens, { end: at + 1, value: daysLater(since.today, offset) }, locale);
}

/**
 * "two days from now", "a month from today", "a week from monday", "two days before friday", "a week on friday", "a month
 * today", "two days ago"
 */
function dayBesideSpan(tokens: readonly Token[], at: number, locale: Locale, since: Since): Day | undefined {
  const { time } = locale;
  const span = spanAt(tokens, at, locale);
  const next = tokens[span?.end ?? 0]?.norm ?? '';
  if (span === undefined) return undefined;
  if (time.ago.includes(next)) return { end: span.end + 1, value: span.from(since.today, -1) };
  const isBefore = time.dayAhead.includes(next);
  if (isBefore || time.from.includes(next)) {
    const isNow = !isBefore && time.now.includes(tokens[span.end + 1]?.norm ?? '');
    if (isNow) return { end: span.end + 2, value: span.from(since.today) };
    const base = readDay(tokens, span.end + 1, locale, since);
    return base && { end: base.end, value: span.from(noonOf(base.value), isBefore ? -1 : 1) };
  }
  // "two days on friday" is how long, and when, and so are months, but for "a month today"
  const isCounted =
    span.unit === 'week' || (span.unit === 'month' && lookup(time.days, tokens[span.end]) !== undefined);
  const base = isCounted ? readDay(tokens, span.end, locale, since) : undefined;
  return base && { end: base.end, value: span.from(noonOf(base.value)) };
}

/** "the day after friday", "the day before the third of december" */
function dayBesideDay(tokens: readonly Token[], at: number, locale: Locale, since: Since): Day | undefined {
  const { time, definiteArticles: articles } = locale;
  const first = articles.includes(tokens[at].norm) ? at + 1 : at;
  if (lookup(time.spans, tokens[first]) !== 1) return undefined;
  const beside = otherDayAt(tokens, first + 1, locale, since);
  return beside && { end: beside.end, value: daysLater(beside.day, beside.sign) };
}

interface OtherDay {
  end: number;
  day: Date;
  /** 1 for a day behind it, -1 for one before it. */
  sign: 1 | -1;
}

/** The day from which another is told, and to which side of it: "after friday", "before the third of december". */
function otherDayAt(
  tokens: readonly Token[],
  at: number,
  locale: Locale,
  since: Since,
): OtherDay | undefined {
  const { dayAhead, dayBehind } = locale.time;
  const norm = tokens[at]?.norm;
  const sign = dayBehind.includes(norm) ? 1 : dayAhead.includes(norm) ? -1 : undefined;
  const base = sign && (readDay(tokens, at + 1, locale, since) ?? lastDay(tokens, at + 1, locale, since));
  return sign && base && { sign, day: noonOf(base.value), end: base.end };
}

/**
 * The day that was spoken of last, where no other is named behind "the day after": there the sentence ends, or tells
 * the time.
 */
function lastDay(tokens: readonly Token[], at: number, { time }: Locale, { last }: Since) {
  const norm = tokens[at]?.norm;
  const isOpen = norm === undefined || time.in.includes(norm) || time.before.time.includes(norm);
  const value = isOpen ? last?.() : undefined;
  return value === undefined ? undefined : { end: at, value };
}

/** "friday", "the friday", "next friday", "last friday", "friday next week", "friday week", "the friday before the fifth" */
function weekdayAt(tokens: readonly Token[], at: number, locale: Locale, since: Since): Day | undefined {
  const { today, isPast } = since;
  const { time, definiteArticles: articles } = locale;
  const { norm } = tokens[at];
  const isLast = time.last.includes(norm);
  const isPointedAt = articles.includes(norm);
  const lead = isLast || isPointedAt || time.next.includes(norm) ? 1 : 0;
  const weekday = lookup(time.weekdays, withoutOwner(tokens[at + lead]));
  if (weekday === undefined) return undefined;
  const end = at + lead + 1;
  const week = isLast ? undefined : weekAt(tokens, end, time);
  if (week !== undefined)
    return { end: week.end, value: daysLater(today, daysToWeekday(weekday, today) + week.days) };
  const other = otherDayAt(tokens, end, locale, since);
  if (other !== undefined) return { end: other.end, value: weekdayBeside(weekday, other) };
  const ahead = (weekday - today.getDay() + 7) % 7 || 7;
  const isBack = isLast || (isPast && (lead === 0 || isPointedAt || time.on.includes(norm)));
  // seven days before a weekday that comes within a week it was the last time, but for today's
  const offset = isBack ? (ahead === 7 ? -7 : ahead - 7) : ahead;
  const found = {
    end,
    value: daysLater(today, offset),
    recurs: !isLast,
    ...(isPointedAt && { lacks: 'week' as const }),
  };
  return isBack ? found : weeksOn(tokens, found, locale);
}

/** The first such day of the week on one side of a day. */
function weekdayBeside(weekday: number, { day, sign }: OtherDay): string {
  const apart = (sign * (weekday - day.getDay()) + 7) % 7 || 7;
  return daysLater(day, sign * apart);
}

/**
 * A day, or the one that so many weeks behind it make of it: "friday week", "friday fortnight", "friday after next",
 * "friday in two weeks".
 */
function weeksOn(tokens: readonly Token[], found: Day, locale: Locale): Day {
  const { end, value } = found;
  const later = locale.time.weekLater.find((words) => startsWith(tokens, end, words));
  if (later !== undefined) return { end: end + later.length, value: daysLater(noonOf(value), 7) };
  // "friday fortnight"
  const weeks = lookup(locale.time.spans, tokens[end]) ?? 0;
  if (weeks > 7) return { end: end + 1, value: daysLater(noonOf(value), weeks) };
  const span = spanBehindIn(tokens, end, locale);
  return span?.unit === 'week' ? { end: span.end, value: span.from(noonOf(value)) } : found;
}

/** "in two days", "in a month", "in two weeks' time" */
function laterDay(tokens: readonly Token[], at: number, locale: Locale, { today }: Since): Day | undefined {
  const later = spanBehindIn(tokens, at, locale);
  return later && { end: later.end, value: later.from(today) };
}

/** A day that something belongs to: "tuesday's alarm". */
function withoutOwner(token: Token | undefined): Token | undefined {
  if (token === undefined || !hasApostropheS(token)) return token;
  return { ...token, norm: token.norm.replace(/s$/, '') };
}
