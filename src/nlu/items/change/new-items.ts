import type { Turn } from '../../context/context-change.js';
import { type Item, keepOptions, optionsOf, piecesIn, piecesInAll } from '../../context/item.js';
import { partsOf } from '../../matching/thread.js';
import { changedItems, countIn } from '../changed-items.js';
import { findItem } from '../find-item.js';
import { earlierItems, itemField, itemHeads } from '../item-field.js';
import { isAbout } from '../item-names.js';
import {
  addItems,
  changeItem,
  completeItem,
  isCountOnly,
  isWhole,
  joinAlike,
  merged,
  setItem,
  swapItem,
} from '../items.js';
import { askedBefore, itemInstead, partSaid } from '../meant/item-meant.js';
import { pointedAt, startsWithArticle } from '../meant/pointed-at.js';
import { repeatedItem } from '../meant/whose-item.js';
import { isUnfit } from '../unfit-options.js';
import type { How } from './how.js';
import { specifyItems } from './specify-items.js';

/** What a rule makes of the items of an order. */
export interface Changed {
  /** The order after it; undefined where it stays as it is. */
  order?: Item[];
  /** What was added or changed; undefined where it is what was said. */
  items?: readonly Item[];
  /** Whether it could be done. */
  isDone?: boolean;
  /** The place of the item that is spoken of from now on. */
  focus?: number;
  /** Whether what was spoken of before still is. */
  keepsFocus?: boolean;
  /** Whether an item that was there was only said more of. */
  isSpecified?: boolean;
}

/** Puts items into an order, or completes its last one: "a latte and a tea", "large" behind a latte that lacks its size. */
export function add(how: How): Changed {
  const { heads, defaults } = how;
  const { order, changed, others } = pointedAt(how.order, how.items, how.turn);
  const items = ofThingBefore(others, order, how.turn);
  // nothing is new: "oat milk in the mocha"
  if (items.length === 0 && how.items.length > 0) {
    const areNamed = how.items.every((item) => isWhole(item, heads));
    return { order, items: areNamed ? how.items : changed, isSpecified: true };
  }
  const instead = itemInstead(how.turn);
  const swapped = instead && items.length > 0 && swapItem(order, instead, items[0], heads);
  if (swapped) return { order: addItems(swapped, items.slice(1), defaults), items };
  const whole = completeItem(order, items, heads);
  const all = placeOfAll(how);
  const known = whole !== undefined ? order.slice(0, -1) : all < 0 ? order : order.toSpliced(all, 1);
  // "two please" of nothing is no order yet
  const isOrder = (item: Item) => known.length > 0 || !isCountOnly(item);
  const added = whole === undefined ? items.filter(isOrder) : [whole, ...items.slice(1)];
  // "another one" says how many, the order says of what
  const last = known.at(-1);
  const isAnew = last !== undefined && added.length === 1 && isNumberAlone(added[0], how.turn);
  return {
    order: isAnew ? known.with(-1, { ...last, ...added[0] }) : addItems(known, added, defaults),
    items: [
      ...changed,
      ...added.map((item) => ({ ...(isCountOnly(item) ? last : undefined), ...defaults, ...item })),
    ],
    isDone: added.length > 0 || items.length === 0,
  };
}

/** Whether nothing but a number is said, which tells how many of the last one there are to be: "two", but not "two more". */
function isNumberAlone(item: Item, { captures, tokens, pack }: How['turn']): boolean {
  const [count] = captures[0]?.parts ?? [];
  if (!isCountOnly(item) || count?.end !== tokens.length) return false;
  const isFiller = (norm: string) => pack.fillers.get(norm)?.some(({ length }) => length === 1) === true;
  return tokens.slice(0, count.start).every(({ norm }) => isFiller(norm));
}

/**
 * The place of a thing that was counted, and of which nothing else was said, where items are as many of it: kinds of it, "two
 * lattes and two mochas" behind "four coffees", or it with more said of each, "one coffee black, one coffee with milk". What is
 * begun with a word such as "and" comes besides.
 */
function placeOfAll({ order, items, heads, turn: { captures, pack } }: How): number {
  if (items.length < 2 || captures[0]?.start !== 0) return -1;
  const { standsFor } = itemField(pack)!;
  const sum = piecesInAll(items);
  return order.findLastIndex((whole) => {
    const head = heads.find((name) => name in whole);
    if (head === undefined || whole.quantity !== sum) return false;
    const others = standsFor[head]?.[String(whole[head])] ?? [];
    const isKind = (name: unknown) => isAbout(name, whole[head]) || others.includes(String(name));
    const isMore = (item: Item) => item[head] !== whole[head] || optionsOf(item).length > 1;
    return (
      Object.keys(whole).every((key) => key === head || key === 'quantity') &&
      items.every((item) => isKind(item[head]) && isMore(item))
    );
  });
}

/** Puts items in the place of those of their kind. */
export function set({ order, items, heads, defaults, known, turn }: How): Changed {
  const meant = items.map(known);
  const after = meant.reduce(
    (list, item) =>
      isNamedFirst(list, item, turn) ? changeItem(list, item, heads) : setItem(list, item, heads, defaults),
    order,
  );
  return { order: joinAlike(after).order, items: meant };
}

/** Whether a thing that is there is named, and behind that what kind of it it is: "the juice orange". */
function isNamedFirst(order: readonly Item[], item: Item, { captures, pack, tokens }: Turn): boolean {
  const { definiteArticles, stem } = pack.locale;
  return partsOf(captures).some(({ entity, value, start }) => {
    if (value !== item[entity] || !definiteArticles.includes(tokens[start - 1]?.norm)) return false;
    const name = stem(tokens[start].norm);
    return value !== name && isAbout(value, name) && order.some((one) => one[entity] === name);
  });
}

