import type { Turn } from '../../context/context-change.js';
import type { Item } from '../../context/item.js';
import { itemField } from '../item-field.js';

/** The items as they were before each turn that is remembered, latest last. */
export function earlierItems({ memory, pack }: Turn): Item[][] {
  return memory.history.map(({ context }) => (context[itemField(pack)!] ?? []) as Item[]);
}

/** The items as they were before the turn that changed them last. */
export function itemsBefore(turn: Turn): Item[] {
  return earlierItems(turn).at(-1) ?? [];
}
