import type { Item } from '../../context/item.js';
import type { ItemField } from '../item-field.js';
import { isUnfit } from '../unfit-options.js';

/**
 * Items that were said together, where what is never said of one is said of the last one before it that can have it, or
 * else of the next: the oat milk of "a latte and a juice with oat milk" is in the latte. What no other can have stays where
 * it was said.
 */
export function withFitOptions(items: readonly Item[], field: ItemField): Item[] {
  const fit = items.map((item) => ({ ...item }));
  for (const [index, item] of fit.entries()) {
    for (const option of Object.keys(field.never).filter((name) => name in item)) {
      if (!isUnfit(item, option, field)) continue;
      const mayHave = (other: Item) => !(option in other) && !isUnfit(other, option, field);
      const other = fit.slice(0, index).findLast(mayHave) ?? fit.slice(index + 1).find(mayHave);
      if (other === undefined) continue;
      other[option] = item[option];
      delete item[option];
    }
  }
  return fit;
}
