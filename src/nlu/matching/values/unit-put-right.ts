import { readDurations } from '../../entities/duration.js';
import { durationParts, monthsIn } from '../../entities/iso-duration.js';
import { decimalString, namedCurrency, readMoney } from '../../entities/money.js';
import { readQuantity } from '../../entities/quantity.js';
import { opensUnit } from '../../entities/units.js';
import { withMoneyAbroad } from '../../locales/money-abroad.js';
import type { Entity } from '../../pack/compile/compile-entities.js';
import { lookup, type Token } from '../../tokenise.js';
import { beginsAnew, type SentenceView } from '../sentence-view.js';
import { type Figure, type FigureTimes, keptIn } from './figure.js';

/** The measure of which only the unit is said anew: "three kilos, no, grams". */
export function measureInUnit(
  sentence: SentenceView,
  at: number,
  entity: Entity,
  { lastMeasures }: FigureTimes,
): Figure | undefined {
  const { tokens, resolved } = sentence;
  if (!opensUnit(tokens[at].norm, resolved.locale)) return undefined;
  return unitPutRight(sentence, at, lastMeasures?.[keptIn(entity)], (words, start) => {
    const said = readQuantity(words, start, resolved.locale, { allowed: entity.unitSet });
    return said && { end: said.end, value: `${said.amount} ${said.unit}` };
  });
}

/** The amount of money of which only the currency is said anew: "twenty euros, no, dollars". */
export function sumInCurrency(
  sentence: SentenceView,
  at: number,
  entity: Entity,
  { lastSums }: FigureTimes,
): Figure | undefined {
  const { tokens } = sentence;
  const anywhere = withMoneyAbroad(sentence.resolved);
  const isCents = anywhere.locale.money.minor.includes(tokens[at].norm);
  if (isCents || namedCurrency([tokens[at]], anywhere) === undefined) return undefined;
  return unitPutRight(sentence, at, lastSums?.[keptIn(entity)], (words, start) => {
    const said = readMoney(words, start, anywhere, { bare: false });
    const value = said && { amount: decimalString(said.money), currency: said.money.currency };
    return said?.explicit ? { end: said.end, value } : undefined;
  });
}

/** The span of time of which only the unit is said anew: "forty five seconds, no, minutes". */
export function spanInUnit(
  sentence: SentenceView,
  at: number,
  entity: Entity,
  { lastMeasures }: FigureTimes,
): Figure | undefined {
  const { tokens, resolved } = sentence;
  const { durations, monthSpans } = resolved.locale.time;
  if ((lookup(durations, tokens[at]) ?? lookup(monthSpans, tokens[at])) === undefined) return undefined;
  const read = (words: readonly Token[], start: number) =>
    readDurations(words, start, resolved.locale, { units: entity.unitSet })[0];
  return unitPutRight(sentence, at, lastMeasures?.[keptIn(entity)], read);
}

/**
 * The measure of which only the unit is said anew, at a word: "forty five seconds, no, minutes", and behind the turn that
 * told it "no, minutes" alone.
 *
 * @param last The measure that is there.
 * @param read Reads the longest measure that starts at a word.
 */
function unitPutRight(
  sentence: SentenceView,
  at: number,
  last: string | undefined,
  read: (words: readonly Token[], at: number) => Figure | undefined,
): Figure | undefined {
  const { tokens } = sentence;
  const unit = tokens[at];
  const ends = [...tokens.keys()].filter(
    (end) => end > 1 && end < at && sentence.correctedAt(end).includes(at),
  );
  const said = ends.flatMap((end) => {
    const start = [...tokens.keys()].find((first) => first < end && read(tokens, first)?.end === end);
    return start === undefined ? [] : [tokens.slice(start, end - 1)];
  });
  const isAlone = at + 1 === tokens.length && beginsAnew(sentence);
  const count = isAlone && last !== undefined ? countOf(last) : undefined;
  const counts = count === undefined ? said : [...said, [{ ...unit, norm: count }]];
  for (const number of counts) {
    const found = read([...number, unit], 0);
    if (found?.end === number.length + 1) return { ...found, end: at + 1 };
  }
  return undefined;
}

/** How many of its only unit a measure has, the "3" of "3 kilogram" and of PT3M. */
function countOf(measure: string): string | undefined {
  const quantity = /^([\d.]+) \w+$/.exec(measure)?.[1];
  if (quantity !== undefined) return quantity;
  const months = monthsIn(measure);
  if (months !== undefined) return /^P(\d+)[YM]$/.exec(measure)?.[1];
  const parts = (durationParts(measure) ?? []).filter(({ count }) => count > 0);
  // fourteen days may have been said as two weeks
  const isInWeeks = /^P\d+D$/.test(measure) && parts[0]?.count % 7 === 0;
  return parts.length === 1 && !isInWeeks ? String(parts[0].count) : undefined;
}
