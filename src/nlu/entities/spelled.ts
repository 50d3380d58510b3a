import type { Locale } from '../locales/locale.js';
import type { Token } from '../tokenise.js';

/**
 * Reads a code that is spelled out: "a as in alpha b four double seven", "bravo two". Letters become upper case. Each
 * character is one word, or a letter with its keyword; at least two characters are needed.
 */
export function readSpelled(
  tokens: readonly Token[],
  start: number,
  locale: Locale,
): { end: number; value: string } | undefined {
  const { letters, asIn, repeats } = locale.spelling;
  let value = '';
  let at = start;
  while (at < tokens.length && value.length < 32) {
    const repeat = Object.hasOwn(repeats, tokens[at].norm) ? repeats[tokens[at].norm] : 1;
    const position = repeat > 1 ? at + 1 : at;
    const character = characterAt(tokens[position], locale, letters, value !== '');
    if (character === undefined) break;
    value += character.repeat(repeat);
    at = position + 1;
    const link = asIn
      .map((phrase) => phrase.split(' '))
      .find((words) => words.every((word, offset) => tokens[at + offset]?.norm === word));
    const keyword = link && tokens[at + link.length]?.norm;
    if (link !== undefined && keyword?.startsWith(character.toLowerCase()) && keyword.length > 1) {
      at += link.length + 1;
    }
  }
  return value.length < 2 ? undefined : { end: at, value };
}

function characterAt(
  token: Token | undefined,
  locale: Locale,
  letters: Readonly<Record<string, string>>,
  inside: boolean,
): string | undefined {
  if (token === undefined) return undefined;
  const { norm } = token;
  if (inside && locale.numbers.zeroDigits.includes(norm)) return '0';
  if (/^\d+$/.test(norm)) return norm;
  const digit = Object.hasOwn(locale.numbers.units, norm) ? locale.numbers.units[norm] : undefined;
  if (digit !== undefined) return digit < 10 ? String(digit) : undefined;
  return Object.hasOwn(letters, norm) ? letters[norm].toUpperCase() : undefined;
}
