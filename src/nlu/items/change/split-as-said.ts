import { slotValue, type Turn } from '../../context/context-change.js';
import type { Item } from '../../context/item.js';
import { itemHeads } from '../item-field.js';
import { itemMentions } from '../meant/item-mentions.js';
import { splitItem } from '../split-item.js';

/**
 * The order in which so many of one thing each become something else: "two of them large and one a tea". Undefined where
 * there are not so many, or where a clause of the sentence says anything else, such as what they are of.
 */
export function splitAsSaid(clauses: readonly Turn[], order: readonly Item[]): Item[] | undefined {
  const pieces = clauses.map((clause) => {
    const quantity = slotValue('part', clause);
    const said = itemMentions(clause, order).flatMap(({ items }) => items);
    const isAll = clause.captures.length === 2 && said.length === 1 && typeof quantity === 'number';
    return isAll ? { ...said[0], quantity } : undefined;
  });
  if (pieces.length < 2 || pieces.includes(undefined)) return undefined;
  return splitItem(order, pieces as Item[], itemHeads(clauses[0].pack));
}
