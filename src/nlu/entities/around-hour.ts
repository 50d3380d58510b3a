import type { Locale } from '../locales/locale.js';
import { oncePer } from '../once-per.js';
import { lookup, type Token } from '../tokenise.js';
import { smallNumber } from './small-number.js';

/** A time as it stands on a clock. */
export interface Clock {
  end: number;
  /** From midnight on, as said on a 24-hour clock; below 0 for "quarter to midnight". */
  minutes: number;
  /** Whether it is a time wherever it stands. */
  isCertain: boolean;
}

/** Those for "to" and what sounds like them: behind "quarter" or "ten minutes" a "two" is a "to". */
const soundingLikeTo = oncePer(({ time, homophones }: Locale) => [
  ...time.to,
  ...homophones.filter((group) => group.some((word) => time.to.includes(word))).flat(),
]);

/** "Quarter to seven", "ten minutes past". @returns null where the hour is missing, so that it is no time */
export function readAroundHour(
  tokens: readonly Token[],
  at: number,
  locale: Locale,
  before: string | undefined,
): Clock | null | undefined {
  const { time, numbers } = locale;
  const first = numbers.articles.includes(tokens[at]?.norm) ? at + 1 : at;
  const part = lookup(numbers.fractions, tokens[first]);
  const count =
    part !== undefined ? { end: first + 1, value: part * 60 } : smallNumber(tokens, at, numbers, 59);
  if (count === undefined) return undefined;
  const hasUnit = time.minutes.includes(tokens[count.end]?.norm);
  const joint = count.end + (hasUnit ? 1 : 0);
  const isSpan = part === undefined && !hasUnit && time.spanAfter.includes(tokens[at - 1]?.norm);
  const to = part !== undefined || hasUnit ? soundingLikeTo(locale) : time.to;
  const sign = direction(tokens[joint], time.past, isSpan ? [] : to);
  if (sign === undefined) return undefined;
  // "eleven to one" is since when and until when
  if (sign < 0 && part === undefined && !hasUnit && count.value % 5 !== 0) return undefined;
  // "half past rather", but not "ten to lock up"
  const isLast = part !== undefined || joint + 1 >= tokens.length;
  const hour =
    hourAt(tokens, joint + 1, locale) ??
    (isLast ? hourBefore(joint + 1, sign * count.value, before) : undefined);
  // "at five to call mum" is at five
  if (hour === undefined) return sign > 0 ? null : undefined;
  return { end: hour.end, minutes: hour.value * 60 + sign * count.value, isCertain: true };
}

function direction(
  token: Token | undefined,
  past: readonly string[],
  to: readonly string[],
): 1 | -1 | undefined {
  if (token === undefined) return undefined;
  if (past.includes(token.norm)) return 1;
  return to.includes(token.norm) ? -1 : undefined;
}

/** The hour behind "half past": a number, "noon" or "midnight". */
function hourAt(
  tokens: readonly Token[],
  at: number,
  { time, numbers }: Locale,
): { end: number; value: number } | undefined {
  const named = lookup(time.clock, tokens[at]);
  return named === undefined ? smallNumber(tokens, at, numbers, 24) : { end: at + 1, value: named / 60 };
}

/**
 * The hour of "half past" and "quarter to" where none follows: that of the time before, or the next to come, which is
 * nearer to "ten past" behind "ten to seven".
 */
function hourBefore(
  at: number,
  minutes: number,
  before: string | undefined,
): { end: number; value: number } | undefined {
  if (before === undefined) return undefined;
  const [hour, minute] = before.split(':').map(Number);
  const isNext = minutes < 0 ? minute > 0 : 60 + minutes - minute < minute - minutes;
  return { end: at, value: isNext ? hour + 1 : hour };
}
