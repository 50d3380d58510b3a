import { isDeepStrictEqual } from 'node:util';
import { type Item, optionsOf, piecesIn, piecesInAll } from '../context/item.js';
import { findItem, findItemWith, indexOfHead, isSameThing } from './find-item.js';
import {
  isAbout,
  isCountOf,
  isOfOther,
  isPortionOf,
  isShortFor,
  refusedIn,
  withoutOld,
} from './item-names.js';

/** The same item, but for how many, whatever the order in which its options were said. */
export function sameItem(a: Item, b: Item): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  keys.delete('quantity');
  const options = (item: Item, key: string) => [item[key] ?? []].flat().map(String).sort();
  return [...keys].every((key) => isDeepStrictEqual(options(a, key), options(b, key)));
}

/** Lines that a change has made the same become one; `focus` goes with its line. */
export function joinAlike(order: readonly Item[], focus?: number): { order: Item[]; focus?: number } {
  const joined: Item[] = [];
  const places = order.map((item) => {
    const alike = joined.findIndex((other) => sameItem(other, item));
    if (alike < 0) return joined.push(item) - 1;
    const quantity = piecesIn(joined[alike]) + piecesIn(item);
    joined[alike] = { ...joined[alike], quantity };
    return alike;
  });
  return { order: joined, focus: focus === undefined ? undefined : places[focus] };
}

/** Whether only a count was said: "another one". */
export function isCountOnly(item: Item): boolean {
  return Object.keys(item).every((key) => key === 'quantity');
}

/** Whether what is ordered was said, and not only how: "a large one". */
export function isWhole(item: Item, heads: readonly string[]): boolean {
  return heads.some((name) => item[name] !== undefined);
}

/**
 * A last item of which nobody said what it is ("a large one"), which the first of those that are said now completes.
 * Options are those of the first kind of head: a muffin is none with oat milk.
 */
export function completeItem(
  order: readonly Item[],
  [first]: readonly Item[],
  heads: readonly string[],
): Item | undefined {
  const last = order.at(-1);
  if (last === undefined || first === undefined || isWhole(last, heads) || !isWhole(first, heads))
    return undefined;
  return heads[0] in first ? merged(last, first, heads) : undefined;
}

/** Adds items to an order; one that is there already counts up, and so does the last one when only a count was said. */
export function addItems(order: readonly Item[], items: readonly Item[], defaults: Item): Item[] {
  const result = order.map((item) => ({ ...item }));
  for (const item of items) {
    const full = { ...defaults, ...item };
    const known = isCountOnly(item) ? result.at(-1) : result.find((other) => sameItem(other, full));
    if (known !== undefined && typeof known.quantity === 'number') {
      known.quantity += typeof full.quantity === 'number' ? full.quantity : 1;
    } else result.push(full);
  }
  return result;
}

/**
 * An item with some options said anew. Lists of options grow, but for options about the same thing ("extra whipped
 * cream" in place of "whipped cream"), and in a correction the last of them ("actually caramel"); a new head takes the
 * place of whatever head was there.
 */
export function merged(item: Item, change: Item, heads: readonly string[], isCorrected = false): Item {
  const result: Item = { ...item };
  if (heads.some((name) => change[name] !== undefined)) for (const name of heads) delete result[name];
  for (const [key, value] of Object.entries(change)) {
    const before = result[key];
    if (Array.isArray(before) && Array.isArray(value)) {
      // "no syrup" refuses all of several
      const areOf = (thing: unknown) => before.filter((old) => isAbout(old, thing)).length > 1;
      const isRefused = (old: unknown, thing: unknown) =>
        thing !== undefined && areOf(thing) && isAbout(old, thing);
      const isOf = (old: unknown, other: unknown) =>
        isAbout(old, other) || isAbout(other, old) || isRefused(old, refusedIn(other));
      const kept = before.filter((old) => !value.some((other) => isOf(old, other)));
      // what a count is of stays until its amount is changed
      const isCounted = value.some((other) => before.some((old) => isPortionOf(other, old)));
      const isAnother = kept.length === before.length && !isCounted;
      // "no cream" takes the place of no marshmallows, nor does anything take its place
      const isRefusal = [before.at(-1), ...value].some((thing) => refusedIn(thing) !== undefined);
      const isInPlace = isCorrected && isAnother && !isRefusal;
      result[key] = [...(isInPlace ? kept.slice(0, -1) : kept), ...value];
    } else if (!isRefusalOfOther(key, value, before)) result[key] = value;
  }
  return result;
}