/** Says more of an item that is there, or adds one. */
export function specify(how: How): Changed {
  const { order, heads } = how;
  const items = how.items.map((item) => ({ ...partSaid(how.turn), ...item }));
  if (completeItem(order, items, heads) !== undefined) return add(how);
  const specified = specifyItems({ ...how, items });
  return {
    order: joinAlike(specified.order).order,
    items: specified.items,
    isSpecified: specified.isKnown || undefined,
  };
}

/**
 * Takes what the turn before asked about.
 *
 * @param isAdded Whether it comes beside what is there, and not in its place.
 * @param mayBeThere Whether what is there already is rather changed: "make it decaf".
 */
export function takeAsked(
  { order, said, items, heads, defaults, turn }: How,
  isAdded: boolean,
  mayBeThere = false,
): Changed {
  // "can I get one iced": what was asked about, with that
  const options = items[0] === undefined || isWhole(items[0], heads) ? undefined : items[0];
  const before = askedBefore(turn);
  const asked = { ...before, ...options, ...partSaid(turn) };
  const isOwn = isWhole(asked, heads);
  if (before === undefined || (order.length === 0 && !isOwn)) return { isDone: false, keepsFocus: true };
  // an item that was just added is the last one
  const [first] = said.map((one) => one.items.at(-1));
  const added = first !== undefined && options === undefined ? findItem(order, first, heads) : undefined;
  const head = heads.find((name) => name in asked);
  const there = mayBeThere && head !== undefined ? findItem(order, { [head]: asked[head] }, heads) : -1;
  const position = there < 0 ? added : there;
  const after =
    isOwn && there < 0 && (isAdded || order.length === 0)
      ? addItems(order, [asked], defaults)
      : changeItem(order, asked, heads, { position });
  return { order: joinAlike(after).order, items: changedItems(order, after).items, isDone: true };
}

/** Adds another of an item that is there, perhaps with something else. */
export function repeat(how: How): Changed {
  const { order, mentioned, said, items, defaults, turn } = how;
  // all that was said of it is of something that is not there: "and a hot dog"
  if (said.length > 0 && items.length === 0) return { isDone: false };
  const target = mentioned.find(({ slot }) => slot === 'target')?.items[0];
  const one = repeatedItem(order, target, turn);
  if (one === undefined) return { isDone: false, keepsFocus: true };
  // "tim wants one too, but decaf"
  const anew: Item = said.length > 1 ? Object.assign({}, ...items) : (items[0] ?? {});
  const after = repeatItem(how, one, anew);
  // "another one" of three is one
  const { quantity } = { ...defaults, ...anew };
  const added = after.slice(-1).map((item) => ({ ...item, quantity }));
  const same = [one];
  return { order: after, items: items.length > 0 ? added : same, isDone: true };
}

/** Adds all once more that was ordered last, perhaps with something else: "same again" behind two lattes and a tea. */
export function repeatAll(how: How): Changed {
  const { order, items, heads, defaults, turn } = how;
  const last = orderedLast(order, turn);
  if (last.length < 2) return repeat(how);
  const said: Item = Object.assign({}, ...items);
  const again = last.map((item) => {
    const fit = keepOptions(said, (option) => !isUnfit(item, option, itemField(turn.pack)!));
    const kept = keepOptions(item, (option) => option === 'quantity' || !(option in said));
    return merged(kept, fit, heads);
  });
  return { order: addItems(order, again, defaults), items: again, isDone: true };
}

/** What the order has that it had not before something came into it last. */
function orderedLast(order: readonly Item[], turn: Turn): Item[] {
  const before = earlierItems(turn).findLast((items) => changedItems(items, order).items.length > 0) ?? [];
  return order.flatMap((item) => {
    const quantity = piecesIn(item) - countIn(before, item);
    return quantity > 0 ? [{ ...item, quantity }] : [];
  });
}

/** An item once more: as many as there are of it, or, where something is said of it, one that differs in that. */
function repeatItem({ order, heads, defaults }: How, one: Item, said: Item): Item[] {
  const isOther = Object.keys(said).length > 0;
  // "the same but caramel" has no vanilla any more, and "the same without cream", or with it, still has what else is on top
  const isOfWhatIsThere = (key: string) =>
    [said[key]]
      .flat()
      .every((value) => [one[key]].flat().some((old) => isAbout(value, old) || isAbout(old, value)));
  const kept = keepOptions(one, (option) => !(option in said) || isOfWhatIsThere(option));
  return addItems(order, [isOther ? merged({ ...kept, ...defaults }, said, heads) : one], defaults);
}

/**
 * An item of which nobody says what it is, but how many, or an article: "and one to france" behind a parcel to India is a
 * parcel as well, of which all else is said anew. It is of the last thing of which the same was said; where there is none,
 * what it is comes next.
 */
function ofThingBefore(items: readonly Item[], order: readonly Item[], turn: Turn): readonly Item[] {
  const heads = itemHeads(turn.pack);
  const [item] = items;
  if (items.length !== 1 || isWhole(item, heads) || isCountOnly(item)) return items;
  const isAnother = 'quantity' in item || startsWithArticle(turn);
  const options = optionsOf(item);
  const alike = order.findLast((one) => options.every((option) => option in one));
  if (!isAnother || alike === undefined) return items;
  const thing = heads.filter((head) => head in alike).map((head) => [head, alike[head]]);
  return [{ ...item, ...Object.fromEntries(thing) }];
}
