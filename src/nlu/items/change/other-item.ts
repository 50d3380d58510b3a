import type { Item } from '../../context/item.js';
import { fullestItem, otherItems, piecesOf, plainerItem, plainestOf } from '../item-places.js';
import type { How } from '../meant/how.js';
import { partSaid, slotValue } from '../meant/item-meant.js';
import { changeAt } from './change-all-items.js';

/**
 * "The other one": next to the item that was changed last, else to the last one; "the other tea" is one of the teas, and
 * "the normal one" the plainest.
 */
export function changeOthers({ order, items, meant, heads, turn }: How, isAll: boolean): Item[] | undefined {
  const focus = turn.memory.focus ?? fullestItem(order);
  const named = meant === undefined ? [...order.keys()] : piecesOf(order, meant, heads);
  const others = otherItems(order, focus, heads).filter((at) => named.includes(at));
  if (others.length === 0 || items[0] === undefined) return undefined;
  const isPlain = slotValue('plain', turn) !== undefined;
  // behind something else it is the one of which less was said
  const next = named.includes(focus) ? others : [plainestOf(order, others, 1)];
  const plain = meant ? plainestOf(order, named, 1) : plainerItem(order, fullestItem(order), heads);
  const places = isPlain && plain >= 0 ? [plain] : next;
  const quantity = slotValue('left', turn);
  const said = { ...items[0], ...(isAll ? {} : quantity ? { quantity } : partSaid(turn)) };
  return changeAt(order, places.slice(0, isAll ? undefined : 1), [said], heads);
}

/** "Take off the other one": next to the item that was changed last, else to that of which most was said. */
export function removeOther({ order, heads, turn }: How): Item[] | undefined {
  // "and the other", once all else is gone
  if (order.length === 1) return [];
  const [other] = otherItems(order, turn.memory.focus ?? fullestItem(order), heads);
  return other === undefined ? undefined : order.toSpliced(other, 1);
}