/** Whether there is to be none of what is not there: "no almond milk", or "no cream", of what has oat milk. */
function isRefusalOfOther(key: string, value: unknown, before: unknown): boolean {
  const [refused, none] = [value, before].map(refusedIn);
  if (refused === undefined || before === undefined) return false;
  return none === undefined ? isOfOther(key, before, refused) : none === key;
}

/**
 * Puts an item in the place of another one, or of as many of it as were named; what was not said anew stays.
 *
 * @param gone What the other one has no longer, of that by which it was named.
 */
export function swapItem(
  order: readonly Item[],
  old: Item,
  item: Item,
  heads: readonly string[],
  gone: Item = old,
): Item[] | undefined {
  const isOption = !isWhole(old, heads) && !isCountOnly(old);
  const index = isOption ? findItemWith(order, old, heads) : findItem(order, old, heads);
  if (index < 0) return undefined;
  const { meant, rest } = partOf(order[index], old.quantity);
  const left = withoutOld(meant, gone, isOption);
  return order.toSpliced(index, 1, ...rest, merged(left, item, heads));
}

/** As many of an item as were named, and the others, where there are any. */
export function partOf(item: Item, count: unknown): { meant: Item; rest: Item[] } {
  const { quantity } = item;
  if (typeof count !== 'number' || typeof quantity !== 'number' || count >= quantity)
    return { meant: item, rest: [] };
  return { meant: { ...item, quantity: count }, rest: [{ ...item, quantity: quantity - count }] };
}

/**
 * Changes options of the item that was meant: the one with the same head; else the last one that has such an option
 * ("make that a medium" means the drink before the muffin); else the last about the first kind of head; else the last.
 * Fewer of it than there are become an item of their own ("one of them decaf").
 *
 * @param place Where the item stands: the one that was meant, if that was said, or the one spoken of before.
 */
export function changeItem(
  order: readonly Item[],
  change: Item,
  heads: readonly string[],
  { position, focus, isCorrected }: { position?: number; focus?: number; isCorrected?: boolean } = {},
): Item[] {
  if (order.length === 0) return [change];
  const head = heads.find((name) => change[name] !== undefined);
  const options = optionsOf(change);
  const left = position === undefined ? leftOfAll(order, change, heads) : undefined;
  if (left !== undefined) return left;
  const index = position ?? itemToChange(order, change, heads, { focus, isCorrected });
  const item = order[index];
  // "a bigger one", of an espresso that nobody ordered
  if (item === undefined) return [...order];
  const { rest } = partOf(item, change.quantity);
  if (head === undefined && options.length > 0 && rest.length > 0)
    return order.toSpliced(index, 1, ...rest, merged(item, change, heads, isCorrected));
  const isKind =
    head !== undefined && (isAbout(item[head], change[head]) || isShortFor(change[head], item[head]));
  const anew = isKind ? { ...change, [head]: item[head] } : change;
  return order.map((other, at) => (at === index ? merged(other, anew, heads, isCorrected) : other));
}

/**
 * "Only three teas" of two with milk and two without: so many of all of them are left, the first ones. Undefined where one
 * line has more, of which it may be said, or there are no more.
 */
export function leftOfAll(
  order: readonly Item[],
  { quantity, ...said }: Item,
  heads: readonly string[],
): Item[] | undefined {
  const [head, another] = Object.keys(said);
  if (another !== undefined || !heads.includes(head)) return undefined;
  const lines = order.filter((item) => isAbout(item[head], said[head]));
  const count = Number(quantity);
  if (!(piecesInAll(lines) > count) || !lines.every((item) => piecesIn(item) <= count)) return undefined;
  let left = count;
  return order.flatMap((item) => {
    if (!lines.includes(item)) return [item];
    const { meant, rest } = partOf(item, left);
    left -= piecesIn(meant);
    return rest.length > 0 && meant.quantity === 0 ? [] : [meant];
  });
}

