import type { NumberWords } from '../locales/locale.js';
import { lookup, type Token } from '../tokenise.js';

/**
 * A number as it was said. The value is kept in hundredths, so that sums of money never pass through binary fractions;
 * where more than two decimals are said, as of a reading, it is exact to {@link mostDecimals} of them.
 */
export interface SpokenNumber {
  /** Index behind the last word. */
  end: number;
  /** Value times 100, an integer unless more than two decimals were said. */
  hundredths: number;
  /**
   * How it was said: `cardinal` ("one hundred five"), `pair` ("one fifty", "nineteen ninety five"), `digits`
   * ("one oh eight zero"), `numeral` ("49.99").
   */
  style: 'cardinal' | 'pair' | 'digits' | 'numeral';
  /** For `pair`: the two halves. */
  halves?: readonly [number, number];
}

/** The most decimals of a number: more digits behind a point belong to something else. */
export const mostDecimals = 4;

/** A value times 100, without the noise of binary fractions. */
export function toHundredths(value: number): number {
  const parts = 10 ** (mostDecimals - 2);
  return Math.round(value * 100 * parts) / parts;
}

/** The largest number that is read, by itself and after scaling. */
export const largestNumber = 1e12;

function numeral(token: Token | undefined): number | undefined {
  return token !== undefined && /^(?:\d+(?:\.\d+)?|\.\d+)$/.test(token.norm) ? Number(token.norm) : undefined;
}

/** Below one hundred in words: "seven", "forty", "forty nine". */
export function belowHundred(
  tokens: readonly Token[],
  at: number,
  words: NumberWords,
): SpokenNumber | undefined {
  const ten = lookup(words.tens, tokens[at]);
  if (ten !== undefined) {
    const unit = lookup(words.units, tokens[at + 1]);
    const joined = unit !== undefined && unit > 0 && unit < 10;
    return { end: at + (joined ? 2 : 1), hundredths: (ten + (joined ? unit : 0)) * 100, style: 'cardinal' };
  }
  const unit = lookup(words.units, tokens[at]);
  return unit === undefined ? undefined : { end: at + 1, hundredths: unit * 100, style: 'cardinal' };
}

/** Digit strings: "one oh eight zero", "five five five". At least two digits, the second not part of a cardinal. */
export function digitString(
  tokens: readonly Token[],
  at: number,
  words: NumberWords,
): SpokenNumber | undefined {
  let digits = '';
  let end = at;
  while (end < tokens.length && digits.length < 12) {
    const unit = lookup(words.units, tokens[end]);
    if (unit !== undefined && unit < 10) digits += String(unit);
    else if (end > at && words.zeroDigits.includes(tokens[end].norm)) digits += '0';
    else break;
    end++;
  }
  if (digits.length < 2) return undefined;
  return { end, hundredths: Number(digits) * 100, style: 'digits' };
}

/** How far a cardinal was read. */
interface Progress {
  end: number;
  /** What was said in full, and what its next scale is still to multiply. */
  total: number;
  group: number;
  /** The smallest scale so far, without hundreds: no larger one may follow. */
  lastScale: number;
  isBegun: boolean;
  style: 'cardinal' | 'numeral';
}

/** Numbers with their scales: "one hundred and five", "a thousand", "2 million"; at most {@link largestNumber}. */
export function cardinal(
  tokens: readonly Token[],
  start: number,
  words: NumberWords,
): SpokenNumber | undefined {
  const isBegun = words.articles.includes(tokens[start]?.norm ?? '');
  if (isBegun && lookup(words.scales, tokens[start + 1]) === undefined) return undefined;
  let read: Progress = {
    end: isBegun ? start + 1 : start,
    total: 0,
    group: isBegun ? 1 : 0,
    lastScale: Number.POSITIVE_INFINITY,
    isBegun,
    style: 'cardinal',
  };
  for (let next: Progress | undefined = read; next !== undefined; next = withNext(tokens, read, words))
    read = next;
  const { end, total, group, style } = read;
  if (!read.isBegun || total + group > largestNumber) return undefined;
  return { end, hundredths: toHundredths(total + group), style };
}

/** Whether the letter of a scale is rather that of a code: "fifty six | k seven". */
export function opensCode(tokens: readonly Token[], at: number, words: NumberWords): boolean {
  const next = tokens[at + 1];
  const isNumber = [words.units, words.tens].some((names) => lookup(names, next) !== undefined);
  return tokens[at]?.norm.length === 1 && (isNumber || numeral(next) !== undefined);
}

/** A cardinal with the word behind it as well, or with what an "and" joins to it; undefined where it ends. */
function withNext(tokens: readonly Token[], read: Progress, words: NumberWords): Progress | undefined {
  const { end: at, total, group, lastScale, isBegun } = read;
  const scale = lookup(words.scales, tokens[at]);
  if (scale !== undefined) {
    if (!isBegun || scale >= lastScale || opensCode(tokens, at, words)) return undefined;
    if (scale === 100) return { ...read, end: at + 1, group: group * 100 };
    return { ...read, end: at + 1, total: total + group * scale, group: 0, lastScale: scale };
  }
  // "one hundred five", "one hundred and five", but neither "five six" nor "five and six"
  if (isBegun && lookup(words.scales, tokens[at - 1]) === undefined) return undefined;
  const next = isBegun && words.and.includes(tokens[at]?.norm ?? '') ? at + 1 : at;
  const figures = numeral(tokens[next]);
  if (figures !== undefined)
    return isBegun ? undefined : { ...read, end: next + 1, group: figures, isBegun: true, style: 'numeral' };
  const part = belowHundred(tokens, next, words);
  if (part === undefined) return undefined;
  // "one hundred and two hundred": the second scale is another number's
  const after = lookup(words.scales, tokens[part.end]) ?? 0;
  const isAnother = after === 100 ? group >= 100 : after >= lastScale;
  return isAnother
    ? undefined
    : { ...read, end: part.end, group: group + part.hundredths / 100, isBegun: true };
}

/** A number that begins with its scale, as many say amounts: "thousand five hundred" is a thousand five hundred. */
export function bareScale(
  tokens: readonly Token[],
  at: number,
  words: NumberWords,
): SpokenNumber | undefined {
  if (lookup(words.scales, tokens[at]) === undefined) return undefined;
  const article = { ...tokens[at], norm: words.articles[0] };
  const number = cardinal([article, ...tokens.slice(at)], 0, words);
  return number && { ...number, end: number.end - 1 + at };
}
