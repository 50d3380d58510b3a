import type { Turn } from '../../context/context-change.js';
import { type Item, optionsOf, piecesIn } from '../../context/item.js';
import type { Mention } from '../../matching/mention.js';
import { partsOf } from '../../matching/thread.js';
import { findItemWith, isSameThing } from '../find-item.js';
import { itemField, itemHeads } from '../item-field.js';
import { fitItems, suitedItem } from '../item-places.js';
import { changeItem } from '../items.js';
import { itemMentions } from './item-mentions.js';

/**
 * The order in which more is said of items that are there and are pointed at, "a muffin and an extra shot in the latte",
 * what became of these, and the other items, which are new.
 */
export function pointedAt(
  order: readonly Item[],
  items: readonly Item[],
  turn: Turn,
): { order: Item[]; changed: Item[]; others: Item[] } {
  const heads = itemHeads(turn.pack);
  const places = items.map((item) => placeOf(order, item, turn));
  const after = items.reduce<Item[]>(
    (list, item, at) => (places[at] < 0 ? list : changeItem(list, item, heads, { position: places[at] })),
    [...order],
  );
  // "one salted" of two stands behind the other one
  const moved = after.length - order.length;
  return {
    order: after,
    changed: after.filter((_, index) => places.includes(index - moved)),
    others: items.filter((_, at) => places[at] < 0),
  };
}

/** Where the item stands that a definite article points at, of which more is said; -1 for none. */
function placeOf(order: readonly Item[], item: Item, turn: Turn): number {
  const head = itemHeads(turn.pack).find((name) => name in item);
  if (head === undefined) return Math.max(placeByOption(order, item, turn), placeOfMore(order, item, turn));
  return Object.keys(item).length > 1 ? placeByArticle(order, item, turn) : -1;
}

/** Whether an item is there that a definite article points at: "the tea", but not "a tea" or "two teas". */
export function isPointedAt(order: readonly Item[], item: Item, turn: Turn): boolean {
  return placeByArticle(order, item, turn) >= 0;
}

function placeByArticle(order: readonly Item[], item: Item, { captures, pack, tokens }: Turn): number {
  const head = itemHeads(pack).find((name) => name in item);
  if (head === undefined || 'quantity' in item) return -1;
  const { definiteArticles } = pack.locale;
  const isSaid = partsOf(captures).some(
    ({ entity, value, start }) =>
      entity === head && value === item[head] && definiteArticles.includes(tokens[start - 1]?.norm),
  );
  return isSaid ? order.findLastIndex((one) => one[head] === item[head]) : -1;
}

/**
 * Where the item stands of which more is said by options alone: "salted", behind a popcorn of which nobody said so, and
 * "one salted", behind two, or "one sweet" behind that; "two large", behind a popcorn that nobody counted, says how many as
 * well. "A salted one" is another, and so is "and one salted".
 */
function placeOfMore(order: readonly Item[], item: Item, turn: Turn): number {
  const { pack } = turn;
  const field = itemField(pack)!;
  const options = optionsOf(item);
  const said = itemMentions(turn, []).flatMap(({ items }) => items);
  if (options.length === 0 || said.length > 1 || startsWithArticle(turn)) return -1;
  const isNew = (at: number) =>
    options.every((option) => !(option in order[at]) || pack.entities.get(option)?.many === true);
  const fit = fitItems(order, item, field);
  if (!('quantity' in item)) {
    const place = suitedItem(order, item, field) ?? fit.at(-1) ?? -1;
    return place >= 0 && isNew(place) ? place : -1;
  }
  const count = Number(item.quantity);
  const isToldApart = (at: number) =>
    order.some((one) => isSameThing(one, order[at], field.heads) && options.every((option) => option in one));
  const isFirstSaid = order.every((one) => options.every((option) => !(option in one)));
  const isSome = (at: number) => {
    const pieces = piecesIn(order[at]);
    const isIt = count === pieces ? isToldApart(at) : count < pieces || (pieces === 1 && isFirstSaid);
    return isIt && isNew(at);
  };
  return firstSaid(turn)?.start === 0 ? (fit.findLast(isSome) ?? -1) : -1;
}

/** Whether an article stands before what is said of an item: "a large", and of which it then is another one. */
export function startsWithArticle(turn: Turn): boolean {
  const start = firstSaid(turn)?.start ?? 0;
  return turn.pack.locale.numbers.articles.includes(turn.tokens[start - 1]?.norm);
}

function firstSaid({ captures }: Turn): Mention | undefined {
  return partsOf(captures)[0];
}

/**
 * The same where the item is named by what it has: "the large one to go" of a small and a large one, "the one to france
 * by express" of several parcels.
 */
export function placeByOption(order: readonly Item[], item: Item, turn: Turn): number {
  const named = optionPointedAt(turn);
  if (named === undefined || item[named.entity] !== named.value) return -1;
  const place = findItemWith(order, { [named.entity]: named.value }, itemHeads(turn.pack));
  const isMore = Object.keys(item).some((option) => option !== named.entity && option !== 'quantity');
  return isMore ? place : -1;
}

/** The option right behind a definite article, or behind that and a count: "the large", "the one to france". */
export function optionPointedAt({ captures, pack, tokens }: Turn): Mention | undefined {
  const { definiteArticles } = pack.locale;
  const parts = partsOf(captures);
  const first = parts.findIndex(({ start }) => definiteArticles.includes(tokens[start - 1]?.norm));
  const named = parts[parts[first]?.entity === 'quantity' ? first + 1 : first];
  const isOption = named !== undefined && ![...itemHeads(pack), 'quantity'].includes(named.entity);
  return isOption ? named : undefined;
}
