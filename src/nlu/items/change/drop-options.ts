import type { ContextChange, Turn } from '../../context/context-change.js';
import { itemField } from '../item-field.js';
import { itemsIn } from '../item-rules.js';
import { joinAlike, partOf } from '../items.js';
import { partSaid } from '../meant/item-meant.js';

/** Takes these options out of the last item, or of so many of it: "another one without", "one of them without". */
export function dropOptions(change: ContextChange, options: readonly string[], turn: Turn): void {
  const field = itemField(turn.pack);
  const order = field === undefined ? [] : itemsIn(change, field);
  const last = order.at(-1);
  change.isDone = last !== undefined;
  if (field === undefined || last === undefined) return;
  const { rest, meant } = partOf(last, partSaid(turn).quantity);
  const kept = Object.fromEntries(Object.entries(meant).filter(([key]) => !options.includes(key)));
  change.context[field] = joinAlike(order.toSpliced(-1, 1, ...rest, kept)).order;
}
