import { formatHundredths, readNumber } from '../entities/number.js';
import type { Locale } from '../locales/index.js';
import { type Token, tokenise } from '../tokenise.js';

/** Letters of a code that may stand apart from its figures: "s 24", "rtx 4090". */
const mostLetters = 3;

const apart = /(?<![\p{L}\d])(\p{L}{1,3})[- ](\d+\p{L}?)(?![\p{L}\d])/gu;

/** Codes whose letters and figures are written apart, as one word: "f150" of "Ford F-150". */
export function writtenCodes(text: string, locale: Locale): string[] {
  return [...text.matchAll(apart)]
    .filter(([, letters]) => !isStopWord(letters, locale))
    .map(([, letters, figures]) => letters + figures);
}

/** What could be a code, of a text that may have been spoken. */
interface SaidCode {
  /** As one word, "s24", the longest first. */
  codes: string[];
  /** The words that it was said in: the letters, where they are a word, and the number, "24". */
  parts: string[];
}

/** Letters with a number behind them, a number with a letter behind it, or all three: "s twenty four", "three twenty d". */
export function saidCodes(text: string, locale: Locale): SaidCode[] {
  const tokens = tokenise(text, locale);
  return numbersIn(tokens, locale).map(({ start, end, text: number }) => {
    const letters = lettersBefore(tokens, start, locale);
    const behind = isLetter(tokens[end]) ? tokens[end].norm : '';
    const codes = [letters + number + behind, letters + number, number + behind];
    // "four k" is four thousand, or what is written so
    if (isLetter(tokens[end - 1])) codes.push(Number(number) / 1000 + tokens[end - 1].norm);
    return { codes: codes.filter((code) => code !== number), parts: [letters, number] };
  });
}

/** The numbers of a text that are written in words, as figures, and the words that they are written in. */
export function spokenNumbers(text: string, locale: Locale): { numbers: string[]; words: Set<string> } {
  const tokens = tokenise(text, locale);
  const spoken = numbersIn(tokens, locale).filter(({ start }) => !isFigures(tokens[start]));
  const words = spoken.flatMap(({ start, end }) => tokens.slice(start, end).map(({ norm }) => norm));
  return { numbers: spoken.map((number) => number.text), words: new Set(words) };
}

/** Numbers in figures or in words, and where they stand. */
function numbersIn(
  tokens: readonly Token[],
  { numbers }: Locale,
): { start: number; end: number; text: string }[] {
  const found: { start: number; end: number; text: string }[] = [];
  for (let at = 0; at < tokens.length; at = Math.max(at + 1, found.at(-1)?.end ?? 0)) {
    if (isFigures(tokens[at])) found.push({ start: at, end: at + 1, text: tokens[at].norm });
    const spoken = /^\p{L}/u.test(tokens[at].norm) ? readNumber(tokens, at, numbers) : undefined;
    if (spoken) found.push({ start: at, end: spoken.end, text: formatHundredths(spoken.hundredths) });
  }
  return found;
}

/** The letters in front of a number: a short word, or such as are said one by one ("w d forty"). */
function lettersBefore(tokens: readonly Token[], at: number, locale: Locale): string {
  let from = at;
  while (at - from < mostLetters && isLetter(tokens[from - 1])) from--;
  if (from < at)
    return tokens
      .slice(from, at)
      .map(({ norm }) => norm)
      .join('');
  const norm = tokens[at - 1]?.norm ?? '';
  const isShort = /^\p{L}+$/u.test(norm) && norm.length <= mostLetters;
  return isShort && !isStopWord(norm, locale) ? norm : '';
}

function isLetter(token: Token | undefined): boolean {
  return token !== undefined && /^\p{L}$/u.test(token.norm);
}

function isFigures({ norm }: Token): boolean {
  return /^\d+$/.test(norm);
}

function isStopWord(word: string, { search }: Locale): boolean {
  return word.length > 1 && search.stopWords.includes(word);
}
