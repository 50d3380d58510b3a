import { type Item, optionsOf, piecesIn } from '../context/item.js';
import type { Pack } from '../pack/pack.js';
import { hasAll, isSameThing } from './find-item.js';
import { type ItemField, itemHeads } from './item-field.js';
import { isAbout, refusedIn } from './item-names.js';
import { isUnfit } from './unfit-options.js';

/**
 * The items that "the other one" can mean, next to the one spoken of last, else to that of which most was said: those of
 * the same name first, and of these the one behind it before the others.
 */
export function otherItems(
  order: readonly Item[],
  heads: readonly string[],
  focus = fullestItem(order),
): number[] {
  const others = [...order.keys()].filter((index) => index !== focus);
  const alike = others.filter((index) => heads[0] in order[index]);
  const meant = alike.length > 0 ? alike : others;
  const isSame = (index: number) => isSameThing(order[index], order[focus] ?? {}, heads);
  return [
    ...meant.filter(isSame),
    ...meant.filter((index) => index > focus && !isSame(index)),
    ...meant.filter((index) => index < focus && !isSame(index)),
  ];
}

/** The item of which most was said, the last of those: next to a decaf latte a latte is the other one. */
export function fullestItem(order: readonly Item[]): number {
  const sizes = order.map((item) => Object.keys(item).length);
  return sizes.lastIndexOf(Math.max(...sizes));
}

/** Nobody says which of more he means; who calls the service may say that there are any number. */
const mostPieces = 1000;

/**
 * The lines of an order, each as often as it is counted, of those only that a mention names: "the second latte", "the soy
 * ones".
 */
export function piecesOf(order: readonly Item[], named: Item, heads: readonly string[]): number[] {
  const head = heads.find((name) => named[name] !== undefined);
  const isNamed = (item: Item) =>
    head === undefined
      ? hasAll(item, named, heads)
      : item[head] === named[head] || isAbout(item[head], named[head]);
  return order.flatMap((item, index) =>
    isNamed(item) ? Array<number>(Math.min(mostPieces, piecesIn(item))).fill(index) : [],
  );
}

/** How much is said of an item: of an almond croissant more than of a croissant. */
function lengthOf(item: Item, heads: readonly string[]): number {
  const names = heads.flatMap((head) => (item[head] === undefined ? [] : String(item[head]).split(' ')));
  return Object.keys(item).length + names.length;
}

/** The item of the same kind as the one in focus of which least was said, if less than of that; else -1. */
export function plainerItem(order: readonly Item[], focus: number, heads: readonly string[]): number {
  const size = (index: number) => lengthOf(order[index], heads);
  const isKind = (head: string, item: Item, other: Item) =>
    item[head] === other[head] || isAbout(other[head], item[head]);
  const alike = [...order.keys()].filter((index) =>
    heads.every((head) => isKind(head, order[index], order[focus])),
  );
  const plainest = alike.reduce((best, index) => (size(index) < size(best) ? index : best), focus);
  return plainest === focus ? -1 : plainest;
}

/** The last item of which there are so many, else more; -1 where there is none. */
export function placeOfAtLeast(order: readonly Item[], count: number): number {
  const exact = order.findLastIndex(({ quantity }) => Number(quantity) === count);
  return exact < 0 ? order.findLastIndex(({ quantity }) => Number(quantity) > count) : exact;
}

/** Of items at these places the last one of which least was said, of those there are so many of, if any are. */
export function plainestOf(
  order: readonly Item[],
  places: readonly number[],
  count: number,
  heads: readonly string[],
): number {
  const many = places.filter((index) => piecesIn(order[index]) >= count);
  const size = (index: number) => lengthOf(order[index], heads);
  const all = many.length > 0 ? many : places;
  return all.reduce((best, index) => (size(index) <= size(best) ? index : best));
}

/**
 * Where "the plain latte" stands: of those that are named, or else of the same as the fullest, the one of which least was
 * said. Where a word such as "regular" is an option as well, it is one that has it, or else the only one without such an
 * option: "the hot one" beside iced ones.
 */
export function plainPlace(
  order: readonly Item[],
  named: Item | undefined,
  word: unknown,
  pack: Pack,
): number {
  const heads = itemHeads(pack);
  const isCalled = ([option, value]: [string, unknown]) =>
    pack.lists.get(option)?.get(String(word)) === value || value === word;
  const called = order.findLastIndex((item) => Object.entries(item).some(isCalled));
  if (called >= 0 && named === undefined) return called;
  const options = new Set(order.flatMap((item) => Object.keys(item)));
  const option = [...options].find((key) => pack.lists.get(key)?.get(String(word)) !== undefined);
  const [only, ...more] = [...order.keys()].filter((at) => option !== undefined && !(option in order[at]));
  if (only !== undefined && more.length === 0 && named === undefined) return only;
  const places = named ? piecesOf(order, named, heads) : [];
  if (places.length > 0) return plainestOf(order, places, 1, heads);
  const sizes = order.map((item) => lengthOf(item, heads));
  return plainerItem(order, sizes.lastIndexOf(Math.max(...sizes)), heads);
}

