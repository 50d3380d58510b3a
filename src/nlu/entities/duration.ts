import type { Locale } from '../locales/locale.js';
import { lookup, type Token } from '../tokenise.js';
import type { SpokenNumber } from './cardinal.js';
import { readNumber } from './number.js';
import { smallNumber } from './small-number.js';

/** Seconds of the units that ISO 8601 has letters for, the largest first. */
const isoUnits = { D: 86_400, H: 3600, M: 60, S: 1 } as const;
/** Behind a unit less than this is said with one: "an hour five minutes", but "an hour ten". */
const leastBare = 10;

/** The most words of a span of time: "two hours and twenty five minutes". */
const mostWords = 8;

/** What a span of time is read with, besides its words. */
export interface DurationOptions {
  /** The units that count; weeks do where days do. All of the language where there are none. */
  units?: ReadonlySet<string>;
  /** Whether a span is asked for, so that a number alone is one. */
  bare?: boolean;
  /** The span that was spoken of before, in ISO 8601: a number alone is in the smallest unit of it, else in minutes. */
  before?: string;
}

interface Span {
  end: number;
  seconds: number;
  /** Seconds of its smallest unit. */
  unit: number;
}

/**
 * Reads a span of time: "ten minutes", "an hour and a half", "one hour twenty", "three quarters of an hour", "2 h 30 min".
 * The number behind a unit may have none ("five minutes thirty"), or belong to what follows: both are found.
 * @returns ISO 8601 durations of days, hours, minutes and seconds, the longest match first; `PT1H20M`
 */
export function readDurations(
  tokens: readonly Token[],
  at: number,
  locale: Locale,
  { units, bare = false, before }: DurationOptions = {},
): { end: number; value: string }[] {
  const isUnit = (seconds: number) => units === undefined || units.has(unitName(seconds, locale));
  const first = spanAt(tokens, at, locale, isUnit);
  const found = first === undefined ? [] : withMore(tokens, first, locale, isUnit);
  if (bare && first === undefined) {
    const number = oneNumber(tokens, at, locale);
    if (number !== undefined && number.hundredths > 0)
      found.push({ end: number.end, seconds: secondsLike(number.hundredths / 100, before), unit: 0 });
  }
  return found.map(({ end, seconds }) => ({ end, value: isoDuration(seconds) }));
}

/** Whether a span of time is begun before a word and goes on with it: "an hour | and a half". */
export function isInsideDuration(tokens: readonly Token[], at: number, locale: Locale): boolean {
  const starts = tokens.slice(Math.max(0, at - mostWords), at).keys();
  return [...starts].some((back) => readDurations(tokens, at - 1 - back, locale).some(({ end }) => end > at));
}

/** Seconds as an ISO 8601 duration: `P1DT2H`, `PT90S` as `PT1M30S`. */
export function isoDuration(seconds: number): string {
  let left = Math.round(seconds * 100) / 100;
  const parts = Object.entries(isoUnits).map(([letter, size]) => {
    const count = letter === 'S' ? left : Math.floor(left / size);
    left = Math.round((left - count * size) * 100) / 100;
    return count === 0 ? '' : `${count}${letter}`;
  });
  const [days, ...time] = parts;
  const clock = time.join('');
  return days === '' && clock === '' ? 'PT0S' : `P${days}${clock === '' ? '' : `T${clock}`}`;
}

