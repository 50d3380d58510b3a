import { type Item, piecesIn } from '../context/item.js';
import { sameItem } from './items.js';

/** How many of an item there are in an order; 0 where none of these is just so. */
export function countIn(order: readonly Item[], item: Item): number {
  return order.reduce((sum, other) => sum + (sameItem(other, item) ? piecesIn(other) : 0), 0);
}

/** What a change made of an order: the lines that are not as they were, and what they were, counts included. */
export interface ChangedItems {
  /** Where the lines stand after it that are new, or of which there are more or fewer. */
  places: number[];
  /** The same lines. */
  items: Item[];
  /** Lines that are not there as they were. */
  gone: Item[];
}

/** Finds what is different in an order from what it was before; the order of its lines says nothing. */
export function changedItems(before: readonly Item[], after: readonly Item[]): ChangedItems {
  const isIn = (order: readonly Item[], item: Item) => countIn(order, item) === piecesIn(item);
  const places = [...after.keys()].filter((at) => !isIn(before, after[at]));
  return {
    places,
    items: places.map((at) => after[at]),
    gone: before.filter((item) => !isIn(after, item)),
  };
}
