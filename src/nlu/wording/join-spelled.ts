import { isJoined } from '../entities/code.js';
import { isNumberWord, readNumber } from '../entities/number.js';
import { unitsBehind } from '../entities/units.js';
import type { Pack } from '../pack/pack.js';
import { lookup, type Token } from '../tokenise.js';
import { asOne, fieldsOf, isLittle, listWordsOf, valuesAt } from './joined-words.js';

/** "hdmi", "h d m i"; what is longer is spelled for another reason. */
const mostLetters = 6;
/** Letters before the figures of a code: "e27", "gu10", "spf50". */
const mostBeforeFigures = 3;
const mostFigures = 4;

/**
 * Letters that are said one by one, read as the word of a list that they spell, "o l e d", "h d m i", "t v", or behind a
 * number as the unit, "eight k g". And letters with a number behind them, said of what is numbered so, read as they are written: "e twenty seven" as "e27".
 */
export function joinSpelled(tokens: Token[], text: string, pack: Pack): Token[] {
  if (!tokens.some(({ norm }) => isLetter(norm))) return tokens;
  const joined: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    // of "f91w 18" and "lp-e6nh" the code is complete
    const isOpen =
      isLetter(tokens[at].norm) && !isJoined(tokens[at - 1], tokens[at]) && !tokens[at].isHyphened;
    const letters = isOpen ? lettersFrom(tokens, at, text) : 0;
    const word = letters > 1 ? wordAt(tokens, at, letters, pack) : undefined;
    const code = word === undefined && letters > 0 ? codeAt(tokens, at, letters, pack) : undefined;
    joined.push(...(word?.tokens ?? code?.tokens ?? [tokens[at]]));
    at = (word ?? code ?? { end: at + 1 }).end - 1;
  }
  return joined;
}

interface Joined {
  tokens: readonly Token[];
  end: number;
}

function isLetter(norm: string): boolean {
  return /^\p{L}$/u.test(norm);
}

/** How many single letters follow each other, with nothing but a space between them. */
function lettersFrom(tokens: readonly Token[], at: number, text: string): number {
  let end = at + 1;
  while (
    end - at < mostLetters &&
    isLetter(tokens[end]?.norm ?? '') &&
    text.slice(tokens[end - 1].end, tokens[end].start) === ' '
  )
    end++;
  return end - at;
}

/** The longest word of a list that the letters from here on spell, unless the pack knows them as they are. */
function wordAt(tokens: readonly Token[], at: number, letters: number, pack: Pack): Joined | undefined {
  const { numbers } = pack.locale;
  const isBehindNumber =
    at > 0 &&
    (isNumberWord(tokens[at - 1].norm, numbers) || readNumber(tokens, at - 1, numbers) !== undefined);
  if (isBehindNumber) return unitAt(tokens, at, letters, pack);
  if (pack.beginsWithBoth(tokens[at].norm, tokens[at + 1].norm)) return undefined;
  for (let end = at + letters; end > at + 1; end--) {
    const spelled = tokens.slice(at, end);
    // "a c" and "i d" may be an article and a subject
    if (spelled.length === 2 && spelled.some(({ norm }) => isLittle(norm, pack))) continue;
    const whole = asOne(spelled);
    if (valuesAt(listWordsOf([whole, ...tokens.slice(end)], pack), 0, pack).length > 0)
      return { tokens: [whole], end };
  }
  return undefined;
}

/** The longest unit that the letters behind a number spell. */
function unitAt(tokens: readonly Token[], at: number, letters: number, { locale }: Pack): Joined | undefined {
  for (let end = at + letters; end > at + 1; end--) {
    const whole = asOne(tokens.slice(at, end));
    if (unitsBehind([tokens[at - 1], whole], 1, locale).length > 0) return { tokens: [whole], end };
  }
  return undefined;
}

/** Letters and figures as if they were written together. */
function codeAt(tokens: readonly Token[], at: number, letters: number, pack: Pack): Joined | undefined {
  const { locale } = pack;
  const figures = at + letters;
  const number = readNumber(tokens, figures, locale.numbers);
  if (letters > mostBeforeFigures || number === undefined || isLittle(tokens[at].norm, pack))
    return undefined;
  const digits = String(number.hundredths / 100);
  if (!/^\d+$/.test(digits) || digits.length > mostFigures) return undefined;
  if (![...pack.entities.values()].some(({ kind }) => kind === 'code')) return undefined;
  const { end } = number;
  const isMeasured = unitsBehind(tokens, end, locale).length > 0 || isMoney(tokens[end], pack);
  if (
    isMeasured ||
    isNumberWord(tokens[at - 1]?.norm ?? '', locale.numbers) ||
    isNamed(tokens, at, figures, pack)
  )
    return undefined;
  const first = asOne(tokens.slice(at, figures));
  const behind = asOne(tokens.slice(figures, end));
  return { tokens: [first, { ...behind, text: digits, norm: digits, start: first.end }], end };
}

function isMoney(token: Token | undefined, { locale: { money } }: Pack): boolean {
  return (
    token !== undefined && (lookup(money.major, token) !== undefined || money.minor.includes(token.norm))
  );
}

/** Whether the letters end a value of a list: vitamin c, usb c, or are a value alone, as sizes are. */
function isNamed(tokens: readonly Token[], at: number, end: number, pack: Pack): boolean {
  const words = listWordsOf(tokens.slice(0, end), pack);
  return [at - 2, at - 1, at].some(
    (from) =>
      from >= 0 &&
      valuesAt(words, from, pack).some((match) => match.end === end && fieldsOf(match, pack).length > 0),
  );
}
