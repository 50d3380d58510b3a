import type { NumberWords } from '../locales/locale.js';
import { oncePer } from '../once-per.js';
import { lookup, startsWith, type Token } from '../tokenise.js';
import {
  belowHundred,
  cardinal,
  digitString,
  largestNumber,
  mostDecimals,
  opensCode,
  type SpokenNumber,
  toHundredths,
} from './cardinal.js';
import { decimals, fraction, ratioIn } from './fraction.js';

/**
 * Reads the longest number that starts at a word, the way people say them: "a hundred and five", "one fifty",
 * "ten and a half", "two dozen", "eight point five", "half a dozen", "49.99".
 */
export function readNumber(
  tokens: readonly Token[],
  at: number,
  words: NumberWords,
): SpokenNumber | undefined {
  const known = numbersOf(tokens);
  if (known[at] === undefined) known[at] = beforeFew(tokens, at, words) ?? null;
  return known[at] ?? undefined;
}

/** The same where no word from `end` on belongs to it. */
export function readNumberBefore(
  end: number,
  tokens: readonly Token[],
  at: number,
  words: NumberWords,
): SpokenNumber | undefined {
  const known = shorterOf(tokens);
  const key = at * (tokens.length + 1) + end;
  let number = known.get(key);
  if (number === undefined) {
    const shorter = readNumber(tokens.slice(at, end), 0, words);
    number = shorter === undefined ? null : { ...shorter, end: at + shorter.end };
    known.set(key, number);
  }
  return number ?? undefined;
}

/** The longest number, but for words at its end that count what there are only few of: the four of "fifty four stars". */
function beforeFew(tokens: readonly Token[], at: number, words: NumberWords): SpokenNumber | undefined {
  const number = findNumber(tokens, at, words);
  if (number === undefined) return undefined;
  const few = words.few.find((one) => one.words.includes(tokens[number.end]?.norm ?? ''));
  if (few === undefined || number.style === 'pair' || number.hundredths <= few.most * 100) return number;
  for (let start = Math.max(at + 1, number.end - 2); start < number.end; start++) {
    const last = lastOf(tokens, start, words);
    // of "one hundred twenty eight gigs" there are not eight, but of "fifty four stars" there are four
    if (few.most >= 10 && lookup(words.tens, tokens[start - 1]) !== undefined) continue;
    const isOwn =
      last.end === number.end && last.value > 0 && (few.last ?? [last.value]).includes(last.value);
    const first = isOwn && last.value <= few.most ? findNumber(tokens.slice(0, start), at, words) : undefined;
    if (first?.end === start) return first;
  }
  return number;
}

/** A number below one hundred, in words or figures. */
function lastOf(tokens: readonly Token[], at: number, words: NumberWords): { end: number; value: number } {
  const said = belowHundred(tokens, at, words);
  if (said !== undefined) return { end: said.end, value: said.hundredths / 100 };
  return { end: at + 1, value: Number(tokens[at].norm) };
}

/** The numbers of a sentence, by where they start: amounts, prices, times and counts all look for the same ones. */
const numbersOf = oncePer((_: readonly Token[]): (SpokenNumber | null)[] => []);
/** The shorter ones, by where they start and what they end before: each is looked for by many entities. */
const shorterOf = oncePer((_: readonly Token[]) => new Map<number, SpokenNumber | null>());

function findNumber(tokens: readonly Token[], at: number, words: NumberWords): SpokenNumber | undefined {
  const first = tokens[at];
  if (first === undefined) return undefined;
  if (words.minus.includes(first.norm)) {
    // of "seventy plus or minus two" the two are not below zero
    if (endsEitherSign(tokens, at, words)) return undefined;
    const positive = readNumber(tokens, at + 1, words);
    return positive && { ...positive, hundredths: -positive.hundredths };
  }
  const ratio = ratioIn(first);
  if (ratio !== undefined) return { end: at + 1, hundredths: toHundredths(ratio), style: 'numeral' };
  const part = lookup(words.fractions, first);
  if (part !== undefined) return partOfMany(tokens, at + 1, part, words);
  const many = collectiveAt(tokens, at, words);
  if (many !== undefined) return many;
  const leading = decimals(tokens, words.zeroDigits.includes(first.norm) ? at + 1 : at, words);
  if (leading !== undefined) return { ...leading, style: 'cardinal' };
  const whole = cardinal(tokens, at, words);
  return whole && withRest(tokens, at, whole, words);
}

