import type { Turn } from '../../context/context-change.js';
import type { Item } from '../../context/item.js';
import { splitItem } from '../items.js';

/**
 * "Small, medium and large" of three lattes: as many values of one option as there are of an item, one for each.
 *
 * @returns undefined where anything else is said, or there are not as many.
 */
export function sharedOut(
  order: readonly Item[],
  { captures, pack }: Turn,
  heads: readonly string[],
): Item[] | undefined {
  const [values, another] = captures.flatMap(({ parts }) => (parts === undefined ? [] : [parts]));
  if (values === undefined || another !== undefined || values.length < 2) return undefined;
  const { entity } = values[0];
  const isOne = values.every((value) => value.entity === entity) && pack.entities.get(entity)?.many !== true;
  const areOther = new Set(values.map(({ value }) => value)).size === values.length;
  const isSoMany = order.some(({ quantity }) => quantity === values.length);
  if (!isOne || !areOther || !isSoMany || entity === 'quantity') return undefined;
  return splitItem(
    order,
    values.map(({ value }) => ({ quantity: 1, [entity]: value })),
    heads,
  );
}
