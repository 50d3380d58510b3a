import type { Locale } from '../locales/locale.js';
import { lookup, type Token } from '../tokenise.js';
import type { SpokenNumber } from './cardinal.js';
import { durationLike, isoDuration, isoMonths, isoUnits, week } from './iso-duration.js';
import { readNumber } from './number.js';
import { smallNumber } from './small-number.js';

/** Behind a unit less than this is said with one: "an hour five minutes", but "an hour ten". */
const leastBare = 10;

/** The most words of a span of time: "two hours and twenty five minutes". */
const mostWords = 8;

/** What a span of time is read with, besides its words. */
export interface DurationOptions {
  /** The names of the units that count; weeks do where days do. All of the language where there are none. */
  units?: ReadonlySet<string>;
  /** Whether a span is asked for, so that a number alone is one. */
  bare?: boolean;
  /** The span that was spoken of before, in ISO 8601: a number alone is in the smallest unit of it, else in minutes. */
  before?: string;
}

interface Span {
  end: number;
  /** In seconds, or where it is of months and years in months. */
  length: number;
  /** Its smallest unit, alike. */
  unit: number;
}

/** The units that a span is read with, of seconds or of months. */
interface Units {
  /** How long each is by its word. */
  words: Readonly<Record<string, number>>;
  isUnit: (length: number) => boolean;
}

/**
 * Reads a span of time: "ten minutes", "an hour and a half", "one hour twenty", "three quarters of an hour", "2 h 30 min".
 * The number behind a unit may have none ("five minutes thirty"), or belong to what follows: both are found. Months and
 * years, which have no certain number of days, stand by themselves: "a year and a half".
 * @returns ISO 8601 durations of days, hours, minutes and seconds, or of years and months, the longest match first; `PT1H20M`
 */
export function readDurations(
  tokens: readonly Token[],
  at: number,
  locale: Locale,
  { units, bare = false, before }: DurationOptions = {},
): { end: number; value: string }[] {
  const allowed = unitsOf(locale, units);
  const found = spansAt(tokens, at, locale, allowed.seconds).map(({ end, length }) => ({
    end,
    value: isoDuration(length),
  }));
  for (const { end, length } of spansAt(tokens, at, locale, allowed.months))
    if (Number.isInteger(length)) found.push({ end, value: isoMonths(length) });
  // of "half it" the half is no span of time
  const isPart = lookup(locale.numbers.fractions, tokens[at]) !== undefined;
  const number = bare && found.length === 0 && !isPart ? oneNumber(tokens, at, locale) : undefined;
  if (number !== undefined && number.hundredths > 0)
    found.push({ end: number.end, value: durationLike(number.hundredths / 100, before) });
  return found;
}

/** Whether a span of time is begun before a word and goes on with it: "an hour | and a half". */
export function isInsideDuration(tokens: readonly Token[], at: number, locale: Locale): boolean {
  const starts = tokens.slice(Math.max(0, at - mostWords), at).keys();
  return [...starts].some((back) => readDurations(tokens, at - 1 - back, locale).some(({ end }) => end > at));
}

/** The words for units that count; those that are only typed among them. */
export function durationWords(locale: Locale, names?: ReadonlySet<string>): string[] {
  return Object.values(unitsOf(locale, names)).flatMap(({ words, isUnit }) =>
    Object.keys(words).filter((word) => isUnit(words[word])),
  );
}

/** The units that count. */
function unitsOf(
  { time }: Locale,
  names: ReadonlySet<string> | undefined,
): Record<'seconds' | 'months', Units> {
  const { durations, durationNames, monthSpans, monthNames } = time;
  const isNamed = (of: typeof durationNames, length: number) =>
    names === undefined || of.some((name) => name.length === length && names.has(name.one));
  return {
    seconds: {
      words: durations,
      isUnit: (length) =>
        isNamed(durationNames, length) ||
        (length % week === 0 && [week, isoUnits.D].some((unit) => isNamed(durationNames, unit))),
    },
    months: { words: monthSpans, isUnit: (length) => isNamed(monthNames, length) },
  };
}

/** The span that starts at a word, the longest first. */
function spansAt(tokens: readonly Token[], at: number, locale: Locale, units: Units): Span[] {
  const first = spanAt(tokens, at, locale, units);
  return first === undefined ? [] : withMore(tokens, first, locale, units);
}

/** A number that is not said digit by digit: "timer four ten minutes" is for ten. */
function oneNumber(tokens: readonly Token[], at: number, { numbers }: Locale): SpokenNumber | undefined {
  const number = readNumber(tokens, at, numbers);
  return number?.style === 'pair' || number?.style === 'digits' ? undefined : number;
}

/** "ten minutes", "an hour", "half an hour", "a couple of minutes", "three quarters of an hour" */
function spanAt(said: readonly Token[], at: number, locale: Locale, units: Units): Span | undefined {
  const { articles, of, fractions } = locale.numbers;
  // "another couple of weeks" is a couple of weeks
  const isAnother = said[at] !== undefined && locale.time.another.includes(said[at].norm);
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
  const unit = lookup(units.words, tokens[end]);
  if (unit === undefined || !units.isUnit(unit)) return undefined;
  return { end: end + 1, length: count * unit, unit };
}

/** A span with what is said behind it: "and a half", "and twenty minutes", "twenty". */
function withMore(tokens: readonly Token[], span: Span, locale: Locale, units: Units): Span[] {
  const { numbers } = locale;
  const { and, articles, fractions } = numbers;
  const hasAnd = and.includes(tokens[span.end]?.norm ?? '');
  const next = hasAnd ? span.end + 1 : span.end;
  const rest = spanAt(tokens, next, locale, units);
  if (rest !== undefined && rest.unit < span.unit)
    return withMore(tokens, { ...rest, length: span.length + rest.length }, locale, units);
  if (rest !== undefined) return [span];
  // "an hour and a half", "an hour and three quarters"
  const part = hasAnd ? readNumber(tokens, next, numbers) : undefined;
  const isArticle = hasAnd && articles.includes(tokens[next]?.norm ?? '');
  const named = isArticle ? lookup(fractions, tokens[next + 1]) : undefined;
  const share = named ?? (part !== undefined && part.hundredths < 100 ? part.hundredths / 100 : undefined);
  if (share !== undefined) {
    const end = named === undefined ? part!.end : next + 2;
    return [{ ...span, end, length: span.length + share * span.unit }];
  }
  // of hours and minutes, which have sixty of the next unit
  const smaller = [isoUnits.M, isoUnits.S].find((unit) => unit * 60 === span.unit);
  const more = smaller && smallNumber(tokens, next, numbers, 59);
  if (!smaller || !more || !units.isUnit(smaller)) return [span];
  // "one hour and five", of which nothing else is said
  const isAlone = hasAnd && more.end === tokens.length;
  if (more.value < leastBare && !isAlone) return [span];
  return [{ end: more.end, length: span.length + more.value * smaller, unit: smaller }, span];
}
