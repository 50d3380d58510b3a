import { type ContextChange, slotValue, type Turn } from '../../context/context-change.js';
import type { Item } from '../../context/item.js';
import { indexOfHead } from '../find-item.js';
import { itemField, itemHeads, itemsIn } from '../item-field.js';
import { joinAlike, sameItem } from '../items.js';
import { isUnfit } from '../unfit-options.js';

/**
 * Gives the last item the option that a slot names of the item before it which has one: "a mocha, same size". A slot `old`
 * names another item that gets it, and a slot `target` the one that has it.
 */
export function shareOption(change: ContextChange, slot: string, turn: Turn): void {
  const field = itemField(turn.pack)!;
  const option = String(slotValue(slot, turn));
  const order = itemsIn(change, turn.pack);
  const named = placeOf('old', order, turn);
  const at = named ?? order.length - 1;
  // "as the latte"
  const model = turn.captures.find(({ name }) => name === 'target')?.parts ?? [];
  const isMeant = (item: Item) => model.every(({ entity, value }) => item[entity] === value);
  const like = order.findLastIndex((item, index) => index !== at && option in item && isMeant(item));
  if (like < 0 || (named === undefined && option in order[at])) return;
  if (isUnfit(order[at], option, field)) return;
  const item = { ...order[at], [option]: order[like][option] };
  const told = named === undefined ? change.items.length - 1 : placeAmong(change.items, order[at]);
  change.items = told < 0 ? [...change.items, item] : change.items.with(told, item);
  change.context[field.name] = joinAlike(order.with(at, item)).order;
}

/** Where an item is among those that this turn has added or changed; -1 where it is none of them. */
function placeAmong(items: readonly Item[], item: Item): number {
  return items.findLastIndex((one) => sameItem(one, item));
}

/** Where the item stands that a slot names. */
function placeOf(slot: string, order: readonly Item[], { captures, pack }: Turn): number | undefined {
  const heads = itemHeads(pack);
  const said = captures
    .find(({ name }) => name === slot)
    ?.parts?.find(({ entity }) => heads.includes(entity));
  const index = said === undefined ? -1 : indexOfHead(order, said.entity, said.value);
  return index < 0 ? undefined : index;
}
