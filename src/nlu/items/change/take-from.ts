import type { Item } from '../../context/item.js';
import { piecesOf } from '../item-places.js';
import { removeItem } from './take-out-items.js';

/**
 * Takes options out of the item that was named, "the sugar from the latte", which itself stays.
 *
 * @returns undefined where there is no such item, or it has none of these options.
 */
export function takeFrom(
  order: readonly Item[],
  meant: Item,
  options: readonly Item[],
  heads: readonly string[],
): Item[] | undefined {
  for (const index of piecesOf(order, meant, heads).reverse()) {
    const left = options.reduce<Item[] | undefined>(
      (rest, option) => rest && removeItem(rest, option, heads),
      [order[index]],
    );
    if (left !== undefined) return order.toSpliced(index, 1, ...left);
  }
  return undefined;
}
