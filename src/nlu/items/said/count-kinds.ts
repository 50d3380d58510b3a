import { isDeepStrictEqual } from 'node:util';
import { type Item, piecesInAll } from '../../context/item.js';
import type { Mention } from '../../matching/mention.js';
import { isAbout } from '../item-names.js';
import type { Group } from './said-again.js';

/**
 * Of what was counted, as many are of the kinds named behind it as these say: "two teas, one green tea". Where the kinds
 * are as many as was counted, they can have other names as well: "two coffees, a latte and a cappuccino".
 *
 * @param standIns What else the name of all is said for.
 */
export function countKinds(whole: Group, kinds: readonly Group[], standIns: readonly string[]): void {
  // "five teas, three with milk, a black and a green": of those of which nothing was said
  const [{ quantity, ...options }, ...others] = whole.items;
  if (typeof quantity !== 'number' || (quantity < 2 && others.length === 0)) return;
  if (!others.every((other) => isMoreOf({ ...other, quantity: 0 }, whole.items[0]))) return;
  let sum = 0;
  for (const [index, { head, items }] of kinds.entries()) {
    const isKind = isAbout(head.value, whole.head.value) || standIns.includes(String(head.value));
    if (!isKind || head.value === whole.head.value) break;
    sum += piecesInAll(items);
    if (sum < quantity) continue;
    // "two coffees two lattes" are four
    if (sum > quantity || (index === 0 && others.length === 0)) break;
    for (const kind of kinds.slice(0, index + 1))
      kind.items = kind.items.map((item) => ({ quantity: 1, ...options, ...item }));
    whole.items = others;
    return;
  }
  if (others.length > 0) return;
  let left = quantity;
  for (const kind of kinds) {
    const [{ quantity: count = isShortened(kind.head) ? 1 : undefined, ...own }] = kind.items;
    const isKind = kind.head.value !== whole.head.value && isAbout(kind.head.value, whole.head.value);
    // of four medium teas none is a large green tea
    const isOther = Object.keys(own).some(
      (key) => key in options && key !== kind.head.entity && options[key] !== own[key],
    );
    if (!isKind || isOther || kind.items.length > 1 || typeof count !== 'number') break;
    if (count > left || count === quantity) break;
    left -= count;
    kind.items = [{ quantity: count, ...options, ...own }];
  }
  whole.items = left === 0 ? [] : [{ quantity: left, ...options }];
}

/** Whether a thing is named by less than its name: "a green" is a green tea. */
export function isShortened({ start, end, value }: Mention): boolean {
  return end - start < String(value).split(' ').length;
}

/** "Two white, ONE OF THE WHITE ONES WITH SUGAR": whether some have all that others have, and are not more than these. */
export function isMoreOf(some: Item, others: Item): boolean {
  return (
    Number(some.quantity) <= Number(others.quantity) &&
    Object.keys(some).length > Object.keys(others).length &&
    Object.keys(others).every((key) => key === 'quantity' || isDeepStrictEqual(some[key], others[key]))
  );
}
