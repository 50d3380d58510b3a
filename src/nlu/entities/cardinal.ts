import type { NumberWords } from '../locales/number-words.js';
import { lookup, type Token } from '../tokenise.js';

/**
 * A number as it was said. The value is exact to a hundredth and kept as an integer of hundredths, so that sums of
 * money never pass through binary fractions.
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

export const limit = 1e12;

function numeral(token: Token | undefined): number | undefined {
  return token !== undefined && /^\d*\.?\d+$/.test(token.norm) ? Number(token.norm) : undefined;
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

export function cardinal(
  tokens: readonly Token[],
  start: number,
  words: NumberWords,
): SpokenNumber | undefined {
  let at = start;
  let total = 0;
  let group = 0;
  let lastScale = Number.POSITIVE_INFINITY;
  let read = false;
  let style: SpokenNumber['style'] = 'cardinal';
  const first = tokens[at];
  if (first !== undefined && words.articles.includes(first.norm)) {
    const scale = lookup(words.scales, tokens[at + 1]);
    if (scale === undefined) return undefined;
    group = 1;
    read = true;
    at++;
  }
  while (at < tokens.length) {
    const scale = lookup(words.scales, tokens[at]);
    if (scale !== undefined) {
      if (!read || scale >= lastScale) break;
      if (scale === 100) group *= 100;
      else {
        total += group * scale;
        group = 0;
        lastScale = scale;
      }
      at++;
      continue;
    }
    let next = at;
    const isAnd = words.and.includes(tokens[at].norm);
    if (isAnd) {
      // "and" joins only below a scale: "one hundred and five", never "five and six"
      const afterScale = lookup(words.scales, tokens[at - 1]) !== undefined && read && at > start;
      if (!afterScale) break;
      next++;
    }
    const digits = numeral(tokens[next]);
    if (digits !== undefined) {
      if (read || isAnd) break;
      group = digits;
      style = 'numeral';
      read = true;
      at = next + 1;
      continue;
    }
    const part = belowHundred(tokens, next, words);
    if (part === undefined) break;
    const fits = !read || lookup(words.scales, tokens[next - 1]) !== undefined || isAnd;
    // "one hundred and two hundred": the second scale is another number's
    const after = lookup(words.scales, tokens[part.end]) ?? 0;
    const isAnother = after === 100 ? group >= 100 : after >= lastScale;
    if (!fits || isAnother) break;
    group += part.hundredths / 100;
    read = true;
    at = part.end;
  }
  if (!read || total + group > limit) return undefined;
  return { end: at, hundredths: Math.round((total + group) * 100), style };
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
