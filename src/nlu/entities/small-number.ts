import type { NumberWords } from '../locales/locale.js';
import type { Token } from '../tokenise.js';
import { readNumber, readNumberBefore } from './number.js';

/** A whole number that is one spoken group, so that "seven thirty" stays two. */
export function smallNumber(
  tokens: readonly Token[],
  at: number,
  numbers: NumberWords,
  most: number,
): { end: number; value: number } | undefined {
  // found once for the whole sentence, so that nothing is read again where no number begins
  if (readNumber(tokens, at, numbers) === undefined) return undefined;
  for (const width of [2, 1]) {
    if (at + width > tokens.length) continue;
    const number = readNumberBefore(at + width, tokens, at, numbers);
    if (number === undefined || number.end !== at + width || number.hundredths % 100 !== 0) continue;
    if (number.style === 'pair' || number.style === 'digits') continue;
    const value = number.hundredths / 100;
    // "twenty five" is no twenty
    return value >= 0 && value <= most ? { end: number.end, value } : undefined;
  }
  return undefined;
}
