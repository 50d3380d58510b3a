import type { Turn } from '../../context/context-change.js';
import type { Item } from '../../context/item.js';
import { isCountOnly, isWhole } from '../items.js';

/**
 * An item of which nobody says what it is, but how many, or an article: "and one to france" behind a parcel to India is a
 * parcel as well, of which all else is said anew. It is of the last thing of which the same was said; where there is none,
 * what it is comes next.
 */
export function ofThingBefore(
  items: readonly Item[],
  order: readonly Item[],
  { captures, pack, tokens }: Turn,
  heads: readonly string[],
): readonly Item[] {
  const [item] = items;
  if (items.length !== 1 || isWhole(item, heads) || isCountOnly(item)) return items;
  const [first] = captures.flatMap(({ parts = [] }) => parts);
  const isAnother =
    'quantity' in item || pack.locale.numbers.articles.includes(tokens[(first?.start ?? 0) - 1]?.norm);
  const options = Object.keys(item).filter((option) => option !== 'quantity');
  const alike = order.findLast((one) => isWhole(one, heads) && options.every((option) => option in one));
  if (!isAnother || alike === undefined) return items;
  const thing = heads.filter((head) => head in alike).map((head) => [head, alike[head]]);
  return [{ ...item, ...Object.fromEntries(thing) }];
}
