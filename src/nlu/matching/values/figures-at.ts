import { scaledAs } from '../../entities/amount-range.js';
import { readCode } from '../../entities/code.js';
import { readCorrectedRange } from '../../entities/corrected-range.js';
import { readDurations } from '../../entities/duration.js';
import { decimalString, namedCurrency, readMoney } from '../../entities/money.js';
import { formatHundredths, isInsideNumber, isNumberWord, readNumber } from '../../entities/number.js';
import { readOrdinal } from '../../entities/ordinal.js';
import { readHalfOfDay } from '../../entities/part-of-day.js';
import { readQuantity, unitOf } from '../../entities/quantity.js';
import { readSpelled } from '../../entities/spelled.js';
import { readTime } from '../../entities/time.js';
import { unitsBehind } from '../../entities/units.js';
import type { ResolvedLocale } from '../../locales/index.js';
import { withMoneyAbroad } from '../../locales/money-abroad.js';
import type { Entity } from '../../pack/compile/compile-entities.js';
import { lookup, type Token } from '../../tokenise.js';
import type { PriceValue } from '../mention.js';
import { beginsAnew, type SentenceView } from '../sentence-view.js';
import { dateAt } from './date-at.js';
import { type Figure, type FigureTimes, keptIn } from './figure.js';
import { measuresAlike } from './measures-alike.js';
import { otherNumbers } from './number-at.js';
import { timeAt } from './time-at.js';
import { measureInUnit, spanInUnit, sumInCurrency } from './unit-put-right.js';

const nothing: readonly Figure[] = [];

type Reader = (
  sentence: SentenceView,
  at: number,
  entity: Entity,
  times: FigureTimes,
) => readonly Figure[] | Figure | undefined;

/** How each kind of entity is read that is made of figures, units and letters. */
const readers: Partial<Record<Entity['kind'], Reader>> = {
  money(sentence, at, entity, times) {
    const { tokens, resolved } = sentence;
    const { counts, from = 0, to = Number.POSITIVE_INFINITY } = entity;
    const anywhere = withMoneyAbroad(resolved);
    const match = readMoney(tokens, at, anywhere, { bare: true, most: to, isWhole: counts });
    if (match === undefined) return sumInCurrency(sentence, at, entity, times);
    const { end, money, explicit } = match;
    if (money.minor < from * 100 || money.minor > to * 100) return undefined;
    // "thirty liters" are no thirty dollars
    const isMeasured = unitsBehind(tokens, end, resolved.locale).length > 0;
    if (!explicit && (isMeasured || isTimeOver(tokens, at, end, resolved))) return undefined;
    if (!explicit && isOfMeasure(sentence, entity, times)) return undefined;
    const spokenOf = explicit
      ? undefined
      : (currencyBefore(tokens, at, anywhere) ?? times.lastSums?.[keptIn(entity)]?.split(' ')[1]);
    return { end, value: { amount: decimalString(money), currency: spokenOf ?? money.currency } };
  },

  price({ tokens, resolved }, at, { bare, exactAs, completed }, { lastPrice }) {
    const match = readCorrectedRange(tokens, at, resolved, { bare });
    if (match === undefined) return undefined;
    const { end } = match;
    const currency = namedCurrency(tokens.slice(at, end), resolved);
    if (currency === undefined && isTimeOver(tokens, at, end, resolved)) return undefined;
    const isCompleted = completed && currency === undefined && lastPrice !== undefined;
    const range = isCompleted ? scaledAs(match.range, lastPrice) : match.range;
    const type = range.type === 'exact' ? exactAs : range.type;
    return { end, value: { range: { ...range, type }, currency } satisfies PriceValue };
  },

  range({ tokens, resolved }, at) {
    const match = readCorrectedRange(tokens, at, resolved);
    if (match === undefined) return undefined;
    const { type, from, to = from } = match.range;
    const value =
      type === 'range'
        ? { type, from: from.minor / 100, to: to.minor / 100 }
        : { type, value: from.minor / 100 };
    return { end: match.end, value };
  },

  quantity(sentence, at, entity, times) {
    const { tokens, resolved } = sentence;
    const { locale, region } = resolved;
    const { unitSet, counts } = entity;
    const match = readQuantity(tokens, at, locale, { allowed: unitSet, money: region.moneyUnits });
    if (match === undefined)
      return (
        measureInUnit(sentence, at, entity, times) ??
        measureBehind(sentence, at, entity) ??
        measureAlike(sentence, at, entity) ??
        measureAnew(sentence, at, entity, times)
      );
    // "two five millimeter bits" are two of them
    return counts && match.isInParts ? undefined : { end: match.end, value: `${match.amount} ${match.unit}` };
  },

  time(sentence, at, entity, times) {
    const { tokens, resolved } = sentence;
    const { lastTime } = times;
    if (!entity.halfOnly) return timeAt(sentence, at, entity, times);
    return lastTime === undefined ? undefined : readHalfOfDay(tokens, at, resolved.locale, lastTime);
  },

  duration(sentence, at, entity, times) {
    const { bare, unitSet } = entity;
    const { tokens, resolved } = sentence;
    const { locale } = resolved;
    const inUnit = spanInUnit(sentence, at, entity, times);
    if (inUnit !== undefined) return inUnit;
    const alike = spansAlike(sentence, at, entity);
    if (alike.length > 0) return alike;
    const old = spanPutRight(sentence, at) ?? measurePutRight(sentence, at, entity, times);
    const options = { units: unitSet, bare: bare || old !== undefined, before: old ?? times.lastDuration };
    const found = readDurations(tokens, at, locale, options);
    if (found.length > 0 || lookup(locale.time.durations, tokens[at + 1]) === undefined) return found;
    // "a timer for minutes" is one of four
    return otherNumbers(sentence, at).flatMap(({ heard, cost }) =>
      readDurations(heard, at, locale, options).map((figure) => ({ ...figure, cost })),
    );
  },

  date(sentence, at, entity, times) {
    const match = dateAt(sentence, at, entity, times);
    if (match === undefined) return undefined;
    const { end, dayEnd, value } = match;
    return dayEnd === end
      ? { end, value }
      : [
          { end, value, isLoose: true },
          { end: dayEnd, value },
        ];
  },

  ordinal: ({ tokens, resolved }, at) => readOrdinal(tokens, at, resolved.locale.numbers),
  spelled: ({ tokens, resolved }, at) => readSpelled(tokens, at, resolved.locale),
  code: ({ tokens }, at) => readCode(tokens, at),
};

