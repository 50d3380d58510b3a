import { isSameThing } from './find-item.js';
import type { Item } from './item.js';
import { isAbout } from './item-names.js';

/**
 * Items that a turn has changed, without what is never said of what they are now: the milk of a latte that has become a
 * juice. What was asked for with it, now or before, stays.
 *
 * @param before The items as they were.
 * @param said What the turn says of items.
 * @param never By option, things of which it is never said.
 */
export function withoutUnfit(
  items: readonly Item[],
  before: readonly Item[],
  said: readonly Item[],
  never: Readonly<Record<string, readonly string[]>>,
  heads: readonly string[],
): Item[] {
  const isUnfit = (item: Item, option: string) =>
    heads.some((head) => never[option]?.some((thing) => isAbout(item[head], thing)));
  const isWanted = (item: Item, option: string) =>
    said.some((one) => option in one) ||
    before.some((other) => option in other && isSameThing(other, item, heads));
  return items.map((item) => {
    const options = Object.entries(item);
    const kept = options.filter(([option]) => !isUnfit(item, option) || isWanted(item, option));
    return kept.length === options.length ? item : Object.fromEntries(kept);
  });
}
