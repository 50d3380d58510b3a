import type { ContextChange, Turn } from '../../context/context-change.js';
import type { Item } from '../../context/item.js';
import { itemField, itemHeads, itemsIn } from '../item-field.js';
import { joinAlike } from '../items.js';
import { slotValue } from '../meant/item-meant.js';
import { isUnfit } from '../unfit-options.js';

/** Gives the last item the option that a slot names of the item before it which has one: "a mocha, same size". */
export function shareOption(change: ContextChange, slot: string, turn: Turn): void {
  const field = itemField(turn.pack)!;
  const option = String(slotValue(slot, turn));
  const order = itemsIn(change, field);
  const last = order.length - 1;
  const heads = itemHeads(turn.pack);
  // "as the latte"
  const named = turn.captures.find(({ name }) => name === 'target')?.parts ?? [];
  const isMeant = (item: Item) =>
    named.every(({ entity, value }) => !heads.includes(entity) || item[entity] === value);
  const like = order.findLastIndex((item, index) => index < last && option in item && isMeant(item));
  if (like < 0 || option in order[last]) return;
  const { never = {} } = turn.pack.definition.fields[field];
  if (isUnfit(order[last], option, never, heads)) return;
  const item = { ...order[last], [option]: order[like][option] };
  change.items = [...change.items.slice(0, -1), item];
  change.context[field] = joinAlike(order.with(last, item)).order;
}