/** The values of an entity of figures that start at a word; none of any other kind. */
export function figuresAt(
  sentence: SentenceView,
  at: number,
  entity: Entity,
  times: FigureTimes,
): readonly Figure[] {
  const found = readers[entity.kind]?.(sentence, at, entity, times);
  if (found === undefined) return nothing;
  return 'end' in found ? [found] : found;
}

/** Whether an amount without a currency is one only without the words behind it: "between eight and nine pm". */
function isTimeOver(tokens: readonly Token[], at: number, end: number, { locale }: ResolvedLocale): boolean {
  for (let start = at; start < end; start++) {
    const time = readTime(tokens, start, locale, { bare: true });
    if (time !== undefined && time.end > end && time.isHalfSaid) return true;
  }
  return false;
}

/** The currency that was named last before a word: of "thirty euros, no, forty" the forty are euros, too. */
function currencyBefore(tokens: readonly Token[], at: number, resolved: ResolvedLocale): string | undefined {
  for (let start = at - 1; start >= 0; start--) {
    const match = readMoney(tokens, start, resolved, { bare: false });
    if (match?.explicit && match.end <= at) return match.money.currency;
  }
  return undefined;
}

/** Whether a number that puts something right is none of money, where of an item nothing but a measure was said. */
function isOfMeasure(
  sentence: SentenceView,
  entity: Entity,
  { lastMeasures = {}, lastSums }: FigureTimes,
): boolean {
  const isMeasured = entity.into.length === 0 && Object.keys(lastMeasures).length > 0;
  return isMeasured && lastSums?.[entity.name] === undefined && beginsAnew(sentence);
}

/**
 * The measure that puts right a number before it, of which the unit was not said yet: "four hundred, no, six hundred
 * grams".
 */
