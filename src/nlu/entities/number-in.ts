import type { Locale } from '../locales/locale.js';
import { tokenise } from '../tokenise.js';
import { formatHundredths, readNumber } from './number.js';

/** A number in a text, and the text with another one in its place. */
export interface NumberIn {
  number: number;
  /** Whether the text is nothing but the number. */
  isAll: boolean;
  withNumber: (number: number) => string;
}

/** The first number of a text, in figures or in words: the 30 of "spf 30", the 3 of "three burners". */
export function numberIn(text: string, locale: Locale): NumberIn | undefined {
  const tokens = tokenise(text, locale);
  for (let at = 0; at < tokens.length; at++) {
    const found = readNumber(tokens, at, locale.numbers);
    if (found === undefined) continue;
    const [{ start }, { end }] = [tokens[at], tokens[found.end - 1]];
    return {
      number: Number(formatHundredths(found.hundredths)),
      isAll: at === 0 && found.end === tokens.length,
      withNumber: (number) => text.slice(0, start) + number + text.slice(end),
    };
  }
  return undefined;
}
