import type { ContextChange, Turn } from './context-change.js';
import type { Item } from './item.js';
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
  putOrder(change, field, changed && order.with(-1, changed));
}

/** Gives the last item the next value of an option, as "a size larger" asks. */
export function stepLastItem(
  change: ContextChange,
  step: Parameters<typeof stepOption>[1],
  turn: Turn,
): void {
  const field = itemField(turn.pack);
  if (field === undefined) change.isDone = false;
  else putOrder(change, field, stepOption(itemsIn(change, field), step, itemHeads(turn.pack, field)));
}

/** Puts what became of the items into their field; nothing is done where nothing became of them. */
function putOrder(change: ContextChange, field: string, order: Item[] | undefined): void {
  change.isDone = order !== undefined;
  if (order !== undefined) change.context[field] = joinAlike(order).order;
}
