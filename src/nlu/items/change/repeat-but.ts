import type { ContextChange, Turn } from '../../context/context-change.js';
import { itemField, itemsIn } from '../item-field.js';
import { addItems, isCountOnly } from '../items.js';
import { itemMentions } from '../meant/item-mentions.js';
import { repeatedItem } from '../meant/whose-item.js';

/**
 * One more of the last item, or of that which somebody has, which then becomes what a rule makes of it: "the same but
 * smaller". Nothing is added where the rule makes nothing of it.
 *
 * @param apply Applies the rule to a change.
 */
export function repeatBut(change: ContextChange, turn: Turn, apply: (one: ContextChange) => void): void {
  const { name: field, defaults } = itemField(turn.pack)!;
  const order = itemsIn(change, turn.pack);
  const mentioned = itemMentions(turn, order);
  const target = mentioned.find(({ slot }) => slot === 'target')?.items[0];
  // "two more without"
  const count = mentioned.flatMap(({ items }) => items).find(isCountOnly);
  const model = repeatedItem(order, target, turn);
  change.isDone = false;
  if (model === undefined) return;
  const one = {
    ...change,
    context: { ...change.context, [field]: [{ ...model, ...defaults, ...count }] },
  };
  apply(one);
  if (!one.isDone) return;
  change.isDone = true;
  const items = itemsIn(one, turn.pack);
  change.context[field] = addItems(order, items, defaults);
  change.items = items;
  change.focus = undefined;
}
