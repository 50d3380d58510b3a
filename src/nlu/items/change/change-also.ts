import { isDeepStrictEqual } from 'node:util';
import type { Item } from '../../context/item.js';
import { changedItems } from '../changed-items.js';
import { isSameThing } from '../find-item.js';
import { itemsBefore } from '../item-field.js';
import { changeItem } from '../items.js';
import type { How } from './how.js';

/**
 * What the turn before said anew of an item: of "make hers large" that it is large.
 *
 * @returns undefined where it changed nothing, or what of it cannot be told.
 */
function lastChange({ order, heads, turn }: How): Item | undefined {
  const before = itemsBefore(turn);
  const { places, items, gone } = changedItems(before, order);
  const changed = items.at(-1);
  if (changed === undefined) return undefined;
  // a line that alone is another one may be of another thing now
  const isOne = places.length === 1 && order.length === before.length;
  const old = isOne
    ? before[places[0]]
    : [...before, ...gone].findLast((item) => isSameThing(item, changed, heads));
  return old && saidAnew(changed, old);
}

/** What is said of an item that was not said before; undefined where nothing is. */
function saidAnew(changed: Item, old: Item): Item | undefined {
  const anew = Object.entries(changed).flatMap(([key, value]) => {
    if (key === 'quantity' || isDeepStrictEqual(value, old[key])) return [];
    const had = [old[key]].flat();
    return [[key, Array.isArray(value) ? value.filter((one) => !had.includes(one)) : value]];
  });
  return anew.length > 0 ? Object.fromEntries(anew) : undefined;
}

/**
 * Says of another item what the turn before said of one: "mine too" behind "make hers large".
 *
 * @param place Where the other item stands; `part` of it, where there are several.
 * @returns undefined where there is no such item, or nothing was changed.
 */
export function changeAlso(how: How, place: { index: number; part?: Item }): Item[] | undefined {
  const change = lastChange(how);
  if (change === undefined || place.index < 0) return undefined;
  const { order, heads } = how;
  return changeItem(order, { ...change, ...place.part }, heads, { position: place.index });
}

/**
 * Takes back what the turn before said of one item, and says it of another one: "no, the latte" behind "make it large".
 *
 * @param index Where the other item stood before.
 * @returns undefined where nothing was changed, or what else was changed cannot be told.
 */
export function changeInstead(how: How, index: number): Item[] | undefined {
  const change = lastChange(how);
  return change && changeItem(itemsBefore(how.turn), change, how.heads, { position: index });
}
