import type { Turn } from '../../context/context-change.js';
import { type Item, piecesIn } from '../../context/item.js';
import { itemHeads } from '../item-field.js';
import { piecesOf, plainerItem } from '../item-places.js';
import { indexOfPlace, isPlace } from './each-place.js';

/** Where an item stands, and how much of it is meant, behind so many of its pieces. */
export interface Place {
  index: number;
  part?: Item;
  ahead?: number;
}

/**
 * Where "the second one" stands, or "the middle one": undefined where nobody said such a thing, index -1 where there are
 * not so many. Of one item of which there are several, and of those with a name, it is a piece; so it is of the item that
 * was changed last, while "the last one" is rather the one of its kind that was left as it was.
 */
export function placeSaid(
  order: readonly Item[],
  { captures, pack, memory }: Turn,
  named: Item | undefined,
): Place | undefined {
  const ordinal = captures.find((capture) => isPlace(capture, pack));
  if (ordinal === undefined) return undefined;
  const value = Number(ordinal.value);
  const heads = itemHeads(pack);
  const { focus } = memory;
  if (named === undefined && focus !== undefined && order[focus] !== undefined) {
    const index = value === -1 ? plainerItem(order, focus, heads) : focus;
    const count = piecesIn(order[index]);
    const ahead = indexOfPlace(value, count);
    if (index >= 0 && (index !== focus || (count > 1 && ahead >= 0 && ahead < count)))
      return { index, part: { quantity: 1 }, ahead };
  }
  const places = piecesOf(order, named ?? {}, heads);
  const at = indexOfPlace(value, places.length);
  const index = places[at] ?? -1;
  return { index, part: { quantity: 1 }, ahead: at - places.indexOf(index) };
}

/** The order in which a piece of several stands by itself, so that the first one stays the first; and where it stands. */
export function apart(order: readonly Item[], { index, part, ahead }: Place): [Item[], number] {
  const count = piecesIn(order[index]);
  if (part === undefined || ahead === undefined || count < 2) return [[...order], index];
  const pieces = [ahead, 1, count - ahead - 1].map((quantity) => ({ ...order[index], quantity }));
  const left = pieces.filter(({ quantity }) => quantity > 0);
  return [order.toSpliced(index, 1, ...left), ahead > 0 ? index + 1 : index];
}
