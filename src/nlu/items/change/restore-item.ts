import type { Item } from '../../context/item.js';
import { countIn, piecesIn } from '../changed-items.js';
import { findItem } from '../find-item.js';
import { addItems, partOf } from '../items.js';
import { earlierItems } from '../meant/earlier-items.js';
import type { How } from '../meant/how.js';

/**
 * "Put the muffin back": what is named is there again as often as it was before, with all that was said of it.
 *
 * @returns undefined where it never was.
 */
export function restoreItem({ order, items, heads, defaults, turn }: How): Item[] | undefined {
  const earlier = earlierItems(turn).toReversed();
  const back = items.map((named) => {
    for (const before of earlier) {
      const item = before[findItem(before, named, heads)];
      if (item === undefined) continue;
      const gone = piecesIn(item) - countIn(order, item);
      if (gone > 0) return partOf(item, gone).meant;
    }
    return undefined;
  });
  return back.includes(undefined) ? undefined : addItems(order, back as Item[], defaults);
}
