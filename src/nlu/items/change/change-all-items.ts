import { type Item, piecesIn } from '../../context/item.js';
import { findItem, hasAll } from '../find-item.js';
import { itemField } from '../item-field.js';
import { allPlaces, piecesOf } from '../item-places.js';
import { changeItem, merged } from '../items.js';
import { leftSaid } from '../meant/item-meant.js';
import { nameStoodFor, namesStoodFor } from '../stand-ins.js';
import type { How } from './how.js';

/** The same said of items at several places of the order. */
export function changeAt({ order, items: [said = {}], heads }: How, places: readonly number[]): Item[] {
  return places.reduce((list, position) => changeItem(list, said, heads, { position }), order);
}

/**
 * Changes all items, or all of the kinds in slots `target`: "make all the lattes large", "the latte and the mocha with
 * oat". The one in a slot `spared`, or as many as are left, stays as it is, or becomes what a slot `other` says: "all small but the mocha, that is a large". A slot
 * `count` says how many there are to be of each.
 *
 * @returns undefined where there is no such item.
 */
export function changeAllItems(how: How): Item[] | undefined {
  const { order, mentioned, heads, turn } = how;
  const field = itemField(turn.pack)!;
  const inSlot = (name: string) => mentioned.find(({ slot }) => slot === name)?.items[0];
  const items = mentioned
    .filter(({ slot }) => !['target', 'spared', 'other'].includes(slot))
    .flatMap((one) => one.items);
  const targets = mentioned.filter(({ slot }) => slot === 'target').flatMap((one) => one.items);
  const count = inSlot('count')?.quantity;
  if (count !== undefined) return order.map((item) => ({ ...item, quantity: count }));
  const spared = inSlot('spared');
  const named = targets.map((target) =>
    namesStoodFor(target, order, field).flatMap((one) => placesOf(order, one, heads)),
  );
  const places = named.some((found) => found.length === 0) ? [] : [...new Set(named.flat())];
  const kept = spared && findItem(order, nameStoodFor(spared, order, field), heads);
  if ((targets.length > 0 && places.length === 0) || (kept !== undefined && kept < 0)) return undefined;
  const changed =
    targets.length > 0
      ? changeAt({ ...how, items }, places)
      : items.reduce<Item[]>((list, { quantity: _, ...said }) => {
          const all = allPlaces(list, said, field);
          return list.map((item, index) => (all.includes(index) ? merged(item, said, heads) : item));
        }, order);
  const other = inSlot('other');
  if (kept === undefined) {
    const one = (item: Item) => (other ? merged(item, other, heads) : item);
    const left = leftSaid(turn);
    return left === undefined ? changed : leaving(order, changed, left, one);
  }
  const rest = changed.with(kept, order[kept]);
  return other ? changeItem(rest, other, heads, { position: kept }) : rest;
}

/** Where what is named stands: "the large lattes", or where no latte is large, all of them. */
function placesOf(order: readonly Item[], named: Item, heads: readonly string[]): number[] {
  const places = piecesOf(order, named, heads);
  const exact = places.filter((index) => hasAll(order[index], named, heads));
  if (exact.length > 0) return exact;
  if (places.length > 0) return places;
  // "the chai" of a chai latte
  const short = findItem(order, named, heads);
  return short < 0 ? [] : [short];
}

/**
 * Of the last item of which there are more only so many stay as they were: "all with milk except one".
 *
 * @param become What these become.
 */
function leaving(
  order: readonly Item[],
  changed: readonly Item[],
  left: number,
  become: (item: Item) => Item,
): Item[] | undefined {
  const index = order.findLastIndex((item, at) => item !== changed[at] && piecesIn(item) >= left);
  if (index < 0) return undefined;
  const more = piecesIn(order[index]) - left;
  const others = more > 0 ? [{ ...changed[index], quantity: more }] : [];
  return changed.toSpliced(index, 1, ...others, become({ ...order[index], quantity: left }));
}
