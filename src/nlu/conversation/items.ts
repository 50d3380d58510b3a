import type { Mention } from '../matching/sentence.js';
import type { Entity, Pack } from '../pack/pack.js';
import type { Token } from '../tokenise.js';

/** An entry of a field of items: an order line, for example. Option name -> value. */
export type Item = Record<string, unknown>;

/**
 * Cuts a phrase into items, one for each mention of its head. What stands between two heads belongs to the earlier one
 * up to the last separator ("a latte with oat milk AND a large espresso"); without a separator, options said before a
 * head belong to it from the last quantity or size on. Options without any head make one item without it.
 */
export function itemsOf(
  parts: readonly Mention[],
  phrase: Entity,
  pack: Pack,
  tokens: readonly Token[],
): Item[] {
  const head = phrase.head;
  const heads = parts.filter((part) => part.entity === head);
  if (heads.length === 0) return parts.length === 0 ? [] : [toItem(parts, pack)];
  const items: Item[] = [];
  let from = parts[0].start;
  heads.forEach((current, index) => {
    const next = heads[index + 1];
    let until = Number.POSITIVE_INFINITY;
    if (next !== undefined) {
      until = next.start;
      for (let at = next.start - 1; at >= current.end; at--) {
        if (phrase.separatorWords.has(tokens[at].norm)) {
          until = at;
          break;
        }
        // A second count or size can only be the next item's.
        const own = parts.find((part) => part.start === at && part.entity !== head);
        if (own !== undefined && (at === next.start - (own.end - own.start) || own.end === until))
          until = own.start;
      }
    }
    items.push(
      toItem(
        parts.filter((part) => part.start >= from && part.start < until),
        pack,
      ),
    );
    from = until;
  });
  return items;
}

function toItem(parts: readonly Mention[], pack: Pack): Item {
  const item: Item = {};
  for (const { entity, value } of parts) {
    if (pack.entities.get(entity)?.many) {
      const before = (item[entity] as unknown[] | undefined) ?? [];
      if (!before.includes(value)) item[entity] = [...before, value];
    } else item[entity] = value;
  }
  return item;
}

/** The same item, but for how many. */
function sameItem(a: Item, b: Item, count: string): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  keys.delete(count);
  return [...keys].every((key) => JSON.stringify(a[key]) === JSON.stringify(b[key]));
}

/** Adds items to an order; one that is there already counts up. */
export function addItems(order: readonly Item[], items: readonly Item[], defaults: Item): Item[] {
  const result = order.map((item) => ({ ...item }));
  for (const item of items) {
    const full = { ...defaults, ...item };
    const known = result.find((other) => sameItem(other, full, 'quantity'));
    if (known !== undefined && typeof known.quantity === 'number') {
      known.quantity += typeof full.quantity === 'number' ? full.quantity : 1;
    } else result.push(full);
  }
  return result;
}

/** Where in the order a mention of an item points: the last one that has all that was said, else the last one. */
export function findItem(order: readonly Item[], said: Item, head: string | undefined): number {
  for (let index = order.length - 1; index >= 0; index--) {
    const matches = Object.entries(said).every(
      ([key, value]) => key === 'quantity' || JSON.stringify(order[index][key]) === JSON.stringify(value),
    );
    if (matches && Object.keys(said).some((key) => key !== 'quantity')) return index;
  }
  if (head !== undefined && said[head] !== undefined) {
    return order.findLastIndex((item) => item[head] === said[head]);
  }
  return Object.keys(said).length === 0 || head === undefined || said[head] === undefined
    ? order.length - 1
    : -1;
}

/** Changes options of the item that was meant: the one with the same head, else the last. */
export function changeItem(order: readonly Item[], change: Item, head: string | undefined): Item[] {
  if (order.length === 0) return [change];
  let index = order.length - 1;
  if (head !== undefined && change[head] !== undefined) {
    const same = order.findLastIndex((item) => item[head] === change[head]);
    if (same >= 0) index = same;
  }
  return order.map((item, at) => (at === index ? { ...item, ...change } : item));
}

/** Takes an item, or as many of it as were named, out of the order. */
export function removeItem(order: readonly Item[], said: Item, head: string | undefined): Item[] | undefined {
  const index = findItem(order, said, head);
  if (index < 0) return undefined;
  const item = order[index];
  if (
    typeof said.quantity === 'number' &&
    typeof item.quantity === 'number' &&
    said.quantity < item.quantity
  ) {
    const rest = item.quantity - said.quantity;
    return order.map((other, at) => (at === index ? { ...other, quantity: rest } : other));
  }
  return order.filter((_, at) => at !== index);
}
