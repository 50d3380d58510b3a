import type { ContextChange, Turn } from './context-change.js';
import { itemField } from './item-field.js';
import { itemsIn } from './item-rules.js';

/** Takes these options out of the last item: "another one without". */
export function dropOptions(change: ContextChange, options: readonly string[], turn: Turn): void {
  const field = itemField(turn.pack);
  const order = field === undefined ? [] : itemsIn(change, field);
  const last = order.at(-1);
  change.isDone = last !== undefined;
  if (field === undefined || last === undefined) return;
  const kept = Object.entries(last).filter(([key]) => !options.includes(key));
  change.context[field] = order.with(-1, Object.fromEntries(kept));
}