const isoForm = /^P(?:([\d.]+)D)?(?:T(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?)?$/;

/** How many of each unit an ISO 8601 duration of days, hours, minutes and seconds has; undefined for any other text. */
export function durationParts(value: string): { count: number; seconds: number }[] | undefined {
  const counts = isoForm.exec(value)?.slice(1);
  return (
    counts && Object.values(isoUnits).map((seconds, at) => ({ count: Number(counts[at] ?? 0), seconds }))
  );
}

/** The words for units that count; those that are only typed among them. */
export function durationWords(locale: Locale, units?: ReadonlySet<string>): string[] {
  return Object.entries(locale.time.durations)
    .filter(([, seconds]) => units?.has(unitName(seconds, locale)) ?? true)
    .map(([word]) => word);
}

function unitName(seconds: number, { time }: Locale): string {
  return time.durationNames.find((name) => name.seconds <= seconds)?.one ?? '';
}

const week = 7 * isoUnits.D;

/** Seconds of a number in the smallest unit of a span: behind fourteen days three are weeks, and fifteen are days. */
function secondsLike(number: number, before: string | undefined): number {
  const unit = smallestUnit(before);
  const [{ count }] = durationParts(before ?? '') ?? [{ count: 0 }];
  const isInWeeks = unit === isoUnits.D && count % 7 === 0;
  const apart = (seconds: number) => Math.abs(Math.log(seconds / (count * isoUnits.D)));
  return number * (isInWeeks && apart(number * week) < apart(number * unit) ? week : unit);
}

/** Seconds of the smallest unit of a duration. */
function smallestUnit(duration: string | undefined): number {
  const parts = durationParts(duration ?? '') ?? [];
  return parts.findLast(({ count }) => count > 0)?.seconds ?? isoUnits.M;
}

/** A number that is not said digit by digit: "timer four ten minutes" is for ten. */
function oneNumber(tokens: readonly Token[], at: number, { numbers }: Locale): SpokenNumber | undefined {
  const number = readNumber(tokens, at, numbers);
  return number?.style === 'pair' || number?.style === 'digits' ? undefined : number;
}

/** "ten minutes", "an hour", "half an hour", "a couple of minutes", "three quarters of an hour" */
function spanAt(
  said: readonly Token[],
  at: number,
  locale: Locale,
  isUnit: (seconds: number) => boolean,
): Span | undefined {
  const { articles, of = [], fractions } = locale.numbers;
  // "another couple of weeks" is a couple of weeks
  const isAnother = said[at] !== undefined && locale.time.another?.includes(said[at].norm);
  const tokens = isAnother ? said.with(at, { ...said[at], norm: articles[0] }) : said;
  const isArticle = (place: number) => articles.includes(tokens[place]?.norm ?? '');
  const number = oneNumber(tokens, at, locale);
  let count = number === undefined ? undefined : number.hundredths / 100;
  let end = number?.end ?? at;
  if (count === undefined) {
    if (isArticle(end)) end++;
    const part = lookup(fractions, tokens[end]);
    if (part !== undefined) end++;
    count = part ?? (end > at ? 1 : undefined);
  }
  if (count === undefined || count <= 0) return undefined;
  const isPart = count < 1;
  if (of.includes(tokens[end]?.norm ?? '') && (!isPart || isArticle(end + 1))) end++;
  if (isPart && isArticle(end)) end++;
  const unit = lookup(locale.time.durations, tokens[end]);
  if (unit === undefined || !isUnit(unit)) return undefined;
  return { end: end + 1, seconds: count * unit, unit };
}

/** A span with what is said behind it: "and a half", "and twenty minutes", "twenty". */
function withMore(
  tokens: readonly Token[],
  span: Span,
  locale: Locale,
  isUnit: (seconds: number) => boolean,
): Span[] {
  const { numbers } = locale;
  const { and, articles, fractions } = numbers;
  const hasAnd = and.includes(tokens[span.end]?.norm ?? '');
  const next = hasAnd ? span.end + 1 : span.end;
  const rest = spanAt(tokens, next, locale, isUnit);
  if (rest !== undefined && rest.unit < span.unit)
    return withMore(tokens, { ...rest, seconds: span.seconds + rest.seconds }, locale, isUnit);
  if (rest !== undefined) return [span];
  // "an hour and a half", "an hour and three quarters"
  const part = hasAnd ? readNumber(tokens, next, numbers) : undefined;
  const isArticle = hasAnd && articles.includes(tokens[next]?.norm ?? '');
  const named = isArticle ? lookup(fractions, tokens[next + 1]) : undefined;
  const share = named ?? (part !== undefined && part.hundredths < 100 ? part.hundredths / 100 : undefined);
  if (share !== undefined) {
    const end = named === undefined ? part!.end : next + 2;
    return [{ ...span, end, seconds: span.seconds + share * span.unit }];
  }
  // of hours and minutes, which have sixty of the next unit
  const smaller = [isoUnits.M, isoUnits.S].find((unit) => unit * 60 === span.unit);
  const more = smaller && smallNumber(tokens, next, numbers, 59);
  if (!smaller || !more || more.value < leastBare || !isUnit(smaller)) return [span];
  return [{ end: more.end, seconds: span.seconds + more.value * smaller, unit: smaller }, span];
}
