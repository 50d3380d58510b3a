import type { Locale } from '../locales/locale.js';
import { lookup, startsWith, type Token } from '../tokenise.js';
import { belowHundred, cardinal } from './cardinal.js';
import { isJoined } from './code.js';

interface Character {
  end: number;
  text: string;
  /** The letter that a keyword would begin with. */
  letter?: string;
}

/**
 * Reads a code that is spelled out: "a as in alpha b four double seven", "bravo two", "a b dash twenty three", "nine hundred
 * one two". Letters become upper case. Each character is one word, or a letter with its keyword; letters that are typed
 * together with figures, as in "ab73", are as many characters. At least two characters are needed.
 */
export function readSpelled(
  tokens: readonly Token[],
  start: number,
  locale: Locale,
): { end: number; value: string } | undefined {
  const code = readCharacters(tokens, start, locale);
  return code === undefined || code.length < 2 ? undefined : { end: code.end, value: code.value };
}

/** The same, of any length; what a code opens with, `+`, does not count. */
export function readCharacters(
  tokens: readonly Token[],
  start: number,
  locale: Locale,
): { end: number; value: string; length: number } | undefined {
  const { repeats, marks, openings } = locale.spelling;
  const opening = lookup(openings, tokens[start]) ?? '';
  let value = '';
  let end = start;
  let at = opening === '' ? start : start + 1;
  let isOpenedByZero = false;
  while (at < tokens.length && value.length < 32) {
    // the "i" of "b a two, i mean" is no letter
    if (isTakenBack(tokens, at, locale)) break;
    const mark = (value !== '' && lookup(marks, tokens[at])) || '';
    if (mark !== '') at++;
    const whole = characterAt(tokens, at, locale, value !== '');
    const repeat = (whole === undefined && lookup(repeats, tokens[at])) || 1;
    const character = whole ?? (repeat > 1 ? characterAt(tokens, at + 1, locale, true) : undefined);
    if (character === undefined) break;
    const { letter } = character;
    const keywordEnd = letter === undefined ? undefined : endOfKeyword(tokens, character.end, letter, locale);
    // "o as in oscar" is a letter, "o" alone among others a zero
    if (value === '') isOpenedByZero = keywordEnd === undefined && isZero(tokens, at, locale);
    const isLetter = keywordEnd !== undefined || isAmongLetters(tokens, character, value, locale);
    value += mark + (isLetter ? letter!.toUpperCase() : character.text.repeat(repeat));
    at = keywordEnd ?? character.end;
    end = at;
  }
  // "oh seven b" begins with a number, "oh b seven" may be anything
  if (isOpenedByZero && /^\d/.test(value.slice(1))) value = `0${value.slice(1)}`;
  const { length } = value;
  return length === 0 ? undefined : { end, value: opening + value, length };
}

/** Whether a word that is a letter as well begins what puts something right: "i mean". */
function isTakenBack(tokens: readonly Token[], at: number, { spelling, corrections }: Locale): boolean {
  if (lookup(spelling.letters, tokens[at]) === undefined) return false;
  const { behind } = corrections;
  return behind.some((phrase) => startsWith(tokens, at, phrase.split(' ')));
}

/** Where the word ends that tells which letter was meant: "as in alpha", "for x ray". */
function endOfKeyword(
  tokens: readonly Token[],
  at: number,
  letter: string,
  { spelling: { asIn, phrases } }: Locale,
): number | undefined {
  const link = asIn.map((phrase) => phrase.split(' ')).find((words) => startsWith(tokens, at, words));
  if (link === undefined) return undefined;
  const start = at + link.length;
  const name = phrases.find(
    ({ words, character }) => character === letter && startsWith(tokens, start, words),
  );
  if (name !== undefined) return start + name.words.length;
  const { norm = '' } = tokens[start] ?? {};
  return norm.length > 1 && norm.startsWith(letter) ? start + 1 : undefined;
}

/** Whether the "o" of "l o t" is a letter: letters alone stand before it, and one behind it. */
function isAmongLetters(
  tokens: readonly Token[],
  { end, text, letter }: Character,
  before: string,
  { spelling, numbers }: Locale,
): boolean {
  const next = tokens[end];
  const isNext = lookup(spelling.letters, next) !== undefined && !numbers.zeroDigits.includes(next.norm);
  return text === '0' && letter !== undefined && /^\p{L}+$/u.test(before) && isNext;
}

function isZero(tokens: readonly Token[], at: number, { numbers }: Locale): boolean {
  return numbers.zeroDigits.includes(tokens[at].norm) && !isJoined(tokens[at], tokens[at + 1]);
}

function characterAt(
  tokens: readonly Token[],
  at: number,
  locale: Locale,
  inside: boolean,
): Character | undefined {
  const { numbers, spelling } = locale;
  const norm = tokens[at]?.norm;
  if (norm === undefined) return undefined;
  const name = spelling.phrases.find(({ words }) => startsWith(tokens, at, words));
  if (name !== undefined) return { end: at + name.words.length, text: name.character.toUpperCase() };
  const letter = lookup(spelling.letters, tokens[at]);
  const end = at + 1;
  if (inside && numbers.zeroDigits.includes(norm)) return { end, text: '0', letter };
  if (/^\d+$/.test(norm)) return { end, text: norm };
  const number = numberAt(tokens, at, locale);
  if (number !== undefined) return { end: number.end, text: String(number.hundredths / 100) };
  if (letter !== undefined) return { end, text: letter.toUpperCase(), letter };
  const isTyped = isJoined(tokens[at - 1], tokens[at]) || isJoined(tokens[at], tokens[end]);
  return isTyped ? { end, text: norm.toUpperCase() } : undefined;
}

/**
 * A number within a code. What is said digit by digit behind hundreds and thousands is no part of these: "nine hundred one
 * two three" is 900123, "one hundred twenty" 120. The "k" of "seven k" is a letter, the "a" of "a hundred" is none.
 */
function numberAt(all: readonly Token[], at: number, { numbers, spelling }: Locale) {
  const number = belowHundred(all, at, numbers);
  const end = number?.end ?? (numbers.articles.includes(all[at].norm) ? at + 1 : at);
  if (end === at || lookup(numbers.scales, all[end]) === undefined) return number;
  const letter = all.findIndex((token, place) => place > at && lookup(spelling.letters, token));
  const tokens = letter < 0 ? all : all.slice(0, letter);
  const whole = cardinal(tokens, at, numbers) ?? number;
  if (whole === undefined) return undefined;
  const { norm = '' } = tokens[whole.end] ?? {};
  const goesOn = numbers.zeroDigits.includes(norm) || belowHundred(tokens, whole.end, numbers) !== undefined;
  const isScale = (token: Token) => lookup(numbers.scales, token) !== undefined;
  const scaleEnd = tokens.slice(0, whole.end).findLastIndex(isScale) + 1;
  return goesOn && scaleEnd > at && !numbers.and.includes(tokens[scaleEnd].norm)
    ? cardinal(tokens.slice(0, scaleEnd), at, numbers)
    : whole;
}
