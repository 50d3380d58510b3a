import type { Locale, ResolvedLocale } from '../locales/index.js';
import { oncePer } from '../once-per.js';
import { startsWith, type Token } from '../tokenise.js';
import { type AmountRange, readAmountRange } from './amount-range.js';

/** Hundredths of pounds; a bound above is of what a thing costs: a laptop under five hundred is not meant to be light. */
const heaviest = 300_00;

/** What is known of a request beside its words. */
export interface PriceTalk {
  /** Of the price that was spoken of before. */
  currency: string | undefined;
  /** Whether a bound alone is rather one of the price: not of dumbbells. */
  isPriced: boolean;
  /** Whether a price is there, which an amount alone can put right. */
  hasPrice: boolean;
  /** Whether words name a thing that is weighed: a bound at their end is then none of the price of a gift. */
  isWeighed(words: readonly string[]): boolean;
  /** Whether words name a thing at all: a chair for over three hundred pounds is for who weighs so much. */
  isThing(words: readonly string[]): boolean;
}

/**
 * The region of a request whose unit words may be money elsewhere: thirty pounds are a weight in the US, but not for
 * who says what he can spend, who looks for something under thirty pounds or for a kettle under thirty pounds, who says no
 * more than that of what nobody weighs, or spoke of pounds as money before.
 */
export function inPriceTalk(
  resolved: ResolvedLocale,
  tokens: readonly Token[],
  { currency, isPriced, hasPrice, isWeighed, isThing }: PriceTalk,
): ResolvedLocale {
  const { locale, region } = resolved;
  const { spending, weighing, unnamed } = locale.money;
  const own = region.moneyUnits;
  const elsewhere = regionalUnits(locale).filter(
    ([word]) => !Object.hasOwn(own, word) && tokens.some(({ norm }) => norm === word),
  );
  if (elsewhere.length === 0) return resolved;
  const isSaid = (phrases: readonly string[]) =>
    phrases.some((phrase) => tokens.some((_, at) => startsWith(tokens, at, phrase.split(' '))));
  const { except, instead, between } = locale.corrections;
  const monies = [...tokens.keys()].filter((at) => Object.hasOwn(locale.money.major, tokens[at].norm));
  // "thirty pounds, not dollars"
  const isOtherMoney = monies.some((at) => except.includes(tokens[at - 1]?.norm ?? ''));
  const isWeight = isSaid(weighing) || (monies.length > 0 && !isOtherMoney);
  const withUnits = (units: readonly (readonly [string, string])[]) => ({
    ...region,
    moneyUnits: { ...own, ...Object.fromEntries(units) },
  });
  const regionAbroad = withUnits(elsewhere);
  const abroad = { ...resolved, region: regionAbroad };
  const isBehindUnnamed = tokens.some(({ norm }, at) => {
    if (!unnamed.includes(norm)) return false;
    const amount = readAmountRange(tokens, at + 1, abroad);
    return amount !== undefined && Object.hasOwn(regionAbroad.moneyUnits, tokens[amount.end - 1].norm);
  });
  // "a gift for a colleague, max ten pounds", "a red dress under eighty pounds for a wedding"
  const isBoundOfThing = tokens.some((_, at) => {
    const amount = readAmountRange(tokens, at, abroad);
    if (amount === undefined || amount.range.type === 'exact') return false;
    const words = tokens.slice(0, at).map(({ norm }) => norm);
    const isOfThing = (amount.range.type === 'lessThan' || amount.range.type === 'range') && isThing(words);
    if (!isOfThing && !words.some((word) => unnamed.includes(word))) return false;
    return isMuch(amount.range) || !isWeighed(words);
  });
  // "no, i meant thirty pounds"
  const opening = [...instead, ...between]
    .map((words) => words.split(' '))
    .filter((words) => startsWith(tokens, 0, words));
  const alone = readAmountRange(tokens, Math.max(0, ...opening.map(({ length }) => length)), abroad);
  const isAlone =
    alone?.end === tokens.length &&
    (alone.range.type === 'exact' ? isPriced && hasPrice : isPriced || isMuch(alone.range));
  const isPrice = isSaid(spending) || isBehindUnnamed || isBoundOfThing || isAlone || isOtherMoney;
  const meant = elsewhere.filter(([, unit]) => !isWeight && (isPrice || unit === currency));
  return meant.length === 0 ? resolved : { ...resolved, region: withUnits(meant) };
}

/** Unit words that are money in some region, each with its currency. */
const regionalUnits = oncePer(({ regions }: Locale) =>
  Object.values(regions).flatMap(({ moneyUnits }) => Object.entries(moneyUnits)),
);

function isMuch({ from, to = from }: AmountRange): boolean {
  return to.minor > heaviest;
}
