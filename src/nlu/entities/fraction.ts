import type { NumberWords } from '../locales/locale.js';
import { lookup, type Token } from '../tokenise.js';
import { belowHundred, mostDecimals, toHundredths } from './cardinal.js';

/** What is after "point", times 100: "eight point five", "point nine nine", "nine point ninety nine", "one point oh two". */
export function decimals(
  tokens: readonly Token[],
  at: number,
  words: NumberWords,
): { end: number; hundredths: number } | undefined {
  const digits = digitsBehindPoint(tokens, at, words);
  return digits && { end: digits.end, hundredths: toHundredths(Number(`0.${digits.text}`)) };
}

function digitsBehindPoint(
  tokens: readonly Token[],
  at: number,
  words: NumberWords,
): { end: number; text: string } | undefined {
  if (tokens[at] === undefined || !words.point.includes(tokens[at].norm)) return undefined;
  const two = belowHundred(tokens, at + 1, words);
  if (two !== undefined && two.hundredths >= 1000)
    return { end: two.end, text: String(two.hundredths / 100) };
  let text = '';
  let end = at + 1;
  while (end < tokens.length && text.length < mostDecimals) {
    const digit = lookup(words.units, tokens[end]);
    if (digit !== undefined && digit < 10) text += String(digit);
    else if (words.zeroDigits.includes(tokens[end].norm)) text += '0';
    else break;
    end++;
  }
  if (text === '') {
    const digits = tokens[at + 1]?.norm;
    return digits !== undefined && /^\d{1,4}$/.test(digits) ? { end: at + 2, text: digits } : undefined;
  }
  return { end, text };
}

/** What whole numbers are parted into; behind the two of "two 12/24" stands a day. */
const usualShares: ReadonlySet<number> = new Set([2, 3, 4, 5, 6, 8, 10, 16, 32, 64]);

/** How much "3/8" is. A needle of 90/14 is no number. */
export function ratioIn(token: Token | undefined): number | undefined {
  const found = /^(\d+)\/(\d+)$/.exec(token?.norm ?? '');
  if (found === null) return undefined;
  const [over, under] = found.slice(1).map(Number);
  return usualShares.has(under) ? over / under : undefined;
}

/** "and a half", "and three quarters", "half", "1/2": what follows a whole number. */
export function fraction(
  tokens: readonly Token[],
  start: number,
  words: NumberWords,
): { end: number; value: number } | undefined {
  let at = start;
  if (tokens[at] === undefined) return undefined;
  // "8 1/2"
  const ratio = ratioIn(tokens[at]);
  if (ratio !== undefined) return ratio < 1 ? { end: at + 1, value: ratio } : undefined;
  const joined = words.and.includes(tokens[at].norm);
  if (joined) at++;
  let count = 1;
  if (tokens[at] !== undefined && words.articles.includes(tokens[at].norm)) at++;
  else {
    const unit = lookup(words.units, tokens[at]);
    if (unit !== undefined && unit < 10 && joined) {
      count = unit;
      at++;
    }
  }
  const part = lookup(words.fractions, tokens[at]);
  // "ten half", but "ten quarter" are two
  if (part === undefined || (at === start && part !== 0.5)) return undefined;
  return { end: at + 1, value: part * count };
}
