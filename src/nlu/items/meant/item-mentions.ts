import type { Turn } from '../../context/context-change.js';
import type { Item } from '../../context/item.js';
import { itemField } from '../item-field.js';
import { itemsOf } from '../said/items-of.js';
import { byNamesThere } from './short-names.js';

/** What a sentence says of items in one of its slots. */
export interface Mentioned {
  slot: string;
  items: Item[];
}

/**
 * What a sentence says of items, by slot.
 *
 * @param order The items that it may speak of by the names that they have there.
 */
export function itemMentions({ captures, pack, tokens }: Turn, order: readonly Item[]): Mentioned[] {
  const { name: field } = itemField(pack)!;
  return captures.flatMap(({ entity, name, parts, value }) => {
    const phrase = pack.entities.get(entity);
    // one option by itself: whose it is
    const option = phrase?.into.find((path) => path.startsWith(`${field}.`))?.slice(field.length + 1);
    if (option !== undefined) return [{ slot: name, items: [{ [option]: value }] }];
    if (parts === undefined || !phrase?.into.includes(field)) return [];
    const items = itemsOf(parts, { phrase, pack, tokens });
    return [{ slot: name, items: items.map((item) => byNamesThere(item, order, pack)) }];
  });
}
