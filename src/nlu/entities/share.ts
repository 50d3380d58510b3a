import type { Locale } from '../locales/locale.js';
import { lookup, type Token } from '../tokenise.js';
import type { SpokenNumber } from './cardinal.js';
import { ratioIn } from './fraction.js';
import { readNumberBefore } from './number.js';

/** A number with a part of one, as exact as tools are: three eighths are 0.375. */
export interface Share extends SpokenNumber {
  /** Plain digits. */
  amount: string;
}

/** A part of one has so many decimals at most: a sixty-fourth has six, a third has more. */
const mostDecimals = 6;

/**
 * Reads a part of one, or one behind a whole number, which only says something with a unit behind it: "an eighth",
 * "quarter", "five sixteenths", "2 3/8", "one and three quarters". What is no part of one is left to others.
 */
export function readShare(tokens: readonly Token[], at: number, locale: Locale): Share | undefined {
  const { numbers } = locale;
  const part = partAt(tokens, at, locale);
  if (part !== undefined) return share(0, part);
  const whole = readWhole(tokens, at, locale);
  if (whole === undefined) return undefined;
  const and = numbers.and.includes(tokens[whole.end]?.norm ?? '') ? 1 : 0;
  const more = partAt(tokens, whole.end + and, locale);
  // "two quarter inch" are two of them
  const isWritten = /\//.test(tokens[whole.end]?.norm ?? '');
  return more !== undefined && (and === 1 || isWritten) ? share(whole.value, more) : undefined;
}

function share(whole: number, { end, value }: Part): Share {
  const sum = whole + value;
  const exact = sum.toFixed(mostDecimals);
  const amount =
    Math.abs(Number(exact) - sum) < 1e-9 ? String(Number(exact)) : String(Number(sum.toFixed(2)));
  return { end, hundredths: Math.round(sum * 100), style: 'cardinal', amount };
}

interface Part {
  end: number;
  value: number;
}

function readWhole(tokens: readonly Token[], at: number, { numbers }: Locale): Part | undefined {
  // "one and three quarters" is one number to others
  const figure = /^\d+$/.exec(tokens[at]?.norm ?? '')?.[0];
  if (figure !== undefined) return { end: at + 1, value: Number(figure) };
  for (let end = at + 1; end <= at + 4 && end <= tokens.length; end++) {
    if (!numbers.and.includes(tokens[end]?.norm ?? '')) continue;
    const number = readNumberBefore(end, tokens, at, numbers);
    if (number?.end === end && number.hundredths % 100 === 0) return { end, value: number.hundredths / 100 };
  }
  return undefined;
}

/** "an eighth", "three eighths", "quarter", "3/8" */
function partAt(tokens: readonly Token[], at: number, locale: Locale): Part | undefined {
  const { numbers } = locale;
  const ratio = ratioIn(tokens[at]);
  if (ratio !== undefined) return ratio > 0 && ratio < 1 ? { end: at + 1, value: ratio } : undefined;
  const isOne = numbers.articles.includes(tokens[at]?.norm ?? '');
  const count = isOne ? 1 : (lookup(numbers.units, tokens[at]) ?? 0);
  const divisor = divisorAt(tokens, count > 0 ? at + 1 : at, locale, count > 0);
  if (divisor === undefined) return undefined;
  const value = Math.max(1, count) / divisor.value;
  return value < 1 ? { end: divisor.end, value } : undefined;
}

/** @param isCounted Of "eighth" alone it is not known whether it is a part or a place. */
function divisorAt(
  tokens: readonly Token[],
  at: number,
  { numbers, stem }: Locale,
  isCounted: boolean,
): Part | undefined {
  const part = lookup(numbers.fractions, tokens[at]);
  if (part !== undefined) return { end: at + 1, value: 1 / part };
  if (!isCounted) return undefined;
  const tens = lookup(numbers.tens, tokens[at]);
  const place = tens === undefined ? at : at + 1;
  const token = tokens[place];
  const ordinal = token && lookup(numbers.ordinals, { ...token, norm: stem(token.norm) });
  if (ordinal === undefined || (tens !== undefined && ordinal > 9)) return undefined;
  const value = (tens ?? 0) + ordinal;
  return value > 2 ? { end: place + 1, value } : undefined;
}