/** The place of an item, or, where there are not so many of it, of the last of the same of which there are. */
export function placeOfSoMany(
  order: readonly Item[],
  place: number,
  count: number,
  heads: readonly string[],
): number {
  const index = place < 0 ? order.length + place : place;
  const isMany = (item?: Item) => piecesIn(item) >= count;
  if (isMany(order[index])) return index;
  const other = order.findLastIndex((item) => isMany(item) && isSameThing(item, order[index] ?? {}, heads));
  return other < 0 ? index : other;
}

/**
 * The items that "them" means: the one spoken of last, where there are several of it, else all of its kind, else those
 * of another kind of which there are several.
 */
export function theseItems(
  order: readonly Item[],
  heads: readonly string[],
  focus = order.length - 1,
): number[] {
  const isSeveral = (indices: readonly number[]) =>
    indices.reduce((sum, index) => sum + piecesIn(order[index]), 0) > 1;
  if (order[focus] === undefined || isSeveral([focus])) return [focus];
  const kinds = [heads.filter((head) => head in order[focus]), ...heads.map((head) => [head])];
  const places = kinds.map((kind) =>
    [...order.keys()].filter((index) => kind.some((head) => head in order[index])),
  );
  return places.find(isSeveral) ?? [focus];
}

/**
 * Of what there are more than as many as become something else: behind two teas and a bun "one of them a latte" is a tea.
 * Undefined where that is the item spoken of before, or where no head was said and none is spoken of.
 */
export function severalPlace(
  order: readonly Item[],
  said: Item,
  heads: readonly string[],
  focus?: number,
): number | undefined {
  const spoken = order[focus ?? -1];
  const head = heads.find((name) => name in said) ?? heads.find((name) => spoken && name in spoken);
  const isMore = (item?: Item) => Number(item?.quantity) > Number(said.quantity);
  if (head === undefined || isMore(spoken)) return undefined;
  const index = order.findLastIndex((item) => head in item && isMore(item));
  return index < 0 ? undefined : index;
}

/** The head to which all that is said of an item is suited, "toasted" to food, if there is one. */
export function suitedHead(said: Item, { suits }: ItemField): string | undefined {
  const options = Object.entries(said).filter(([key]) => key !== 'quantity');
  if (options.length === 0) return undefined;
  const isSuited = (values: readonly string[] = [], value: unknown) =>
    values.some((one) => isAbout(value, one));
  return Object.keys(suits).find((head) =>
    options.every(([key, value]) => [value].flat().every((one) => isSuited(suits[head][key], one))),
  );
}

/** The last item about a head to which all that is said is suited; undefined where nothing is. */
export function suitedItem(order: readonly Item[], said: Item, field: ItemField): number | undefined {
  const head = suitedHead(said, field);
  if (head === undefined) return undefined;
  const index = order.findLastIndex((item) => head in item);
  return index < 0 ? undefined : index;
}

/** Where the items stand of which all can be said that was said of one: milk of no juice. */
export function fitItems(order: readonly Item[], said: Item, field: ItemField): number[] {
  const options = Object.keys(said);
  return [...order.keys()].filter((index) => !options.some((option) => isUnfit(order[index], option, field)));
}

/** The items that "all" means: the drinks before the food, unless it is said of food, but none of which it is never said. */
export function allPlaces(order: readonly Item[], said: Item, field: ItemField): number[] {
  const head = suitedHead(said, field) ?? field.heads[0];
  const ofHead = [...order.keys()].filter((index) => head in order[index]);
  const all = ofHead.length > 0 ? ofHead : [...order.keys()];
  const fit = fitItems(order, said, field);
  return fit.length === 0 ? all : all.filter((index) => fit.includes(index));
}

/** Whether several items have what was said of one of them: "cancel the small" of a small and a large one. */
export function isOneOfSeveral(order: readonly Item[], said: Item): boolean {
  const options = optionsOf(said);
  return order.filter((item) => options.every((key) => key in item)).length > 1;
}

/** The last item that has what is refused by its name: "no vanilla, just caramel", behind a latte with vanilla and a tea. */
export function refusedPlace(order: readonly Item[], said: Item): number {
  const options = Object.entries(said).filter(([key]) => key !== 'quantity');
  if (options.length === 0) return -1;
  const isThere = (item: Item, key: string, value: unknown) =>
    refusedIn(value) !== key &&
    [item[key] ?? []].flat().some((one) => one !== value && isAbout(one, refusedIn(value)));
  return order.findLastIndex((item) =>
    options.every(([key, value]) => {
      const refused = [value].flat().filter((one) => refusedIn(one) !== undefined);
      return refused.length > 0 && refused.every((one) => isThere(item, key, one));
    }),
  );
}
