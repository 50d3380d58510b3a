import type { Turn } from './context-change.js';
import type { Item } from './item.js';
import { piecesOf, plainerItem } from './item-places.js';

/**
 * Where "the second one" stands: undefined where nobody said such a thing, index -1 where there are not so many. Of one
 * item of which there are several, and of those with a name, it is a piece; so it is of the item that was changed last,
 * while "the last one" is rather the one of its kind that was left as it was.
 */
export function placeSaid(
  order: readonly Item[],
  { captures, pack, memory }: Turn,
  named: Item | undefined,
  heads: readonly string[],
): { index: number; part?: Item } | undefined {
  const ordinal = captures.find(({ entity }) => pack.entities.get(entity)?.kind === 'ordinal');
  if (ordinal === undefined) return undefined;
  const value = Number(ordinal.value);
  const { focus } = memory;
  if (named === undefined && focus !== undefined && order[focus] !== undefined) {
    const index = value === -1 ? plainerItem(order, focus, heads) : focus;
    if (index >= 0 && (index !== focus || Number(order[focus].quantity) >= Math.max(value, 2)))
      return { index, part: { quantity: 1 } };
  }
  const isPiece = named !== undefined || order.length === 1;
  const places = isPiece ? piecesOf(order, named ?? {}, heads) : [...order.keys()];
  const index = places.at(value < 0 ? value : value - 1) ?? -1;
  return isPiece ? { index, part: { quantity: 1 } } : { index };
}
