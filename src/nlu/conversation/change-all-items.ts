import type { FieldDefinition } from '../pack/pack-schema.js';
import { findItem } from './find-item.js';
import type { Item } from './item.js';
import type { Mentioned } from './item-mentions.js';
import { fitItems, piecesOf, suitedHead } from './item-places.js';
import { changeAll, changeItem } from './items.js';
import { nameStoodFor } from './stand-ins.js';

/** The same said of items at several places of the order. */
export function changeAt(
  order: readonly Item[],
  places: readonly number[],
  [said = {}]: readonly Item[],
  heads: readonly string[],
): Item[] {
  return places.reduce((list, position) => changeItem(list, said, heads, { position }), [...order]);
}

/**
 * Changes all items, or all of the kind in a slot `target`: "make all the lattes large". The one in a slot `spared` stays
 * as it is, or becomes what a slot `other` says: "all small but the mocha, that is a large".
 *
 * @returns undefined where there is no such item.
 */
export function changeAllItems(
  order: readonly Item[],
  mentioned: readonly Mentioned[],
  field: FieldDefinition,
  heads: readonly string[],
): Item[] | undefined {
  const inSlot = (name: string) => mentioned.find(({ slot }) => slot === name)?.items[0];
  const items = mentioned
    .filter(({ slot }) => !['target', 'spared', 'other'].includes(slot))
    .flatMap((one) => one.items);
  const [kind, spared] = [inSlot('target'), inSlot('spared')].map(
    (item) => item && nameStoodFor(item, order, field),
  );
  // "toast both" is said of the food
  const headsFirst = (item: Item) => [suitedHead(item, field.suits ?? {}) ?? heads[0], ...heads];
  const places = kind && [...new Set(piecesOf(order, kind, heads))];
  const kept = spared && findItem(order, spared, heads);
  if (places?.length === 0 || (kept !== undefined && kept < 0)) return undefined;
  const changed = places
    ? changeAt(order, places, items, heads)
    : items.reduce<Item[]>(
        (list, item) => {
          const fit = fitItems(list, item, field.never ?? {}, heads);
          const all = changeAll(list, item, headsFirst(item));
          return fit.length === 0
            ? all
            : list.map((other, index) => (fit.includes(index) ? all[index] : other));
        },
        [...order],
      );
  if (kept === undefined) return changed;
  const other = inSlot('other');
  const left = changed.with(kept, order[kept]);
  return other ? changeItem(left, other, heads, { position: kept }) : left;
}
