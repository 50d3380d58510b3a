import type { Item } from '../../context/item.js';
import { findItem } from '../find-item.js';
import { placeOfSoMany } from '../item-places.js';
import { isWhole, partOf } from '../items.js';
import type { How } from '../meant/how.js';
import { partSaid } from '../meant/item-meant.js';

/**
 * "One of the scones plain": nothing is said any more of the item that is named, else of the last, or of so many of it;
 * and a fruit scone is a scone.
 *
 * @returns undefined where there is no such item.
 */
export function plainItem({ order, meant, heads, turn }: How): Item[] | undefined {
  const place = meant ? findItem(order, meant, heads) : (turn.memory.focus ?? order.length - 1);
  if (order[place] === undefined) return undefined;
  const { quantity } = partSaid(turn);
  const index = quantity === undefined ? place : placeOfSoMany(order, place, Number(quantity), heads);
  const { rest, meant: one } = partOf(order[index], quantity);
  const plain = Object.fromEntries(
    heads.filter((head) => head in one).map((head) => [head, kindless(one, head)]),
  );
  return order.toSpliced(index, 1, ...rest, { quantity: one.quantity, ...plain });

  /** The name that was said, where the item is a kind of that. */
  function kindless(item: Item, head: string): unknown {
    return meant && isWhole(meant, heads) && head in meant ? meant[head] : item[head];
  }
}
