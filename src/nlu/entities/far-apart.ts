import type { Locale } from '../locales/locale.js';
import { measuredBy } from './quantity.js';

/** From so many times as much on, two amounts are of different things: 16 gigabyte of memory, and 512 on a disk. */
const timesApart = 8;

/** Whether two values of one measure are so unlike that each is said of something else. */
export function areFarApart(one: unknown, other: unknown, locale: Locale): boolean {
  const measure = measuredBy(one, locale);
  if (measure === undefined || measuredBy(other, locale) !== measure) return false;
  const [less, more] = [one, other].map((value) => amountOf(value, locale)).sort((a, b) => a - b);
  return unitOf(one, locale) === unitOf(other, locale) || isScaled(one, other, locale)
    ? more >= less * timesApart
    : false;
}

/** The unit of a value that was read. */
export function unitOf(value: unknown, { units }: Locale) {
  return units.find(({ unit }) => String(value).endsWith(` ${unit}`));
}

/** Whether the units of both are multiples of the same one. */
function isScaled(one: unknown, other: unknown, locale: Locale): boolean {
  return [one, other].every((value) => unitOf(value, locale)?.per !== undefined);
}

function amountOf(value: unknown, locale: Locale): number {
  return Number.parseFloat(/[\d.]+/.exec(String(value))?.[0] ?? '0') * (unitOf(value, locale)?.per ?? 1);
}
