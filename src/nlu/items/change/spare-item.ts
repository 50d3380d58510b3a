import { slotValue } from '../../context/context-change.js';
import type { Item } from '../../context/item.js';
import { changedItems } from '../changed-items.js';
import { hasAll, isSameThing } from '../find-item.js';
import { itemsBefore } from '../item-field.js';
import { partOf } from '../items.js';
import type { How } from './how.js';

/**
 * "Except the small one": what was small before something was said of all is again as it was.
 *
 * @returns undefined where there was no such item, or it is gone.
 */
export function spareItem(how: How): Item[] | undefined {
  const { order, meant = {}, heads, turn } = how;
  const [left, part] = [slotValue('left', turn), slotValue('part', turn)].map((count) =>
    count === undefined ? undefined : Number(count),
  );
  if (left !== undefined || part !== undefined) return spareSome(how, left, part);
  const before = itemsBefore(turn);
  const places = [...before.keys()].filter((index) => hasAll(before[index], meant, heads));
  if (places.length === 0) return undefined;
  return places.reduce<Item[] | undefined>(
    (list, index) => list && withItem(list, before[index], index, heads),
    order,
  );
}

/**
 * "Except one", "only one of the chais": so many of what the turn before said something of are again as they were, or all
 * but so many.
 *
 * @returns undefined where that turn changed nothing of which there are more.
 */
function spareSome(
  { order, heads, turn }: How,
  left: number | undefined,
  part: number | undefined,
): Item[] | undefined {
  const { places, gone } = changedItems(itemsBefore(turn), order);
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
