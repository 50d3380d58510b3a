import type { Item } from '../../context/item.js';
import { findItem } from '../find-item.js';
import { itemField } from '../item-field.js';
import { changeItem, isWhole } from '../items.js';
import type { How } from '../meant/how.js';
import { ownItem } from '../meant/whose-item.js';
import { changeAllItems } from './change-all-items.js';
import { removeItem } from './take-out-items.js';

/**
 * "I don't want cream", or "leave that off" of what was asked about: what is in by itself is to be left out; of the item
 * that is named, where one is.
 */
export function refuseItem({ order, items, meant, heads, turn }: How): Item[] | undefined {
  const asked = items[0] ?? turn.memory.asked ?? {};
  const position = meant ? findItem(order, meant, heads) : ownItem(order, turn, heads)?.index;
  if (position === undefined) {
    const left = removeItem(order, asked, heads);
    return left ?? (isWhole(asked, heads) ? undefined : changeItem(order, refused(asked), heads));
  }
  if (order[position] === undefined) return undefined;
  const left = removeItem([order[position]], asked, heads);
  return left
    ? order.toSpliced(position, 1, ...left)
    : changeItem(order, refused(asked), heads, { position });
}

/** "I don't want sugar in either": out of all that have it, or where none has, there is to be none in any. */
export function refuseInAll({ order, items: [said], heads, turn: { pack } }: How): Item[] | undefined {
  if (said === undefined || isWhole(said, heads)) return undefined;
  const left = order.map((item) => removeItem([item], said, heads)?.[0]);
  if (left.some((item) => item !== undefined)) return order.map((item, at) => left[at] ?? item);
  const field = pack.definition.fields[itemField(pack)!];
  return changeAllItems(order, [{ slot: '', items: [refused(said)] }], field, heads);
}

function refused(said: Item): Item {
  const none = (value: unknown) => (Array.isArray(value) ? value.map((one) => `no ${one}`) : `no ${value}`);
  return Object.fromEntries(Object.entries(said).map(([option, value]) => [option, none(value)]));
}
