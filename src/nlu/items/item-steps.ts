import type { ContextChange, Turn } from '../context/context-change.js';
import type { Item } from '../context/item.js';
import { findItem } from './find-item.js';
import { itemField, itemHeads } from './item-field.js';
import { fitItems } from './item-places.js';
import { itemsIn } from './item-rules.js';
import { joinAlike, stepOption } from './items.js';
import { withAmount } from './meant/item-meant.js';
import { apart, placeSaid } from './meant/place-said.js';
import { ownItem } from './meant/whose-item.js';

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

/** Gives the item that was named, else the last, the next value of an option, as "a size larger" asks. */
export function stepLastItem(
  change: ContextChange,
  step: Parameters<typeof stepOption>[1],
  turn: Turn,
): void {
  const field = itemField(turn.pack);
  const heads = itemHeads(turn.pack);
  const all = field === undefined ? [] : itemsIn(change, field);
  const place = placeSaid(all, turn, undefined, heads);
  if (field === undefined || (place !== undefined && place.index < 0)) {
    change.isDone = false;
    return;
  }
  const [order, own] = apart(all, place ?? { index: ownItem(all, turn, heads)?.index ?? -1 });
  const named = turn.captures.flatMap(({ parts = [] }) => parts).find(({ entity }) => heads.includes(entity));
  const index = named === undefined ? own : findItem(order, { [named.entity]: named.value }, heads);
  const { never = {} } = turn.pack.definition.fields[field];
  const fit = index < 0 ? fitItems(order, { [step.option]: step.usual }, never, heads) : [index];
  // "an extra shot" is in no juice
  const stepped = stepOption(
    fit.map((at) => order[at]),
    step,
    heads,
  );
  putOrder(change, field, stepped && order.map((item, at) => stepped[fit.indexOf(at)] ?? item));
}

/** Puts what became of the items into their field; nothing is done where nothing became of them. */
function putOrder(change: ContextChange, field: string, order: Item[] | undefined): void {
  change.isDone = order !== undefined;
  if (order !== undefined) change.context[field] = joinAlike(order).order;
}
