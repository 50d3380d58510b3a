import type { Mention } from '../matching/sentence.js';
import type { Entity } from '../pack/compile-entities.js';
import type { Pack } from '../pack/pack.js';
import type { Token } from '../tokenise.js';

/** An entry of a field of items: an order line, for example. Option name -> value. */
export type Item = Record<string, unknown>;

/**
 * Cuts a phrase into items, one for each mention of its head. What stands between two heads belongs to the earlier one
 * up to the last separator ("a latte with oat milk AND a large espresso"); without a separator, options said before a
 * head belong to it from the last quantity or size on. Options without any head make one item without it. A second count
 * behind the head makes two items of one ("two cappuccinos, one with oat milk"). Values that go to a field of their own
 * are no options.
 */
export function itemsOf(
  said: readonly Mention[],
  phrase: Entity,
  pack: Pack,
  tokens: readonly Token[],
): Item[] {
  const parts = said.filter(({ entity }) => (pack.entities.get(entity)?.into.length ?? 0) === 0);
  const heads = parts.filter((part) => phrase.heads.includes(part.entity));
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
        const own = parts.find((part) => part.start === at && !phrase.heads.includes(part.entity));
        if (own !== undefined && (at === next.start - (own.end - own.start) || own.end === until))
          until = own.start;
      }
    }
    const own = parts.filter((part) => part.start >= from && part.start < until);
    items.push(...splitByCount(own, current, pack));
    from = until;
  });
  return items;
}

function splitByCount(parts: readonly Mention[], head: Mention, pack: Pack): Item[] {
  const counts = parts.filter(({ entity, value }) => entity === 'quantity' && typeof value === 'number');
  const [first, ...more] = counts;
  const rest = more.reduce((left, { value }) => left - (value as number), first?.value as number);
  if (more.length === 0 || first.start > head.start || rest < 0) return [toItem(parts, pack)];
  const shared = parts.filter(({ start }) => start < more[0].start);
  const split = more.map((count, index) => {
    const end = more[index + 1]?.start ?? Number.POSITIVE_INFINITY;
    return toItem([...shared, ...parts.filter(({ start }) => start >= count.start && start < end)], pack);
  });
  return rest === 0 ? split : [{ ...toItem(shared, pack), quantity: rest }, ...split];
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

/** Adds items to an order; one that is there already counts up, and so does the last one when only a count was said. */
export function addItems(order: readonly Item[], items: readonly Item[], defaults: Item): Item[] {
  const result = order.map((item) => ({ ...item }));
  for (const item of items) {
    const full = { ...defaults, ...item };
    const isCountOnly = Object.keys(item).every((key) => key === 'quantity');
    const known = isCountOnly ? result.at(-1) : result.find((other) => sameItem(other, full, 'quantity'));
    if (known !== undefined && typeof known.quantity === 'number') {
      known.quantity += typeof full.quantity === 'number' ? full.quantity : 1;
    } else result.push(full);
  }
  return result;
}

/** Where in the order a mention of an item points: the last one that has all that was said, else the last one. */
export function findItem(order: readonly Item[], said: Item, heads: readonly string[]): number {
  for (let index = order.length - 1; index >= 0; index--) {
    const matches = Object.entries(said).every(
      ([key, value]) => key === 'quantity' || JSON.stringify(order[index][key]) === JSON.stringify(value),
    );
    if (matches && Object.keys(said).some((key) => key !== 'quantity')) return index;
  }
  const head = heads.find((name) => said[name] !== undefined);
  if (head !== undefined) return order.findLastIndex((item) => item[head] === said[head]);
  return order.length - 1;
}

/** An item with some options said anew; lists of options grow, a new head takes the place of whatever head was there. */
function merged(item: Item, change: Item, heads: readonly string[]): Item {
  const result: Item = { ...item };
  if (heads.some((name) => change[name] !== undefined)) for (const name of heads) delete result[name];
  for (const [key, value] of Object.entries(change)) {
    const before = result[key];
    result[key] = Array.isArray(before) && Array.isArray(value) ? [...new Set([...before, ...value])] : value;
  }
  return result;
}

/** Puts an item in the place of another one; what was not said anew stays. */
export function swapItem(
  order: readonly Item[],
  old: Item,
  item: Item,
  heads: readonly string[],
): Item[] | undefined {
  const index = findItem(order, old, heads);
  if (index < 0) return undefined;
  return order.map((other, at) => (at === index ? merged(other, item, heads) : other));
}

/**
 * Changes options of the item that was meant: the one with the same head; else the last one that has such an option
 * ("make that a medium" means the drink before the muffin); else the last.
 */
export function changeItem(order: readonly Item[], change: Item, heads: readonly string[]): Item[] {
  if (order.length === 0) return [change];
  const head = heads.find((name) => change[name] !== undefined);
  const same = head === undefined ? -1 : order.findLastIndex((item) => item[head] === change[head]);
  const alike =
    head === undefined ? order.findLastIndex((item) => Object.keys(change).some((key) => key in item)) : -1;
  const index = same >= 0 ? same : alike >= 0 ? alike : order.length - 1;
  return order.map((item, at) => (at === index ? merged(item, change, heads) : item));
}

/**
 * Takes an item, or as many of it as were named, out of the order. Options named without an item leave the last item
 * that has them: "no whipped cream" keeps the mocha.
 */
export function removeItem(order: readonly Item[], said: Item, heads: readonly string[]): Item[] | undefined {
  const options = Object.keys(said).filter((key) => key !== 'quantity');
  if (options.length > 0 && !options.some((key) => heads.includes(key))) {
    const having = order.findLastIndex((item) => options.some((key) => key in item));
    if (having < 0) return undefined;
    return order.map((item, at) =>
      at === having
        ? Object.fromEntries(Object.entries(item).filter(([key]) => !options.includes(key)))
        : item,
    );
  }
  const index = findItem(order, said, heads);
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
