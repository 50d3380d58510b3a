import { isDeepStrictEqual } from 'node:util';
import { slotValue } from '../../context/context-change.js';
import { type Item, optionsOf, piecesInAll } from '../../context/item.js';
import { changedItems, countIn } from '../changed-items.js';
import { findItem, findItemWith } from '../find-item.js';
import { isAbout, isOfOther, without } from '../item-names.js';
import { piecesOf } from '../item-places.js';
import { addItems, isCountOnly, isWhole, partOf } from '../items.js';
import type { How } from './how.js';

/**
 * The order without an option that is not wanted: "not large" of the one that was changed, else of the last large one.
 *
 * @param before The order before the change, in which more of it may have been so: then what was large is something else.
 */
export function withoutOption(
  order: readonly Item[],
  option: string,
  value: unknown,
  before: readonly Item[],
): Item[] {
  const valuesOf = (items: readonly Item[]) => items.flatMap((item) => [item[option]].flat());
  // "lemon instead of milk" of a tea with skim milk
  const isThere = valuesOf([...before, ...order]).includes(value);
  const named = isThere ? value : (valuesOf(before).findLast((one) => isAbout(one, value)) ?? value);
  const has = (item: Item) => [item[option]].flat().includes(named);
  const count = (items: readonly Item[]) => piecesInAll(items.filter(has));
  if (count(order) < count(before)) return [...order];
  const changed = order.findLastIndex((item) => has(item) && countIn(before, item) === 0);
  const index = changed < 0 ? order.findLastIndex(has) : changed;
  return order.map((item, at) => {
    if (at !== index) return item;
    const { [option]: old, ...rest } = item;
    return Array.isArray(old) ? without(item, { [option]: [named] }) : rest;
  });
}

/** An item without some options, of a list of them only without those that were named; what is of something else stays. */
function withoutOptions(item: Item, said: Item, options: readonly string[]): Item {
  const kept = Object.entries(without(item, said)).filter(
    ([key, value]) => !options.includes(key) || Array.isArray(value) || isOfOther(key, value, said[key]),
  );
  return Object.fromEntries(kept);
}

/** What was said of the wrong item only the changed one has: "the oat is for the latte". */
export function withoutMoved(order: readonly Item[], before: readonly Item[], moved: Item): Item[] {
  const changed = changedItems(before, order).items;
  return order.map((item) =>
    changed.includes(item) ? item : withoutOptions(item, moved, Object.keys(moved)),
  );
}

/**
 * Leaves of the order what was named, or as many of it as were counted, and adds what of that is not in it: "just the tea
 * and a scone", "just one tea"; undefined where nothing of that is there.
 */
export function keepItems({ order, items, heads, defaults, known }: How): Item[] | undefined {
  const said = items.map(known);
  const places = said.map((item) => (isWhole(item, heads) ? findItem : findItemWith)(order, item, heads));
  if (places.every((at) => at < 0)) return undefined;
  const others = said.filter((_, at) => places[at] < 0);
  const kept = order.flatMap((item, at) => {
    const named = said[places.indexOf(at)];
    // the "one" of "just the large one" counts none
    return named === undefined ? [] : [isWhole(named, heads) ? partOf(item, named.quantity).meant : item];
  });
  return addItems(kept, others, defaults);
}

/**
 * Leaves only so many of the item that was named, else of the last one: "all the muffins but two"; undefined where there
 * is no such item.
 */
export function leaveItems({ order, items: [said = {}], heads, turn }: How): Item[] | undefined {
  const index = findItem(order, said, heads);
  return index < 0 ? undefined : order.with(index, { ...order[index], quantity: slotValue('left', turn) });
}

/**
 * Takes an item, or as many of it as were named, out of the order. Options named without an item leave the last item
 * that has them: "no whipped cream" keeps the mocha.
 *
 * @param isWhole The options say which item is meant: "the iced one".
 */
export function removeItem(
  order: readonly Item[],
  said: Item,
  heads: readonly string[],
  isWhole = false,
): Item[] | undefined {
  const options = optionsOf(said);
  if (!isWhole && options.length > 0 && !options.some((key) => heads.includes(key))) {
    const left = (item: Item) => withoutOptions(item, said, options);
    const index = order.findLastIndex((item) => !isDeepStrictEqual(left(item), item));
    if (index < 0) return undefined;
    const { meant, rest } = partOf(order[index], said.quantity);
    const without = left(meant);
    // of what was only "one with ham" nothing is left
    return order.toSpliced(index, 1, ...rest, ...(isCountOnly(without) ? [] : [without]));
  }
  const index = isWhole ? findItemWith(order, said, heads) : findItem(order, said, heads);
  if (index < 0) return undefined;
  return order.toSpliced(index, 1, ...partOf(order[index], said.quantity).rest);
}

/** All but the items at some places goes; undefined where there are not so many. */
export function keepPlaces({ order, heads }: How, places: readonly number[]): Item[] | undefined {
  const pieces = piecesOf(order, {}, heads);
  const kept = places.map((place) => pieces.at(place < 0 ? place : place - 1));
  if (places.some((place) => Math.abs(place) > pieces.length)) return undefined;
  const counts = order.map((_, at) => kept.filter((one) => one === at).length);
  return order.flatMap((item, at) => (counts[at] > 0 ? [{ ...item, quantity: counts[at] }] : []));
}
