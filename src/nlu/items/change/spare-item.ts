import type { Item } from '../../context/item.js';
import { changedItems } from '../changed-items.js';
import { hasAll, isSameThing } from '../find-item.js';
import { partOf } from '../items.js';

/**
 * "Except the small one": what was small before something was said of all is again as it was.
 *
 * @param before The items as they were then.
 * @returns undefined where there was no such item, or it is gone.
 */
export function spareItem(
  order: readonly Item[],
  before: readonly Item[],
  spared: Item,
  heads: readonly string[],
): Item[] | undefined {
  const places = [...before.keys()].filter((index) => hasAll(before[index], spared, heads));
  if (places.length === 0) return undefined;
  return places.reduce<Item[] | undefined>(
    (list, index) => list && withItem(list, before[index], index, heads),
    [...order],
  );
}

/**
 * "Except one", "only one of the chais": so many of what the turn before said something of are again as they were, or all
 * but so many.
 *
 * @returns undefined where that turn changed nothing of which there are more.
 */
export function spareSome(
  order: readonly Item[],
  before: readonly Item[],
  { left, part }: { left?: number; part?: number },
  heads: readonly string[],
): Item[] | undefined {
  const { places, gone } = changedItems(before, order);
  const at = places.at(-1);
  if (at === undefined) return undefined;
  const was = gone.findLast((item) => isSameThing(item, order[at], heads));
  const all = Number(order[at].quantity);
  const count = left ?? all - Number(part);
  if (was === undefined || !(count > 0 && count < all)) return undefined;
  return order.toSpliced(at, 1, { ...order[at], quantity: all - count }, { ...was, quantity: count });
}

/** An order with an item as it was: of several that are alike now only as many as there were of it. */
function withItem(
  order: readonly Item[],
  was: Item,
  place: number,
  heads: readonly string[],
): Item[] | undefined {
  const isIt = (item: Item | undefined) =>
    item !== undefined && isSameThing(item, was, heads) && Number(item.quantity) >= Number(was.quantity);
  const at = isIt(order[place]) ? place : order.findIndex(isIt);
  return at < 0 ? undefined : order.toSpliced(at, 1, was, ...partOf(order[at], was.quantity).rest);
}
