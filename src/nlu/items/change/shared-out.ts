import type { Turn } from '../../context/context-change.js';
import type { Item } from '../../context/item.js';
import type { Mention } from '../../matching/mention.js';
import { findItemWith, hasAll, isSameThing } from '../find-item.js';
import { itemHeads } from '../item-field.js';
import { leftOfAll } from '../items.js';
import { splitItem } from '../split-item.js';
import type { How } from './how.js';

/**
 * "Small, medium and large" of three lattes: as many values of one option as there are of an item, one for each.
 *
 * @returns undefined where anything else is said, or there are not as many.
 */
export function sharedOut(order: readonly Item[], { captures, pack }: Turn): Item[] | undefined {
  const [values, another] = captures.flatMap(({ parts }) => (parts === undefined ? [] : [parts]));
  if (values === undefined || another !== undefined || values.length < 2) return undefined;
  const { entity } = values[0];
  const heads = itemHeads(pack);
  // "make the adult a child" names one that is there
  const isThere = ({ value }: Mention) =>
    heads.includes(entity) && findItemWith(order, { [entity]: value }, heads) >= 0;
  const isOne = values.every((value) => value.entity === entity) && pack.entities.get(entity)?.many !== true;
  const areOther = new Set(values.map(({ value }) => value)).size === values.length;
  const isSoMany = order.some(({ quantity }) => quantity === values.length);
  if (!isOne || !areOther || !isSoMany || entity === 'quantity' || values.some(isThere)) return undefined;
  return splitItem(
    order,
    values.map(({ value }) => ({ quantity: 1, [entity]: value })),
    heads,
  );
}

/**
 * The order in which so many are what the item spoken of last was made of its kind: "actually two of them decaf" behind
 * "one of them decaf", of three. Where it was not told apart from others there are so many of it: "no, two boxes" behind a
 * box of screws. Undefined where that item is not so.
 */
export function recounted(
  { order, items, heads, turn }: How,
  { quantity, ...options }: Item,
): Item[] | undefined {
  const { focus = order.length - 1 } = turn.memory;
  const item = order[focus];
  const isSaid = quantity !== undefined && Object.keys(options).length > 0;
  if (!isSaid || item === undefined || !hasAll(item, options, heads)) return undefined;
  const other = order.findLastIndex((one) => isSameThing(one, item, heads) && !hasAll(one, options, heads));
  // the "one" of "the large one" counts none
  const areCounted = items.length === 1 && Number(quantity) > 1;
  if (other < 0)
    return areCounted
      ? (leftOfAll(order, items[0], heads) ?? order.with(focus, { ...item, quantity }))
      : undefined;
  const left = Number(item.quantity) + Number(order[other].quantity) - Number(quantity);
  if (left < 0) return undefined;
  const changed = order.with(focus, { ...item, quantity }).with(other, { ...order[other], quantity: left });
  return left > 0 ? changed : changed.toSpliced(other, 1);
}
