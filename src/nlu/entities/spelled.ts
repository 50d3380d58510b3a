import type { Locale } from '../locales/locale.js';
import { lookup, startsWith, type Token } from '../tokenise.js';
import { belowHundred } from './cardinal.js';
import { isJoined } from './code.js';

interface Character {
  end: number;
  text: string;
  /** The letter that a keyword would begin with. */
  letter?: string;
}

/**
 * Reads a code that is spelled out: "a as in alpha b four double seven", "bravo two", "a b dash twenty three". Letters
 * become upper case. Each character is one word, or a letter with its keyword; letters that are typed together with
 * figures, as in "ab73", are as many characters. At least two characters are needed.
 */
export function readSpelled(
  tokens: readonly Token[],
  start: number,
  locale: Locale,
): { end: number; value: string } | undefined {
  const { asIn, repeats, marks = {} } = locale.spelling;
  let value = '';
  let end = start;
  let at = start;
  while (at < tokens.length && value.length < 32) {
    const mark = (value !== '' && lookup(marks, tokens[at])) || '';
    if (mark !== '') at++;
    const whole = characterAt(tokens, at, locale, value !== '');
    const repeat = (whole === undefined && lookup(repeats, tokens[at])) || 1;
    const character = whole ?? (repeat > 1 ? characterAt(tokens, at + 1, locale, true) : undefined);
    if (character === undefined) break;
    at = character.end;
    const link = asIn.map((phrase) => phrase.split(' ')).find((words) => startsWith(tokens, at, words));
    const keyword = link && tokens[at + link.length]?.norm;
    const isExplained =
      character.letter !== undefined && keyword?.startsWith(character.letter) && keyword.length > 1;
    if (link !== undefined && isExplained) at += link.length + 1;
    // "o as in oscar" is a letter, "o" alone among others a zero
    value += mark + (isExplained ? character.letter!.toUpperCase() : character.text.repeat(repeat));
    end = at;
  }
  return value.length < 2 ? undefined : { end, value };
}

function characterAt(
  tokens: readonly Token[],
  at: number,
  { numbers, spelling }: Locale,
  inside: boolean,
): Character | undefined {
  const norm = tokens[at]?.norm;
  if (norm === undefined) return undefined;
  const name = spelling.phrases?.find(({ words }) => startsWith(tokens, at, words));
  if (name !== undefined) return { end: at + name.words.length, text: name.character.toUpperCase() };
  const letter = lookup(spelling.letters, tokens[at]);
  const end = at + 1;
  if (inside && numbers.zeroDigits.includes(norm)) return { end, text: '0', letter };
  if (/^\d+$/.test(norm)) return { end, text: norm };
  const number = belowHundred(tokens, at, numbers);
  if (number !== undefined) return { end: number.end, text: String(number.hundredths / 100) };
  if (letter !== undefined) return { end, text: letter.toUpperCase(), letter };
  const isTyped = isJoined(tokens[at - 1], tokens[at]) || isJoined(tokens[at], tokens[end]);
  return isTyped ? { end, text: norm.toUpperCase() } : undefined;
}