function measureBehind(sentence: SentenceView, at: number, { unitSet }: Entity): Figure | undefined {
  const { tokens, resolved } = sentence;
  const number = readNumber(tokens, at, resolved.locale.numbers);
  const starts = number === undefined ? [] : sentence.correctedAt(number.end);
  for (const start of starts) {
    const said = readQuantity(tokens, start, resolved.locale, { allowed: unitSet });
    if (said !== undefined) return { end: said.end, value: `${said.amount} ${said.unit}` };
  }
  return undefined;
}

/** The measure of a number alone whose unit was said before: "one of twenty kilos and one of fifteen". */
function measureAlike(sentence: SentenceView, at: number, { unitSet }: Entity): Figure | undefined {
  const { tokens, resolved } = sentence;
  for (const start of measuresAlike(sentence, at)) {
    const said = readQuantity(tokens, start, resolved.locale, { allowed: unitSet });
    if (said !== undefined) return measureIn(said.unit, sentence, at);
  }
  return undefined;
}

/** The span of time of a number alone whose unit was said before: "dune for two weeks and emma for three". */
function spansAlike(sentence: SentenceView, at: number, { unitSet }: Entity): Figure[] {
  const { tokens, resolved } = sentence;
  const read = (words: readonly Token[], start: number) =>
    readDurations(words, start, resolved.locale, { units: unitSet });
  const [said] = measuresAlike(sentence, at).flatMap((start) => read(tokens, start));
  const number = said && readNumber(tokens, at, resolved.locale.numbers);
  if (number === undefined) return [];
  const inFull = [...tokens.slice(0, number.end), tokens[said.end - 1]];
  return read(inFull, at).map(({ value }) => ({ end: number.end, value }));
}

/** The measure that a number alone, and nothing else, puts right: behind "three liters" those of "no, four". */
function measureAnew(
  sentence: SentenceView,
  at: number,
  entity: Entity,
  times: FigureTimes,
): Figure | undefined {
  const unit = unitOf(measurePutRight(sentence, at, entity, times));
  return unit === undefined ? undefined : measureIn(unit, sentence, at);
}

function measureIn(unit: string, { tokens, resolved }: SentenceView, at: number): Figure | undefined {
  const number = readNumber(tokens, at, resolved.locale.numbers);
  return number && { end: number.end, value: `${formatHundredths(number.hundredths)} ${unit}` };
}

/**
 * What is there of an entity where a sentence puts it right and ends on the number at a word, or ends on that right behind
 * the thing that it is of: "make the ibuprofen six hundred".
 */
function measurePutRight(
  sentence: SentenceView,
  at: number,
  entity: Entity,
  { lastMeasures }: FigureTimes,
): string | undefined {
  const { tokens, resolved } = sentence;
  const { numbers } = resolved.locale;
  const last = lastMeasures?.[keptIn(entity)];
  if (last === undefined || isInsideNumber(tokens, at, numbers)) return undefined;
  const isOfThing = entity.into.length === 0 && isBehindListed(sentence, at);
  // of a screen, "4k" is no number alone
  const isNumber = isOfThing || (beginsAnew(sentence) && !sentence.isListed(at, tokens.length));
  return isNumber && readNumber(tokens, at, numbers)?.end === tokens.length ? last : undefined;
}

/** The most words of a name before a number that is told of it. */
const mostOfName = 3;

function isBehindListed(sentence: SentenceView, at: number): boolean {
  const lengths = Array.from({ length: Math.min(at, mostOfName) }, (_, index) => index + 1);
  return lengths.some((length) => sentence.isListed(at - length, at));
}

/** The span of time that a number alone puts right: the five minutes of "in five minutes, no, ten". */
function spanPutRight(sentence: SentenceView, at: number): string | undefined {
  const { tokens, resolved } = sentence;
  if (!isNumberWord(tokens[at].norm, resolved.locale.numbers)) return undefined;
  const ends = [...tokens.keys()].slice(1, at).filter((end) => sentence.correctedAt(end).includes(at));
  for (const end of ends) {
    for (let start = end - 1; start >= 0; start--) {
      const span = readDurations(tokens, start, resolved.locale).find((found) => found.end === end);
      if (span !== undefined) return span.value;
    }
  }
  return undefined;
}
