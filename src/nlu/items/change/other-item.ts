import { slotValue } from '../../context/context-change.js';
import type { Item } from '../../context/item.js';
import { fullestItem, otherItems, piecesOf, plainestOf, plainPlace } from '../item-places.js';
import { partSaid } from '../meant/item-meant.js';
import { changeAt } from './change-all-items.js';
import type { How } from './how.js';

/**
 * Where "the other one" stands, the likeliest first: next to the item that was spoken of last. "The other tea" is one of
 * the teas, and "the normal one" the plainest.
 */
export function otherPlaces({ order, meant, heads, turn }: How): number[] {
  const { focus } = turn.memory;
  const named = meant && piecesOf(order, meant, heads);
  const all = otherItems(order, heads, focus);
  const alike = all.filter((at) => named?.includes(at) ?? true);
  // "the tea with milk, the other with soy", where the other one is no tea
  const others = alike.length === 0 && focus !== undefined && named?.includes(focus) ? all : alike;
  if (others.length === 0) return [];
  const word = slotValue('plain', turn);
  const plain = word === undefined ? -1 : plainPlace(order, meant, word, turn.pack);
  if (plain >= 0) return [plain];
  // behind something else it is the one of which less was said
  const isNear = named?.includes(focus ?? fullestItem(order)) ?? true;
  return isNear ? others : [plainestOf(order, others, 1, heads)];
}

/** Changes the other one, or all others. */
export function changeOthers(how: How, isAll: boolean): Item[] | undefined {
  const { items, turn } = how;
  const places = otherPlaces(how);
  if (places.length === 0 || items[0] === undefined) return undefined;
  const quantity = slotValue('left', turn);
  const said = { ...items[0], ...(isAll ? {} : quantity ? { quantity } : partSaid(turn)) };
  return changeAt({ ...how, items: [said] }, places.slice(0, isAll ? undefined : 1));
}

/** "Take off the other one". */
export function removeOther(how: How): Item[] | undefined {
  // "and the other", once all else is gone
  const [other] = how.order.length === 1 ? [0] : otherPlaces(how);
  return other === undefined ? undefined : how.order.toSpliced(other, 1);
}