function endsEitherSign(tokens: readonly Token[], at: number, { eitherSign }: NumberWords): boolean {
  return eitherSign.some((phrase) => startsWith(tokens, at + 1 - phrase.length, phrase));
}

/** "half a dozen", "quarter million"; of the parts of one only "half" is said by itself. */
function partOfMany(
  tokens: readonly Token[],
  at: number,
  part: number,
  words: NumberWords,
): SpokenNumber | undefined {
  const many = words.articles.includes(tokens[at]?.norm ?? '') ? at + 1 : at;
  const count = lookup(words.collectives, tokens[many]) ?? lookup(words.scales, tokens[many]);
  if (count !== undefined)
    return { end: many + 1, hundredths: Math.round(part * count * 100), style: 'cardinal' };
  return part === 0.5 ? { end: at, hundredths: 50, style: 'cardinal' } : undefined;
}

/** "a dozen" and "couple hundred", but not "dozen" by itself. */
function collectiveAt(tokens: readonly Token[], at: number, words: NumberWords): SpokenNumber | undefined {
  const isArticle = words.articles.includes(tokens[at].norm);
  const noun = isArticle ? at + 1 : at;
  const collective = lookup(words.collectives, tokens[noun]);
  const isMany = isArticle || lookup(words.scales, tokens[noun + 1]) !== undefined;
  return collective === undefined || !isMany
    ? undefined
    : scaledCollective(tokens, noun + 1, collective, words);
}

/** A whole number with what makes another one of it: a fraction, decimals, a counting noun, a second half. */
function withRest(
  tokens: readonly Token[],
  at: number,
  whole: SpokenNumber,
  words: NumberWords,
): SpokenNumber {
  const shares = countedFraction(tokens, whole, words);
  if (shares !== undefined) return shares;
  const withPoint = withDecimals(tokens, whole, words);
  if (withPoint !== whole) return scaledBy(tokens, withPoint, words);
  const collective = lookup(words.collectives, tokens[whole.end]);
  if (collective !== undefined)
    return { end: whole.end + 1, hundredths: whole.hundredths * collective, style: 'cardinal' };
  const part = fraction(tokens, whole.end, words);
  if (part !== undefined) {
    // "a million and a half" is half a million more; "a hundred and a half" is no way to say that
    const scale = lookup(words.scales, tokens[whole.end - 1]) ?? 1;
    const hundredths = whole.hundredths + Math.round(part.value * (scale >= 1000 ? scale : 1) * 100);
    return scaledBy(tokens, { end: part.end, hundredths, style: whole.style }, words);
  }
  const digits = spokenPair(tokens, whole, words) ?? digitString(tokens, at, words);
  return digits === undefined ? whole : withDecimals(tokens, digits, words);
}

/** "one oh one point three": behind a point figures that were said apart are one number. */
function withDecimals(tokens: readonly Token[], number: SpokenNumber, words: NumberWords): SpokenNumber {
  const point = decimals(tokens, number.end, words);
  if (point === undefined) return number;
  return { end: point.end, hundredths: number.hundredths + point.hundredths, style: 'cardinal' };
}

/** The most words of a number that are looked at before a word of it. */
const mostBefore = 6;

/**
 * Whether a whole number began before a word and goes on with it: the "five" of "a hundred and five" and of "one oh five",
 * but not that of "four five", nor of "two point five".
 */
export function isInsideNumber(tokens: readonly Token[], at: number, words: NumberWords): boolean {
  for (let start = Math.max(0, at - mostBefore); start < at; start++) {
    const number = readNumber(tokens, start, words);
    if (number === undefined || number.end <= at) continue;
    const isBesideZero = [at - 1, at].some((place) => words.zeroDigits.includes(tokens[place].norm));
    if (isWholeNumber(number) || (isBesideZero && number.hundredths % 100 === 0)) return true;
  }
  return false;
}

/** Whether no part of it is a number of its own. */
export function isWholeNumber({ style, hundredths }: SpokenNumber): boolean {
  return style === 'cardinal' && hundredths % 100 === 0;
}

