import type { Locale, NumberWords, Region } from '../locales/locale.js';
import { lookup, type Token } from '../tokenise.js';
import { dayOfYear, isoDay, readYear, type Since, yearOf } from './calendar-day.js';
import { smallNumber } from './small-number.js';

/** A day as its figures stand; which of the first two is the month, the region says. */
interface Figures {
  end: number;
  first: number;
  second: number;
  year?: number;
}

/** Behind a day that is to come, a year of two figures is at most so far off: of "12/05 30 people" it is none. */
const mostYearsAhead = 2;

/**
 * Reads a day that is said or typed in figures: "12/24/2026", "24.12.2026", "2026-12-24", "twelve twenty four twenty twenty
 * six". Where the region does not tell the month from the day, the other way round is tried. A day without a year is the
 * next such day.
 */
export function readNumericDate(
  tokens: readonly Token[],
  at: number,
  { locale, region }: { locale: Locale; region: Region },
  since: Since,
): { end: number; value: string; recurs?: boolean } | undefined {
  if (!/^\d/.test(tokens[at]?.norm ?? '') && !isSaidNumber(tokens, at, locale.numbers)) return undefined;
  const iso = isoAt(tokens, at);
  if (iso !== undefined) return iso;
  const figures = typedAt(tokens, at, since) ?? saidAt(tokens, at, locale.numbers, since);
  if (figures === undefined) return undefined;
  const { first, second, year, end } = figures;
  const orders = [
    [first, second],
    [second, first],
  ];
  for (const [month, day] of region.monthFirst ? orders : orders.toReversed()) {
    const found = year === undefined ? dayOfYear(end, month, day, since) : exactly(end, year, month, day);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isSaidNumber(tokens: readonly Token[], at: number, { units, zeroDigits, tens }: NumberWords) {
  const token = tokens[at];
  return (
    [units, tens].some((words) => lookup(words, token) !== undefined) || zeroDigits.includes(token?.norm)
  );
}

function exactly(end: number, year: number, month: number, day: number) {
  const date = new Date(year, month - 1, day);
  return date.getMonth() === month - 1 ? { end, value: isoDay(date) } : undefined;
}

/** Whether a word is written right behind another, but for one mark between them. */
function isNext(one: Token, other: Token | undefined): other is Token {
  return other !== undefined && other.start <= one.end + 1;
}

/** "2026-12-24" */
function isoAt(tokens: readonly Token[], at: number) {
  const [year, month, day] = tokens.slice(at, at + 3);
  if (!/^(?:19|20|21)\d\d$/.test(year.norm) || !isNext(year, month) || !isNext(month, day)) return undefined;
  if (![month, day].every(({ norm }) => /^\d\d$/.test(norm))) return undefined;
  return exactly(at + 3, Number(year.norm), Number(month.norm), Number(day.norm));
}

/** "12/24", "12/24/2026", "24.12.2026" */
function typedAt(tokens: readonly Token[], at: number, since: Since): Figures | undefined {
  const [token, next] = tokens.slice(at, at + 2);
  const both = /^(\d{1,2})([/.])(\d{1,2})$/.exec(token.text);
  if (both === null) return undefined;
  const [first, second] = [Number(both[1]), Number(both[3])];
  const year = isNext(token, next) ? typedYear(next.text.replace(/^\./, ''), since) : undefined;
  if (year !== undefined) return { end: at + 2, first, second, year };
  return both[2] === '/' ? { end: at + 1, first, second } : undefined;
}

function typedYear(text: string, since: Since): number | undefined {
  if (/^(?:19|20|21)\d\d$/.test(text)) return Number(text);
  if (!/^\d\d$/.test(text)) return undefined;
  const year = yearOf(Number(text), since);
  return since.isPast || year - since.today.getFullYear() <= mostYearsAhead ? year : undefined;
}

/** "twelve oh five nineteen sixty two", of a day that was also "oh four oh seven seventy six" */
function saidAt(
  tokens: readonly Token[],
  at: number,
  numbers: NumberWords,
  since: Since,
): Figures | undefined {
  const first = partAt(tokens, at, numbers);
  const second = first && partAt(tokens, first.end, numbers);
  const year = second && readYear(tokens, second.end, numbers, since);
  if (first === undefined || second === undefined || year === undefined) return undefined;
  return { end: year.end, first: first.value, second: second.value, year: year.value };
}

/** "five", "oh five", "twenty five" */
function partAt(tokens: readonly Token[], at: number, numbers: NumberWords) {
  const isZero = tokens[at] !== undefined && numbers.zeroDigits.includes(tokens[at].norm);
  return smallNumber(tokens, isZero ? at + 1 : at, numbers, isZero ? 9 : 31);
}
