import type { ContextChange, Turn } from './context-change.js';
import { itemField, itemHeads } from './item-field.js';
import { withAmount } from './item-meant.js';
import { itemsIn } from './item-rules.js';
import { joinAlike, stepOption } from './items.js';

/** Gives the option of the last item that was said last another amount: "just a little". */
export function changeLastAmount(
  change: ContextChange,
  rule: Parameters<typeof withAmount>[2],
  turn: Turn,
): void {
  const field = itemField(turn.pack);
  const amount = turn.captures.find(({ name }) => name === 'howMuch');
  if (field === undefined || amount === undefined) return;
  const order = itemsIn(change, field);
  const last = order.at(-1);
  const changed = last && withAmount(last, String(amount.value), rule, turn);
  change.isDone = changed !== undefined;
  if (changed !== undefined) change.context[field] = joinAlike([...order.slice(0, -1), changed]).order;
}

/** Gives the last item the next value of an option, as "a size larger" asks. */
export function stepLastItem(
  change: ContextChange,
  step: Parameters<typeof stepOption>[1],
  turn: Turn,
): void {
  const field = itemField(turn.pack);
  const stepped =
    field === undefined ? undefined : stepOption(itemsIn(change, field), step, itemHeads(turn.pack, field));
  change.isDone = stepped !== undefined;
  if (field !== undefined && stepped !== undefined) change.context[field] = joinAlike(stepped).order;
}
