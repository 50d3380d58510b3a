import type { Item } from './item.js';
import { isAbout, isNamedIn, isShortFor } from './item-names.js';

/** Where in the order a mention of an item points: the last one that has all that was said, else the last one. */
export function findItem(order: readonly Item[], said: Item, heads: readonly string[]): number {
  for (let index = order.length - 1; index >= 0; index--) {
    const matches = Object.entries(said).every(
      ([key, value]) =>
        key === 'quantity' ||
        JSON.stringify(order[index][key]) === JSON.stringify(value) ||
        (!heads.includes(key) && isNamedIn(order[index][key], value)),
    );
    if (matches && Object.keys(said).some((key) => key !== 'quantity')) return index;
  }
  const head = heads.find((name) => said[name] !== undefined);
  return head === undefined ? order.length - 1 : indexOfHead(order, head, said[head]);
}

/**
 * The last item with this head, else the last with a kind of it ("the muffin" for a blueberry muffin), else the last
 * whose name begins so ("the chai" for a chai latte); -1 for none.
 */
export function indexOfHead(order: readonly Item[], head: string, value: unknown): number {
  const same = order.findLastIndex((item) => item[head] === value);
  if (same >= 0) return same;
  const kind = order.findLastIndex((item) => isAbout(item[head], value));
  return kind >= 0 ? kind : order.findLastIndex((item) => isShortFor(value, item[head]));
}
