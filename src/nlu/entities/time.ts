import type { Locale } from '../locales/locale.js';
import { lookup, type Token } from '../tokenise.js';
import { type Clock, readAroundHour } from './around-hour.js';
import {
  clock,
  halfDay,
  isOfMorning,
  isOfOtherDay,
  isOfTonight,
  namesDay,
  nightEndsAt,
  type PartOfDay,
  partBefore,
  partBehindDay,
  partOfDayAt,
  phraseAt,
} from './part-of-day.js';
import { smallNumber } from './small-number.js';

/** In minutes. */
const wholeDay = 24 * 60;
/** From this hour on, in minutes, what was to be at midnight is rather in the evening before: "make it eleven". */
const eveningBeginsAt = 6 * 60;

/** Of a time and the word behind it: "half past six in the evening to". */
export const mostTimeWords = 8;

/** What a time is read with, besides its words. */
export interface TimeOptions {
  /** Whether a time is asked for, so that an hour alone is one. */
  bare?: boolean;
  /** The time that was spoken of before, as `HH:MM`: "make it eight" is in the same half of the day. */
  before?: string;
  /** The time whose hour "half past" alone is about, as `HH:MM`; the one before where none is given. */
  hourOf?: string;
  /** Up to when no time is meant, as `HH:MM`: from 09:00 on "three" is 15:00. */
  earliest?: string;
  /** From when on no time is meant, as `HH:MM`: until 17:00 "ten" is 10:00, also behind "at half past three". */
  latest?: string;
  /** Where the next such time to come is meant: the time now, as `HH:MM`. */
  upcomingFrom?: () => string;
  /** Whether "tonight" and "this evening" behind it are left to whoever asks for a day. */
  leavesDay?: boolean;
}

/** A time of day that was read. */
export interface ReadTime {
  /** Index behind the last word. */
  end: number;
  /** `HH:MM` */
  value: string;
  /** Whether its own words say in which half of the day it is: "six pm", "18:00", "noon", "six tomorrow evening". */
  isHalfSaid: boolean;
}

/**
 * Reads a time of day: "half past seven", "half seven", "quarter to midnight", "seven thirty pm", "19:30",
 * "seven o'clock", "noon". A time without am or pm is taken as said on a 24-hour clock ("seven" is 07:00) unless that is
 * before the `earliest`, and not in the second half of the day where that is behind the `latest`, or unless the next one
 * to come is meant; an hour alone, and "6.30", is a time only behind a word such as "at", in "from six to" and in "between
 * six and nine", unless it is `bare`. "Half past" alone is half past the `hourOf` a time that was spoken of; with
 * one `before`, after noon any other time is so too. "From six to nine" begins at six, while "from quarter to nine" is one time.
 */
export function readTime(
  tokens: readonly Token[],
  at: number,
  locale: Locale,
  options: TimeOptions = {},
): ReadTime | undefined {
  const { time, numbers } = locale;
  const named = namedTime(tokens, at, locale);
  if (named !== undefined) return { end: named.end, value: clock(named.minutes), isHalfSaid: true };
  const read = readClock(tokens, at, locale, options.hourOf ?? options.before);
  if (read === undefined) return undefined;
  const oclock = phraseAt(tokens, read.end, time.oclock);
  const end = read.end + oclock;
  const partOfDay = partOfDayAt(tokens, end, time);
  const isBehind =
    time.hourAfter.includes(tokens[at - 1]?.norm) ||
    opensSpan(tokens, at, read.end, locale) ||
    endsSpan(tokens, at - 1, locale);
  const isAsked = options.bare || isBehind;
  if (!read.isCertain && !isAsked && oclock === 0 && partOfDay.words === 0) return undefined;
  const meant = partOfDay.words > 0 ? partOfDay : partBehindDay(tokens, end, locale);
  const minutes = (onDay(read.minutes, meant, tokens, at, locale, options) + wholeDay) % wholeDay;
  const isDay = options.leavesDay && namesDay(tokens, end, time);
  const isHalfSaid = meant.words > 0 || is24Hours(read.minutes, tokens[at], numbers.zeroDigits);
  return { end: isDay ? end : end + partOfDay.words, value: clock(minutes), isHalfSaid };
}

