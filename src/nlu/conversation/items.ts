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
 * behind the head makes two items of one ("two cappuccinos, one with oat milk"), and so does a second size or count
 * before it ("a small and a large latte"). What is said behind a word such as `both` holds for all items before it.
 * Values that go to a field of their own are no options.
 */
export function itemsOf(
  said: readonly Mention[],
  phrase: Entity,
  pack: Pack,
  tokens: readonly Token[],
): Item[] {
  const all = said.filter(({ entity }) => (pack.entities.get(entity)?.into.length ?? 0) === 0);
  const heads = all.filter((part) => phrase.heads.includes(part.entity));
  if (heads.length === 0) return all.length === 0 ? [] : [toItem(all, pack)];
  const isShared = ({ start }: Mention) =>
    start >= heads.at(-1)!.end &&
    tokens.slice(heads.at(-1)!.end, start).some(({ norm }) => phrase.sharedWords.has(norm));
  const parts = all.filter((part) => !isShared(part));
  const shared = toItem(all.filter(isShared), pack);
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
    let own = parts.filter((part) => part.start >= from && part.start < until);
    const other = headlessBefore(own, current, phrase, tokens);
    if (other.length > 0) {
      items.push(toItem([...other, current], pack));
      own = own.filter((part) => !other.includes(part));
    }
    items.push(...splitByCount(own, current, pack));
    from = until;
  });
  return items.map((item) => ({ ...item, ...shared }));
}

/** "A small and" before "a large latte": options of another item whose head is said only once. */
function headlessBefore(
  parts: readonly Mention[],
  head: Mention,
  phrase: Entity,
  tokens: readonly Token[],
): Mention[] {
  const before = parts.filter(({ end }) => end <= head.start);
  for (const [index, part] of before.entries()) {
    const isSeparated = tokens
      .slice(part.end, before[index + 1]?.start ?? part.end)
      .some(({ norm }) => phrase.separatorWords.has(norm));
    if (!isSeparated) continue;
    const first = before.slice(0, index + 1);
    const rest = before.slice(index + 1);
    return first.some(({ entity }) => rest.some((later) => later.entity === entity)) ? first : [];
  }
  return [];
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
  return head === undefined ? order.length - 1 : indexOfHead(order, head, said[head]);
}

/** The last item with this head, else the last with a kind of it ("the muffin" for a blueberry muffin); -1 for none. */
function indexOfHead(order: readonly Item[], head: string, value: unknown): number {
  const same = order.findLastIndex((item) => item[head] === value);
  return same >= 0 ? same : order.findLastIndex((item) => isAbout(item[head], value));
}

/**
 * An item with some options said anew. Lists of options grow, but for options about the same thing ("extra whipped
 * cream" in place of "whipped cream"); a new head takes the place of whatever head was there.
 */
function merged(item: Item, change: Item, heads: readonly string[]): Item {
  const result: Item = { ...item };
  if (heads.some((name) => change[name] !== undefined)) for (const name of heads) delete result[name];
  for (const [key, value] of Object.entries(change)) {
    const before = result[key];
    if (Array.isArray(before) && Array.isArray(value)) {
      const kept = before.filter((old) => !value.some((other) => isAbout(old, other) || isAbout(other, old)));
      result[key] = [...kept, ...value];
    } else result[key] = value;
  }
  return result;
}

/** Whether one value is another one with words before it: "no vanilla syrup" is about "vanilla syrup". */
function isAbout(value: unknown, thing: unknown): boolean {
  return value === thing || String(value).endsWith(` ${thing}`);
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
  return order.map((other, at) => (at === index ? merged(without(other, old), item, heads) : other));
}

/** An item without values of its lists of options. */
function without(item: Item, values: Item): Item {
  const kept = Object.entries(item).map(([key, value]) => {
    const gone = values[key];
    const isList = Array.isArray(value) && Array.isArray(gone);
    return [key, isList ? value.filter((one) => !gone.includes(one)) : value];
  });
  return Object.fromEntries(kept);
}

/**
 * Changes options of the item that was meant: the one with the same head; else the last one that has such an option
 * ("make that a medium" means the drink before the muffin); else the last about the first kind of head; else the last.
 * Fewer of it than there are become an item of their own ("one of them decaf").
 *
 * @param position Where the item that was meant stands, if that was said.
 */
export function changeItem(
  order: readonly Item[],
  change: Item,
  heads: readonly string[],
  position?: number,
): Item[] {
  if (order.length === 0) return [change];
  const head = heads.find((name) => change[name] !== undefined);
  const options = Object.keys(change).filter((key) => key !== 'quantity');
  const index = position ?? itemToChange(order, change, heads, options);
  const item = order[index];
  const { quantity } = change;
  if (
    head === undefined &&
    options.length > 0 &&
    typeof quantity === 'number' &&
    typeof item.quantity === 'number' &&
    quantity < item.quantity
  ) {
    const split = [{ ...item, quantity: item.quantity - quantity }, merged(item, change, heads)];
    return order.flatMap((other, at) => (at === index ? split : [other]));
  }
  const isKind = head !== undefined && isAbout(item[head], change[head]);
  const anew = isKind ? { ...change, [head]: item[head] } : change;
  return order.map((other, at) => (at === index ? merged(other, anew, heads) : other));
}

function itemToChange(
  order: readonly Item[],
  change: Item,
  heads: readonly string[],
  options: readonly string[],
): number {
  const head = heads.find((name) => change[name] !== undefined);
  if (head !== undefined) {
    const index = indexOfHead(order, head, change[head]);
    return index < 0 ? order.length - 1 : index;
  }
  if (options.length === 0) return order.length - 1;
  const alike = order.findLastIndex((item) => options.some((key) => key in item));
  const first = alike < 0 ? order.findLastIndex((item) => heads[0] in item) : alike;
  return first < 0 ? order.length - 1 : first;
}

/** Changes options of every item about the first kind of head (of the drinks, before the food), or of all. */
export function changeAll(order: readonly Item[], change: Item, heads: readonly string[]): Item[] {
  const { quantity: _, ...options } = change;
  const isMeant = (item: Item) =>
    item[heads[0]] !== undefined || order.every((other) => !(heads[0] in other));
  return order.map((item) => (isMeant(item) ? merged(item, options, heads) : item));
}

/** Says an item anew: one with its head changes, and so does the last one if no head was said; else it is added. */
export function setItem(
  order: readonly Item[],
  said: Item,
  heads: readonly string[],
  defaults: Item,
): Item[] {
  const head = heads.find((name) => said[name] !== undefined);
  const isKnown = head === undefined || indexOfHead(order, head, said[head]) >= 0;
  return isKnown ? changeItem(order, said, heads) : addItems(order, [said], defaults);
}

/** The next larger or smaller value of an option of the last item; undefined where there is none. */
export function stepOption(
  order: readonly Item[],
  { option, values, by }: { option: string; values: readonly string[]; by: number },
): Item[] | undefined {
  const index = order.findLastIndex((item) => values.includes(String(item[option])));
  const next = index < 0 ? undefined : values[values.indexOf(String(order[index][option])) + by];
  if (next === undefined) return undefined;
  return order.map((item, at) => (at === index ? { ...item, [option]: next } : item));
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