/** Where the item stands that a change means which names no place of it. */
export function itemToChange(
  order: readonly Item[],
  change: Item,
  heads: readonly string[],
  { focus, isCorrected }: { focus?: number; isCorrected?: boolean },
): number {
  const options = optionsOf(change);
  const head = heads.find((name) => change[name] !== undefined);
  if (head !== undefined) {
    const index = indexOfHead(order, head, change[head]);
    if (index >= 0) return index;
    const told = plainerToldBy(order, change, head);
    if (told >= 0) return told;
    // "a green tea" is said of the tea, not of the chocolate behind it
    const plainer = order.findLastIndex((item) => isPlainer(item, change, head));
    if (plainer >= 0) return plainer;
    // "back to the mocha", behind a latte that it had become before the tea
    if (focus !== undefined && order[focus] !== undefined && head in order[focus]) return focus;
    const ofItsKind = order.findLastIndex((item) => head in item);
    return ofItsKind < 0 ? order.length - 1 : ofItsKind;
  }
  if (options.length === 0) return order.length - 1;
  // "two with soy", then "one decaf": of those of which nothing was said
  const plainer = focus === undefined ? -1 : plainerOfSome(order, focus, Number(change.quantity), heads);
  if (plainer >= 0) return plainer;
  // "one with soy, one decaf": each is one of those of which there are still several
  const isMore = (item: Item) => partOf(item, change.quantity).rest.length > 0;
  const drinks = order.findLastIndex((item) => heads[0] in item && isMore(item));
  const several = drinks < 0 ? order.findLastIndex(isMore) : drinks;
  if (several >= 0) return several;
  if (focus !== undefined && order[focus]?.[heads[0]] !== undefined) return focus;
  // "and a coffee", then "with milk": not the latte before it that has some
  const last = order.length - 1;
  if (!isCorrected && heads[0] in order[last]) return last;
  const alike = order.findLastIndex((item) => options.some((key) => key in item));
  const first = alike < 0 ? order.findLastIndex((item) => heads[0] in item) : alike;
  return first < 0 ? order.length - 1 : first;
}

/** Where a thing is that a change says more of, by what else it says of it: a large tea for "the large one earl grey". */
function plainerToldBy(order: readonly Item[], change: Item, head: string): number {
  const others = optionsOf(change).filter((key) => key !== head);
  if (others.length === 0) return -1;
  const isSo = (item: Item) => others.every((key) => isDeepStrictEqual(item[key], change[key]));
  return order.findLastIndex((item) => isPlainer(item, change, head) && isSo(item));
}

/** Whether a change says more of what an item is: of a tea, that it is a green one. */
function isPlainer(item: Item, change: Item, head: string): boolean {
  return head in item && isAbout(change[head], item[head]);
}

/** Of the same as the item in focus, so many of which less was said than of that; -1 for none. */
function plainerOfSome(
  order: readonly Item[],
  focus: number,
  count: number,
  heads: readonly string[],
): number {
  const size = (item: Item | undefined) => Object.keys(item ?? {}).length;
  const others = order.filter(
    (item) =>
      isSameThing(item, order[focus] ?? {}, heads) &&
      Number(item.quantity) >= count &&
      size(item) < size(order[focus]),
  );
  const [plainest] = others.toSorted((a, b) => size(a) - size(b));
  return plainest === undefined ? -1 : order.indexOf(plainest);
}

/** Says an item anew: one with its head changes, and so does the last one if no head was said; else it is added. */
export function setItem(
  order: readonly Item[],
  said: Item,
  heads: readonly string[],
  defaults: Item,
): Item[] {
  const head = heads.find((name) => said[name] !== undefined);
  const isKnown =
    head === undefined || indexOfHead(order, head, said[head]) >= 0 || plainerToldBy(order, said, head) >= 0;
  return isKnown ? changeItem(order, said, heads) : addItems(order, [said], defaults);
}

/**
 * The next larger or smaller value of an option of the last item that has it, or from `usual` on of the last item of
 * the first kind of head; undefined where there is none.
 */
export function stepOption(
  order: readonly Item[],
  { option, values, by, usual }: { option: string; values: readonly string[]; by: number; usual?: string },
  heads: readonly string[],
): Item[] | undefined {
  const having = order.findLastIndex((item) => values.includes(String(item[option])));
  const index = having < 0 && usual !== undefined ? order.findLastIndex((item) => heads[0] in item) : having;
  const now = index < 0 ? undefined : (order[index][option] ?? usual);
  // "sugar" is one of them, and what is no step has no next one
  const step = values.includes(String(now))
    ? values.indexOf(String(now))
    : values.findIndex((value) => isCountOf(value, now));
  const next = step < 0 ? undefined : values[step + by];
  if (next === undefined) return undefined;
  return order.map((item, at) => (at === index ? { ...item, [option]: next } : item));
}