/** Whether what stands between two places says since when: the "eight" of "between eight and ten". */
function opensSpan(tokens: readonly Token[], at: number, end: number, locale: Locale): boolean {
  const { between, and } = locale.time.spansDays;
  const isBetween = between.includes(tokens[at - 1]?.norm) && and.includes(tokens[end]?.norm);
  if (!isBetween) return false;
  return (namedTime(tokens, end + 1, locale) ?? readClock(tokens, end + 1, locale, undefined)) !== undefined;
}

/**
 * Whether what stands at a place says until when, behind since when: the "to ten" of "from eight to ten" and of "eight am
 * to ten", and the "and ten" of "between eight and ten".
 */
export function endsSpan(tokens: readonly Token[], at: number, locale: Locale): boolean {
  const { spanAfter, spansDays, to } = locale.time;
  const isAnd = spansDays.and.includes(tokens[at]?.norm);
  if (at < 1 || !(isAnd || to.includes(tokens[at].norm))) return false;
  for (let start = at - 1; start >= Math.max(0, at - mostTimeWords); start--) {
    const opening = isAnd ? spansDays.between : spanAfter;
    const isFrom = opening.includes(tokens[start - 1]?.norm);
    if (isAnd && !isFrom) continue;
    // a time by itself is one wherever it stands
    const [words, first] = isFrom ? [tokens, start] : [tokens.slice(start), 0];
    if (readTime(words, first, locale)?.end === at - start + first) return true;
  }
  return false;
}

/** "Noon", "twelve noon". */
function namedTime(
  tokens: readonly Token[],
  at: number,
  { time, numbers }: Locale,
): Pick<Clock, 'end' | 'minutes'> | undefined {
  const hour = smallNumber(tokens, at, numbers, 24);
  const end = hour?.value === 12 ? hour.end : at;
  const minutes = lookup(time.clock, tokens[end]);
  return minutes === undefined ? undefined : { end: end + 1, minutes };
}

function readClock(
  tokens: readonly Token[],
  at: number,
  locale: Locale,
  before: string | undefined,
): Clock | undefined {
  // "6.30" may be an amount as well
  const digits = /^([01]?\d|2[0-4])([:.])([0-5]\d)$/.exec(tokens[at]?.norm ?? '');
  if (digits !== null)
    return { end: at + 1, minutes: Number(digits[1]) * 60 + Number(digits[3]), isCertain: digits[2] === ':' };
  // "530" and "1830", but not 100
  const figures = /^([01]?\d|2[0-4])([0-5]\d)$/.exec(tokens[at]?.norm ?? '');
  if (figures !== null && !/^[1-9]00$/.test(figures[0]))
    return { end: at + 1, minutes: Number(figures[1]) * 60 + Number(figures[2]), isCertain: false };
  const { numbers } = locale;
  const isHalf = lookup(numbers.fractions, tokens[at]) === 0.5;
  const halfHour = isHalf ? smallNumber(tokens, at + 1, numbers, 12) : undefined;
  if (halfHour !== undefined)
    return { end: halfHour.end, minutes: halfHour.value * 60 + 30, isCertain: true };
  const aroundHour = readAroundHour(tokens, at, locale, before);
  return aroundHour === undefined ? readHour(tokens, at, locale) : (aroundHour ?? undefined);
}

/** "Seven", "seven thirty", "seven oh five", "oh seven fifteen", "oh seven hundred hours". */
function readHour(tokens: readonly Token[], at: number, { numbers, time }: Locale): Clock | undefined {
  const first = numbers.zeroDigits.includes(tokens[at]?.norm ?? '') ? at + 1 : at;
  // smallNumber takes "eight hundred" for one number
  for (const width of [2, 1]) {
    const hour = smallNumber(tokens.slice(0, first + width), first, numbers, 24);
    if (hour === undefined) continue;
    // who says "oh six hundred" or "fourteen hundred" at a time need not say hours
    const isOnClock = first > at || hour.value > 12;
    const isHundred = isOnClock && lookup(numbers.scales, tokens[hour.end]) === 100;
    const words = phraseAt(tokens, hour.end, time.wholeHour) || Number(isHundred);
    const isCertain = first > at || !isHundred || words > 1;
    if (words > 0) return { end: hour.end + words, minutes: hour.value * 60, isCertain };
  }
  const led = first > at ? smallNumber(tokens.slice(0, first + 1), first, numbers, 9) : undefined;
  const hour = led ?? smallNumber(tokens, at, numbers, 24);
  if (hour === undefined) return undefined;
  const zero = numbers.zeroDigits.includes(tokens[hour.end]?.norm ?? '') ? 1 : 0;
  const more = smallNumber(tokens, hour.end + zero, numbers, 59);
  const minutes = hour.value * 60;
  return more !== undefined && (zero === 1 ? more.value < 10 : more.value >= 10)
    ? { end: more.end, minutes: minutes + more.value, isCertain: true }
    : { end: hour.end, minutes, isCertain: false };
}

