import type { Locale } from '../locales/index.js';
import { oncePer } from '../once-per.js';

/** An amount, or a range of amounts, that a value of a search names. */
export interface WishedAmount {
  /** What is measured, such as a length; what it is counted in where that is no unit; empty for a number alone. */
  dimension: string;
  /** The unit that it is said in, if it is one. */
  unit: string | undefined;
  /** In the smallest unit of what is measured. */
  from: number;
  to: number;
  /** A bound may hold besides another one, "over 50 inch" and "under 65 inch"; of other amounts one will do. */
  kind: 'amount' | 'range' | 'bound';
  /** Whether a bound holds for the amount itself. */
  isInclusive: boolean;
}

/** One amount, or two that are joined, each with what it is counted in. */
const amountsOf = oncePer(({ comparisons }: Locale) => {
  const join = comparisons.bareJoin.join('|');
  const name = `(?!(?:${join}) )\\p{L}[\\p{L} ]*?`;
  return new RegExp(
    `^(\\d+(?:\\.\\d+)?)(?: (${name}))?(?: (?:${join}) (\\d+(?:\\.\\d+)?)(?: (${name}))?)?$`,
    'u',
  );
});

/**
 * Reads "55 inch", "over 50 inch", "50 to 65 inch", "50 inch to 65", "8", "6 to 8".
 *
 * @returns undefined for what is no single amount, such as "48 inch x 24".
 */
export function wishedAmount(value: string, locale: Locale): WishedAmount | undefined {
  const { bounds } = locale.comparisons;
  const opening = Object.keys(bounds).find((words) => value.startsWith(`${words} `));
  const rest = opening === undefined ? value : value.slice(opening.length + 1);
  const found = amountsOf(locale).exec(rest);
  if (found === null) return undefined;
  const [, first, before = '', second = first, behind = before] = found;
  if (before !== '' && before !== behind) return undefined;
  const unit = locale.units.find((one) => one.unit === behind);
  const { per = 1 } = unit ?? {};
  const [low, high] = [first, second].map((end) => Number(end) * per).sort((a, b) => a - b);
  const bound = opening === undefined ? undefined : bounds[opening];
  return {
    dimension: unit === undefined ? locale.stem(behind) : (unit.of ?? unit.unit),
    unit: unit?.unit,
    from: bound?.end === 'upper' ? 0 : low,
    to: bound?.end === 'lower' ? Number.POSITIVE_INFINITY : high,
    kind: bound !== undefined ? 'bound' : first === second ? 'amount' : 'range',
    isInclusive: bound?.isInclusive !== false,
  };
}

/** Whether two values are bounds of what is measured alike, one of the lower and one of the upper end. */
export function areOtherEnds(one: unknown, other: unknown, locale: Locale): boolean {
  const [first, second] = [one, other].map((value) => wishedAmount(String(value), locale));
  return (
    first?.kind === 'bound' &&
    second?.kind === 'bound' &&
    first.dimension === second.dimension &&
    (first.from === 0) !== (second.from === 0) &&
    Math.max(first.from, second.from) < Math.min(first.to, second.to)
  );
}

/** What a bound leaves where it is not wanted: no more than two kilograms of "over 2 kilogram". */
export function otherBound(value: unknown, locale: Locale): string | undefined {
  const { bounds } = locale.comparisons;
  const said = String(value);
  if (wishedAmount(said, locale)?.kind !== 'bound') return undefined;
  const opening = Object.keys(bounds).find((words) => said.startsWith(`${words} `))!;
  const { end, isInclusive } = bounds[opening];
  const [other] =
    Object.entries(bounds).find(([, bound]) => bound.end !== end && bound.isInclusive !== isInclusive) ?? [];
  return other && other + said.slice(opening.length);
}

/** What is more, or less, than what is wished for: over 27 inch, of "27 inch", and over 65 of "50 to 65 inch". */
export function beyond(value: unknown, direction: 'less' | 'greater', locale: Locale): string | undefined {
  const { bounds } = locale.comparisons;
  const wished = wishedAmount(String(value), locale);
  if (wished?.unit === undefined) return undefined;
  const end = direction === 'less' ? 'upper' : 'lower';
  const [bound] = Object.entries(bounds).find(([, one]) => one.end === end && !one.isInclusive) ?? [];
  const amount =
    direction === 'less' ? /\d[\d.]*/.exec(String(value)) : /\d[\d.]*(?=\D*$)/.exec(String(value));
  return bound && `${bound} ${amount} ${wished.unit}`;
}

/** The words of a bound of the same end which holds for the amount itself: "at least", of "over 50 inch". */
export function boundIncluding(value: unknown, { comparisons: { bounds } }: Locale): string | undefined {
  const opening = Object.keys(bounds).find((words) => String(value).startsWith(`${words} `));
  if (opening === undefined) return undefined;
  const { end } = bounds[opening];
  return Object.keys(bounds).find((words) => bounds[words].end === end && bounds[words].isInclusive);
}

/** From so many times as much on, two amounts are of different things: 16 gigabyte of memory, and 512 on a disk. */
export const timesApart = 8;

/** Whether two values of one measure are so unlike that each is said of something else. */
export function areFarApart(one: unknown, other: unknown, locale: Locale): boolean {
  const amounts = [one, other].map((value) => wishedAmount(String(value), locale));
  const [first, second] = amounts;
  if (first?.unit === undefined || first.dimension !== second?.dimension) return false;
  const [less, more] = [named(first), named(second)].sort((a, b) => a - b);
  return more >= less * timesApart;
}

/** The amount that is named: of a bound the one that bounds, of a range the lower. */
function named({ from, to }: WishedAmount): number {
  return from === 0 ? to : from;
}
