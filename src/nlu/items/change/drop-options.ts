import type { Turn } from '../../context/context-change.js';
import type { Item } from '../../context/item.js';
import { findItem } from '../find-item.js';
import { itemField } from '../item-field.js';
import { isAbout } from '../item-names.js';
import { placeOfSoMany } from '../item-places.js';
import { partOf } from '../items.js';
import { partSaid } from '../meant/item-meant.js';
import { itemMentions } from '../meant/item-mentions.js';
import { nameStoodFor } from '../stand-ins.js';

/**
 * Takes these options out of the item that a slot `target` names, else the one spoken of last, or of so many of it: "another
 * one without", "one of them plain". A kind of what is named then is just that: of two fruit scones one is a scone.
 */
export function dropOptions(
  order: readonly Item[],
  options: readonly string[],
  turn: Turn,
): Item[] | undefined {
  const field = itemField(turn.pack)!;
  const { heads } = field;
  const [target] = itemMentions(turn, order).flatMap(({ slot, items }) => (slot === 'target' ? items : []));
  const named = target && nameStoodFor(target, order, field);
  const { focus } = turn.memory;
  const last = order[focus ?? -1] === undefined ? order.length - 1 : focus!;
  const has = (item: Item | undefined) => options.some((option) => item?.[option] !== undefined);
  // "no extra shot" behind a cookie is said of the coffee before it
  const having = order.findLastIndex(has);
  const spoken = having < 0 || has(order[last]) ? last : having;
  const place = named ? findItem(order, named, heads) : spoken;
  const { quantity } = partSaid(turn);
  const index = quantity === undefined ? place : placeOfSoMany(order, place, Number(quantity), heads);
  if (order[place] === undefined) return undefined;
  const { rest, meant } = partOf(order[index], quantity);
  const kept = Object.entries(meant).flatMap(([key, value]) => {
    if (options.includes(key)) return [];
    const isKind = named !== undefined && heads.includes(key) && isAbout(value, named[key]);
    return [[key, isKind ? named[key] : value]];
  });
  return order.toSpliced(index, 1, ...rest, Object.fromEntries(kept));
}