/** Minutes on the half of the day that is meant: by its name, by the time before, and not before the earliest. */
function onDay(
  minutes: number,
  said: PartOfDay,
  tokens: readonly Token[],
  at: number,
  { time, numbers: { zeroDigits } }: Locale,
  options: TimeOptions,
): number {
  const isUnsaid = said.words === 0;
  // "tomorrow evening at seven", and "make it eight" of what was to be in the evening
  const isBefore = (phrases: readonly string[] = []) => isUnsaid && partBefore(tokens, at, time, phrases);
  // "06:30", "oh six thirty"
  const isOnClock = /^0\d/.test(tokens[at].norm) || zeroDigits.includes(tokens[at].norm);
  const isDigital = isOnClock || /[:.]/.test(tokens[at].norm);
  const before = isDigital ? undefined : options.before;
  // but not "make it one" of what was to be at eleven at night
  const isNight = before !== undefined && before >= '22:00' && minutes < nightEndsAt;
  const mayBeLate = options.latest === undefined || clock((minutes % halfDay) + halfDay) <= options.latest;
  const isLate = before !== undefined && before >= '12:00' && !isNight && mayBeLate;
  // "morning six", but not "where i am at six"
  const names = time.morning.filter((phrase) => time.partsOfDay.includes(phrase.split(' ').at(-1) ?? ''));
  const morning = said.morning > 0 || isBefore(names);
  const afternoon = said.afternoon > 0 || isBefore(time.afternoon) || (isUnsaid && isLate && !morning);
  const night = said.night > 0 || isBefore(time.night) || (isUnsaid && !morning && isOfTonight(tokens, time));
  // "make it eleven" of what was to be at midnight is before it, and "make it one" behind it
  const isMidnight = before !== undefined && before < '01:00';
  const isEvening = isMidnight && isUnsaid && minutes > eveningBeginsAt;
  // "Twelve thirty at night" is half an hour after midnight, "eleven at night" an hour before it.
  const isEarly = minutes % halfDay < nightEndsAt;
  if (afternoon || isEvening || (night && !isEarly)) return minutes < halfDay ? minutes + halfDay : minutes;
  if (morning || night) return minutes >= halfDay ? minutes - halfDay : minutes;
  const isOpen = !isOfMorning(tokens, time);
  if (isOpen && options.upcomingFrom !== undefined && !isOfOtherDay(tokens, time))
    return is24Hours(minutes, tokens[at], zeroDigits) ? minutes : upcoming(minutes, options.upcomingFrom());
  const isLateThing = tokens.slice(0, at).some(({ norm }) => time.late.includes(norm));
  const isTooEarly =
    isOpen &&
    mayBeLate &&
    minutes >= 0 &&
    minutes < halfDay &&
    (isLateThing || clock(minutes) < (options.earliest ?? ''));
  return isTooEarly && !isOnClock ? minutes + halfDay : minutes;
}

/** Whether a time says which half of the day it is in: "18:00", "06:30", "oh six hundred", "quarter past midnight". */
function is24Hours(minutes: number, { norm }: Token, zeroDigits: readonly string[]): boolean {
  // "quarter to one" is in either half
  return norm.startsWith('0') || zeroDigits.includes(norm) || minutes <= 30 || minutes >= halfDay + 60;
}

/** The next time to come that is called so on a 12-hour clock: at noon, six is 18:00, and at nine in the evening 06:00. */
export function upcoming(minutes: number, now: string): number {
  const early = minutes % halfDay;
  return [early, early + halfDay].find((time) => clock(time) > now) ?? early;
}
