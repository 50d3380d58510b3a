import { type Item, optionsOf, piecesInAll } from '../context/item.js';
import { isSameThing } from './find-item.js';
import { placeOfAtLeast } from './item-places.js';
import { merged, partOf } from './items.js';

/**
 * Says of the pieces of one item what is counted of them, "two with milk and one with soy": the last one of which there
 * are as many, else more than that; undefined where there is none.
 */
export function splitItem(
  order: readonly Item[],
  pieces: readonly Item[],
  heads: readonly string[],
): Item[] | undefined {
  const sum = pieces.reduce((total, { quantity }) => total + Number(quantity), 0);
  const index = placeOfAtLeast(order, sum);
  if (index < 0) return splitAlike(order, pieces, sum, heads) ?? oneEach(order, pieces, heads);
  const { rest } = partOf(order[index], sum);
  return order.toSpliced(index, 1, ...rest, ...pieces.map((piece) => merged(order[index], piece, heads)));
}

/**
 * The same of the lines that are of one thing, where these are as many: "actually four regular and two decaf". What no
 * piece is about each keeps: "one large and one small" of a latte with oat milk and one with soy.
 */
function splitAlike(
  order: readonly Item[],
  pieces: readonly Item[],
  sum: number,
  heads: readonly string[],
): Item[] | undefined {
  const linesOf = (thing: Item) => order.filter((item) => isSameThing(item, thing, heads));
  const last = order.findLast((thing) => piecesInAll(linesOf(thing)) === sum);
  if (last === undefined) return undefined;
  const alike = linesOf(last);
  const isShared = ([key, value]: [string, unknown]) =>
    alike.every((item) => JSON.stringify(item[key]) === JSON.stringify(value));
  const shared = Object.fromEntries(Object.entries(alike[0]).filter(isShared));
  const areSaidAnew = alike.some((item) =>
    optionsOf(item).some((key) => !(key in shared) && pieces.some((piece) => key in piece)),
  );
  const each = areSaidAnew ? undefined : bySize(alike, pieces);
  if (each) return order.map((item) => merged(item, each.get(item) ?? {}, heads));
  const split = pieces.map((piece) => merged(shared, piece, heads));
  return [...order.filter((item) => !alike.includes(item)), ...split];
}

/** For each line the first piece of as many that none before it has; undefined where a line has none. */
function bySize(lines: readonly Item[], pieces: readonly Item[]): Map<Item, Item> | undefined {
  const each = new Map<Item, Item>();
  const left = [...pieces];
  for (const line of lines) {
    const at = left.findIndex(({ quantity }) => quantity === line.quantity);
    if (at < 0) return undefined;
    each.set(line, left[at]);
    left.splice(at, 1);
  }
  return each;
}

/** A piece for each of the items about the first kind of head, where these are as many: "one large, the other small". */
function oneEach(
  order: readonly Item[],
  pieces: readonly Item[],
  heads: readonly string[],
): Item[] | undefined {
  const all = [...order.keys()].filter((index) => heads[0] in order[index]);
  const isEach = all.every((index, at) => order[index].quantity === pieces[at]?.quantity);
  if (all.length !== pieces.length || !isEach) return undefined;
  return order.map((item, index) => {
    const piece = pieces[all.indexOf(index)];
    return piece ? merged(item, piece, heads) : item;
  });
}
