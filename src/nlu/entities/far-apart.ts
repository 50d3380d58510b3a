import type { Locale } from '../locales/locale.js';
import { type WishedAmount, wishedAmount } from './wished-amount.js';

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
