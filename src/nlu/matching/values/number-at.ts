import type { SpokenNumber } from '../../entities/cardinal.js';
import {
  formatHundredths,
  isInsideNumber,
  isNumberWord,
  isWholeNumber,
  readNumber,
  readNumberBefore,
} from '../../entities/number.js';
import { startsWith } from '../../tokenise.js';
import type { SentenceView } from '../sentence-view.js';

/** What a number costs that begins with a misheard word: enough for the sentence without that word to win. */
const misheard = 0.7;

/** Where no number reaches this, none is said digit by digit: in "one two shot mocha" nothing is twelve. */
const leastInDigits = 20;

/** Which number is asked for. */
interface AskedNumber {
  from?: number;
  to?: number;
  /** Digits that are said one by one are no number of things, and neither are fractions. */
  counts?: boolean;
  /** Whether a value of some list follows the word. */
  isValueNext: () => boolean;
}

interface FoundNumber {
  end: number;
  value: number;
  cost: number;
}

/** The number that starts at a word, or what sounds like one where a number is asked for. */
export function numberAt(sentence: SentenceView, at: number, asked: AskedNumber): FoundNumber | undefined {
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY, counts = false } = asked;
  const { tokens, resolved } = sentence;
  const { numbers } = resolved.locale;
  if (isInsideNumber(tokens, at, numbers)) return undefined;
  // "between minus five and plus five", where two lattes plus two mochas are no numbers with a sign
  const isSigned = from < 0 && asked.from !== undefined && numbers.plus.includes(tokens[at].norm);
  const start = isSigned ? at + 1 : at;
  const isZero = (place: number) => place > start && numbers.zeroDigits.includes(tokens[place].norm);
  let number = readNumber(tokens, start, numbers);
  if (number === undefined) return soundingNumberAt(sentence, at, asked);
  // "thirty four thirty six" is too much for one number, and is then two
  for (; number !== undefined; number = readNumberBefore(number.end - 1, tokens, start, numbers)) {
    const below = from < 0 && asked.from !== undefined ? belowZeroEnd(sentence, number.end) : undefined;
    const value = Number(formatHundredths(number.hundredths)) * (below === undefined ? 1 : -1);
    const isInDigits = number.style === 'digits' || number.style === 'pair';
    // of "one point five" only what is behind the point is said so
    const isWhole = Number.isInteger(value);
    const isCount = counts ? !isInDigits && isWhole : !isInDigits || !isWhole || to >= leastInDigits;
    if (value >= from && value <= to && isCount)
      return { end: below ?? number.end, value, cost: isMisheard(sentence, at, number) ? misheard : 0 };
    // three hundred are not three, nor are fifty one fifty; but of "one half full" there is one
    if (isWholeNumber(number) || (value < from && !(counts && !isWhole))) break;
    // nor is one oh four ten and four, or one and oh four
    if (isZero(number.end - 1) || isZero(number.end - 2)) break;
  }
  return undefined;
}

/** Where words end that say behind a number that it is below zero: "twenty degrees below zero". */
function belowZeroEnd({ tokens, resolved }: SentenceView, end: number): number | undefined {
  const { degrees, phrases } = resolved.locale.numbers.belowZero;
  const start = degrees.includes(tokens[end]?.norm) ? end + 1 : end;
  const said = phrases.find((words) => startsWith(tokens, start, words));
  return said && start + said.length;
}

/** A word that sounds like a number ("ate", "for"); "for my son", "to eight" and "to wash" have none. */
function soundingNumberAt(
  sentence: SentenceView,
  at: number,
  {
    from = Number.NEGATIVE_INFINITY,
    to = Number.POSITIVE_INFINITY,
    counts = false,
    isValueNext,
  }: AskedNumber,
): FoundNumber | undefined {
  const { tokens, readings } = sentence;
  const { numbers, openWords, functionWords, statements, questions, asking } = sentence.resolved.locale;
  const next = tokens[at + 1]?.norm;
  if (sentence.fillerEnds(at).length > 0) return undefined;
  // "nina wants a mocha" counts none
  const isSubject = [statements.wishes, questions.verbs].some((verbs) => verbs.includes(next ?? ''));
  if (isSubject) return undefined;
  // nor does "for nina", or "nina a latte"
  const isGiven = asking.receiving.includes(tokens[at - 1]?.norm ?? '') && !isValueNext();
  if (counts && (isGiven || numbers.articles.includes(next ?? ''))) return undefined;
  if (openWords.includes(tokens[at].norm)) {
    // "for her a tea" counts nothing either
    const isWhose = next !== undefined && statements.determiners.includes(next);
    const isTalk = isWhose || next === undefined || openWords.includes(next) || functionWords.includes(next);
    if (isTalk || readNumber(tokens, at + 1, numbers) || !isValueNext()) return undefined;
  }
  for (const { word, cost } of readings[at]?.slice(1) ?? []) {
    const value = Object.hasOwn(numbers.units, word) ? numbers.units[word] : undefined;
    if (value !== undefined && value >= from && value <= to) return { end: at + 1, value, cost };
  }
  return undefined;
}

/** "Timer four ten minutes" has hardly one number: the first word is rather one that sounds like it ("for"). */
function isMisheard({ readings, resolved }: SentenceView, at: number, { style }: SpokenNumber): boolean {
  if (style !== 'pair' && style !== 'digits') return false;
  return readings[at].some(({ word }) => resolved.locale.openWords.includes(word));
}

/** The sentence with each number in it that a word sounds like. */
export function otherNumbers({ tokens, readings, resolved }: SentenceView, at: number) {
  return readings[at]
    .filter(({ word }) => word !== tokens[at].norm && isNumberWord(word, resolved.locale.numbers))
    .map(({ word, cost }) => ({ heard: tokens.with(at, { ...tokens[at], norm: word }), cost }));
}
