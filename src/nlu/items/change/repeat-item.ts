import type { Item } from '../../context/item.js';
import { isAbout } from '../item-names.js';
import { addItems, merged } from '../items.js';

/** An item once more: as many as there are of it, or, where something is said of it, one that differs in that. */
export function repeatItem(
  order: readonly Item[],
  one: Item | undefined,
  said: Item,
  heads: readonly string[],
  defaults: Item,
): Item[] {
  if (one === undefined) return [...order];
  const isOther = Object.keys(said).length > 0;
  // "the same but caramel" has no vanilla any more, and "the same without cream" still has what else is on top
  const isOfWhatIsThere = (key: string) =>
    [said[key]].flat().every((value) => [one[key]].flat().some((old) => isAbout(value, old)));
  const kept = Object.fromEntries(
    Object.entries(one).filter(([key]) => !(key in said) || isOfWhatIsThere(key)),
  );
  return addItems(order, [isOther ? merged({ ...kept, ...defaults }, said, heads) : one], defaults);
}