/** "one half", "three quarters", "two thirds"; "eight half" is eight and a half. */
function countedFraction(
  tokens: readonly Token[],
  whole: SpokenNumber,
  words: NumberWords,
): SpokenNumber | undefined {
  const part = lookup(words.fractions, tokens[whole.end]);
  if (part === undefined || whole.hundredths >= 1000) return undefined;
  const hundredths = Math.round(whole.hundredths * part);
  return hundredths > 0 && hundredths < 100
    ? { end: whole.end + 1, hundredths, style: 'cardinal' }
    : undefined;
}

/** "one point five million", "two and a half thousand" */
function scaledBy(tokens: readonly Token[], number: SpokenNumber, words: NumberWords): SpokenNumber {
  const scale = lookup(words.scales, tokens[number.end]);
  const hundredths = Math.round(number.hundredths * (scale ?? 1));
  return scale === undefined || hundredths > largestNumber * 100
    ? number
    : { ...number, end: number.end + 1, hundredths };
}

/** "a dozen", "a couple hundred", "a couple of thousand", "a couple of dozen" */
function scaledCollective(
  tokens: readonly Token[],
  at: number,
  collective: number,
  words: NumberWords,
): SpokenNumber {
  const joined = words.of.includes(tokens[at]?.norm ?? '') ? at + 1 : at;
  const scale = opensCode(tokens, joined, words)
    ? undefined
    : (lookup(words.scales, tokens[joined]) ?? lookup(words.collectives, tokens[joined]));
  const whole: SpokenNumber = { end: at, hundredths: collective * 100, style: 'cardinal' };
  return scale === undefined ? whole : { ...whole, end: joined + 1, hundredths: collective * scale * 100 };
}

/** "one fifty", "nineteen ninety five", "one oh five", "one twenty thousand": two halves with no scale between. */
function spokenPair(
  tokens: readonly Token[],
  whole: SpokenNumber,
  words: NumberWords,
): SpokenNumber | undefined {
  if (whole.style !== 'cardinal' || whole.hundredths >= 10_000 || whole.hundredths < 100) return undefined;
  const high = whole.hundredths / 100;
  let at = whole.end;
  let zero = false;
  if (tokens[at] !== undefined && words.zeroDigits.includes(tokens[at].norm)) {
    zero = true;
    at++;
  }
  const low = belowHundred(tokens, at, words);
  if (low === undefined) return undefined;
  const lowValue = low.hundredths / 100;
  if (zero ? lowValue > 9 || lowValue === 0 : lowValue < 10) return undefined;
  // "one zero eight zero" is a digit string, not a pair
  const after = tokens[low.end];
  if (
    zero &&
    after !== undefined &&
    (lookup(words.units, after) !== undefined || words.zeroDigits.includes(after.norm))
  ) {
    return undefined;
  }
  // "one twenty thousand"
  const scale = lookup(words.scales, after);
  if (scale !== undefined)
    return zero || high > 9
      ? undefined
      : { end: low.end + 1, hundredths: (high * 100 + lowValue) * scale * 100, style: 'cardinal' };
  return { end: low.end, hundredths: (high * 100 + lowValue) * 100, style: 'pair', halves: [high, lowValue] };
}

/** Whether a word is a number, or can be one of those that make a number. */
export function isNumberWord(word: string, { units, tens, scales }: NumberWords): boolean {
  return [units, tens, scales].some((words) => Object.hasOwn(words, word));
}

/** The same, or begins with a figure. */
export function isNumberOrFigure(word: string, numbers: NumberWords): boolean {
  return /^\d/.test(word) || isNumberWord(word, numbers);
}

/** Plain digits: 10, 10.5, 8.25, 7.125. */
export function formatHundredths(hundredths: number): string {
  const absolute = Math.abs(toHundredths(hundredths / 100));
  const sign = hundredths < 0 && absolute > 0 ? '-' : '';
  const whole = Math.trunc(absolute / 100);
  const digits = (absolute % 100).toFixed(mostDecimals - 2).padStart(mostDecimals + 1, '0');
  const decimals = digits.replace('.', '').replace(/0+$/, '');
  return decimals === '' ? `${sign}${whole}` : `${sign}${whole}.${decimals}`;
}
