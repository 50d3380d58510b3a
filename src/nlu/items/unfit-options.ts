import type { Item } from '../context/item.js';
import { isSameThing } from './find-item.js';
import { isAbout } from './item-names.js';

/** By option, things of which it is never said: milk of no juice. */
export type Never = Readonly<Record<string, readonly string[]>>;

/** Whether an option is never said of an item. */
export function isUnfit(item: Item, option: string, never: Never, heads: readonly string[]): boolean {
  const things = Object.hasOwn(never, option) ? never[option] : [];
  return heads.some((head) => things.some((thing) => isAbout(item[head], thing)));
}

/**
 * Items that a turn has changed, without what is never said of what they are now: the milk of a latte that has become a
 * juice. What was asked for with it, now or before, stays.
 *
 * @param before The items as they were.
 * @param said What the turn says of items.
 */
export function withoutUnfit(
  items: readonly Item[],
  before: readonly Item[],
  said: readonly Item[],
  never: Never,
  heads: readonly string[],
): Item[] {
  const isWanted = (item: Item, option: string) =>
    said.some((one) => option in one) ||
    before.some((other) => option in other && isSameThing(other, item, heads));
  return items.map((item) => {
    const options = Object.entries(item);
    const kept = options.filter(([option]) => !isUnfit(item, option, never, heads) || isWanted(item, option));
    return kept.length === options.length ? item : Object.fromEntries(kept);
  });
}
