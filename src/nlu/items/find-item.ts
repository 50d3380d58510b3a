import { type Item, optionsOf } from '../context/item.js';
import { isAbout, isCountOf, isNamedIn, isOfOther, isShortFor, refusedIn } from './item-names.js';

/** The last item that has all that was said of one; -1 for none. */
export function findItemWith(order: readonly Item[], said: Item, heads: readonly string[]): number {
  const isSaid = optionsOf(said).length > 0;
  return isSaid ? order.findLastIndex((item) => hasAll(item, said, heads)) : -1;
}

/** Whether two items are of the same thing, whatever else is said of them. */
export function isSameThing(item: Item, other: Item, heads: readonly string[]): boolean {
  return heads.every((head) => item[head] === other[head]);
}

/** Whether an item has all that was said of one, but for how many. */
export function hasAll(item: Item, said: Item, heads: readonly string[]): boolean {
  return Object.entries(said).every(
    ([key, value]) =>
      key === 'quantity' ||
      JSON.stringify(item[key]) === JSON.stringify(value) ||
      // "the black one" has no milk, whether that was said or not, and "the one without oat" perhaps soy
      isWithout(item[key], key, value) ||
      (!heads.includes(key) &&
        (isPartOf(item[key], value) || isInName(item, value, heads) || isAddedTo(item, value))),
  );
}

/** Whether an option has what was said of it, beside other values; one that is not wanted does not have it. */
function isPartOf(values: unknown, said: unknown): boolean {
  const isWith = (value: unknown, one: unknown) => value !== `no ${one}`;
  if (!Array.isArray(values) || !Array.isArray(said))
    return isWith(values, said) && (isNamedIn(values, said) || isCountOf(values, said));
  return said.every((one) => values.some((value) => isWith(value, one) && isAbout(value, one)));
}

/** Whether of an option there is nothing of what is refused. */
function isWithout(values: unknown, key: string, said: unknown): boolean {
  const refused = refusedIn(said);
  return refused !== undefined && [values ?? []].flat().every((value) => isOfOther(key, value, refused));
}

/** "The hot one": of a hot chocolate as well, and "the chocolate one", elsewhere a powder, of a chocolate croissant. */
function isInName(item: Item, value: unknown, heads: readonly string[]): boolean {
  const kind = String(value).replace(/ \S+$/, '');
  return heads.some((head) => isShortFor(value, item[head]) || isShortFor(kind, item[head]));
}

/** "The lemon one" of a tea with lemon, which elsewhere is a cake's name. */
function isAddedTo(item: Item, value: unknown): boolean {
  return Object.values(item).some((values) => Array.isArray(values) && values.includes(value));
}

/** Where in the order a mention of an item points: the last one that has all that was said, else the last one. */
export function findItem(order: readonly Item[], said: Item, heads: readonly string[]): number {
  const index = findItemWith(order, said, heads);
  if (index >= 0) return index;
  const head = heads.find((name) => said[name] !== undefined);
  return head === undefined ? order.length - 1 : indexOfHead(order, head, said[head]);
}

/**
 * The last item with this head, else the last with a kind of it ("the muffin" for a blueberry muffin), else the last
 * whose name begins so ("the chai" for a chai latte); -1 for none.
 */
export function indexOfHead(order: readonly Item[], head: string, value: unknown): number {
  const same = order.findLastIndex((item) => item[head] === value);
  if (same >= 0) return same;
  const kind = order.findLastIndex((item) => isAbout(item[head], value));
  return kind >= 0 ? kind : order.findLastIndex((item) => isShortFor(value, item[head]));
}
