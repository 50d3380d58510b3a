import type { Item } from '../../context/item.js';
import { findItem } from '../find-item.js';
import { isWhole, merged } from '../items.js';
import type { Mentioned } from '../meant/item-mentions.js';

/**
 * Of what was just ordered what a slot `kept` says is wanted after all, "a latte and a mocha, actually just the latte",
 * which may be something else, or all but what a slot `dropped` names: "a latte and a muffin, no, no muffin".
 */
export function keptOf(
  items: readonly Item[],
  mentioned: readonly Mentioned[],
  heads: readonly string[],
): Item[] {
  const inSlot = (name: string) => mentioned.filter(({ slot }) => slot === name).flatMap((one) => one.items);
  const kept = inSlot('kept');
  const left = inSlot('dropped').reduce<Item[]>(
    (list, one) => {
      const at = findItem(list, one, heads);
      return at < 0 ? list : list.toSpliced(at, 1);
    },
    [...items],
  );
  if (kept.length === 0) return left;
  // "a latte, actually just a small one"
  if (!isWhole(kept[0], heads)) return [...left.slice(0, -1), merged(left.at(-1) ?? {}, kept[0], heads)];
  // "two teas and a coffee, actually only one tea": so many fewer of what was counted, and the coffee as it is
  const fewer = kept.length === 1 ? findItem(left, kept[0], heads) : -1;
  if (Number(kept[0].quantity) < Number(left[fewer]?.quantity))
    return left.with(fewer, merged(left[fewer], kept[0], heads));
  return kept.map((one) => {
    const at = findItem(left, one, heads);
    return at < 0 ? one : merged(left[at], one, heads);
  });
}
