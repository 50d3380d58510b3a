import type { Item } from '../context/item.js';
import { isSameThing } from './find-item.js';
import type { ItemField } from './item-field.js';
import { isAbout } from './item-names.js';

/** Whether an option is never said of an item. */
export function isUnfit(item: Item, option: string, { never, heads }: ItemField): boolean {
  const things = Object.hasOwn(never, option) ? never[option] : [];
  return heads.some((head) => things.some((thing) => isAbout(item[head], thing)));
}

/** Whether all that an option says is said of what is about another head: the cream cheese of a bagel, of a coffee. */
function isOfOtherHead(item: Item, option: string, { suits }: ItemField): boolean {
  const isSuited = (head: string, value: unknown) =>
    (suits[head][option] ?? []).some((one) => isAbout(value, one));
  const all = [item[option]].flat();
  return Object.keys(suits).some((head) => !(head in item) && all.every((value) => isSuited(head, value)));
}

/**
 * Items that a turn has changed, without what is never said of what they are now: the milk of a latte that has become a
 * juice, the cheese of a bagel that has become a latte. What was asked for with it, now or before, stays.
 *
 * @param before The items as they were.
 * @param said What the turn says of items.
 */
export function withoutUnfit(
  items: readonly Item[],
  before: readonly Item[],
  said: readonly Item[],
  field: ItemField,
): Item[] {
  const { heads } = field;
  const isWanted = (item: Item, option: string) =>
    said.some((one) => option in one) ||
    before.some((other) => option in other && isSameThing(other, item, heads));
  return items.map((item) => {
    const options = Object.entries(item);
    // a warm tea is still that when it is made a juice, and "no, the tea" is to be as warm as the scone was
    const hasKind = (other: Item) => heads.every((head) => head in other === head in item);
    const isThere = before.some((other) => isSameThing(other, item, heads));
    const isNewKind = (option: string) =>
      !isThere && !before.some((other) => option in other && hasKind(other));
    const isFit = (option: string) =>
      heads.includes(option) ||
      isWanted(item, option) ||
      !(isUnfit(item, option, field) || (isNewKind(option) && isOfOtherHead(item, option, field)));
    const kept = options.filter(([option]) => isFit(option));
    return kept.length === options.length ? item : Object.fromEntries(kept);
  });
}
