import type { Turn } from '../../context/context-change.js';
import type { Item } from '../../context/item.js';
import { partOf } from '../items.js';
import { partSaid } from '../meant/item-meant.js';

/** Takes these options out of the last item, or of so many of it: "another one without", "one of them without". */
export function dropOptions(
  order: readonly Item[],
  options: readonly string[],
  turn: Turn,
): Item[] | undefined {
  const last = order.at(-1);
  if (last === undefined) return undefined;
  const { rest, meant } = partOf(last, partSaid(turn).quantity);
  const kept = Object.fromEntries(Object.entries(meant).filter(([key]) => !options.includes(key)));
  return order.toSpliced(-1, 1, ...rest, kept);
}
