import type { Item } from '../context/item.js';
import type { ItemField } from './item-field.js';
import { isAbout, isShortFor } from './item-names.js';

/**
 * A mention by the name of the item that is there, where its own name stands for that: "the coffee" said of a latte,
 * unless there is a coffee.
 */
export function nameStoodFor(mention: Item, order: readonly Item[], field: ItemField): Item {
  return namesStoodFor(mention, order, field).at(-1)!;
}

/** The same by the names of all such items: "the coffees" said of a latte and a mocha. */
export function namesStoodFor(mention: Item, order: readonly Item[], { standsFor }: ItemField): Item[] {
  for (const [head, names] of Object.entries(standsFor)) {
    const value = mention[head];
    const others = names[String(value)];
    if (others === undefined) continue;
    if (order.some((item) => isAbout(item[head], value) || isShortFor(value, item[head]))) continue;
    const meant = order.filter((item) => others.includes(String(item[head])));
    if (meant.length > 0) return meant.map((item) => ({ ...mention, [head]: item[head] }));
  }
  return [mention];
}
