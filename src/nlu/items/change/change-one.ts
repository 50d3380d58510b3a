import { type Item, piecesInAll } from '../../context/item.js';
import { partsOf } from '../../matching/thread.js';
import { findItem, findItemWith, isSameThing } from '../find-item.js';
import { itemField } from '../item-field.js';
import { alsoIn, isAbout } from '../item-names.js';
import {
  fitItems,
  piecesOf,
  placeOfSoMany,
  plainestOf,
  refusedPlace,
  severalPlace,
  suitedHead,
  suitedItem,
} from '../item-places.js';
import {
  addItems,
  changeItem,
  isCountOnly,
  isWhole,
  itemToChange,
  merged,
  partOf,
  swapItem,
} from '../items.js';
import { isSaidInPlural, itemInstead, partSaid, unwantedOptions } from '../meant/item-meant.js';
import { apart, type Place, placeSaid } from '../meant/place-said.js';
import { placeByOption } from '../meant/pointed-at.js';
import { byNamesThere } from '../meant/short-names.js';
import { someNamed } from '../meant/some-named.js';
import { hasNothing, ownItem } from '../meant/whose-item.js';
import { splitItem } from '../split-item.js';
import { changeAt } from './change-all-items.js';
import type { How } from './how.js';
import { insteadOfNamed } from './instead-of-named.js';
import { numberOfLast } from './number-of-last.js';
import { removeSaid } from './remove-said.js';
import { recounted, sharedOut } from './shared-out.js';
import { withoutMoved, withoutOption } from './take-out-items.js';

/** Changes one item, which then no longer has what is not wanted, "lemon in hers, not milk", or has it alone. */
export function changeOne(how: How, isCorrected: boolean): Item[] | undefined {
  const { order, turn } = how;
  if (how.split !== undefined) return [...how.split];
  const left = refusesAll(how) ? removeSaid(withRefused(how)) : undefined;
  if (left !== undefined && left.length > 0) return left;
  const moved = how.mentioned.find(({ slot }) => slot === 'moved')?.items[0];
  if (moved !== undefined) {
    const changed = changeWanted({ ...how, items: [asItIsThere(moved, order)] }, isCorrected);
    return changed && withoutMoved(changed, order, moved);
  }
  const changed = changeWanted(how, isCorrected);
  return unwantedOptions(turn).reduce((list, { entity, value }) => {
    const [[option, named]] = Object.entries(byNamesThere({ [entity]: value }, list ?? [], turn.pack));
    return list && withoutOption(list, option, [named].flat()[0], order);
  }, changed);
}

/**
 * Whether things that are there are named behind a "no" and nothing is said of them, "no stamps": who says so wants none,
 * while "no, two stamps" and "no, the stamps" put something right. Of all that is there no change makes nothing.
 */
function refusesAll({ order, items, meant, heads, turn: { captures, tokens, pack } }: How): boolean {
  const parts = partsOf(captures);
  return (
    meant === undefined &&
    captures.length === 1 &&
    parts.length === items.length &&
    pack.isNo(tokens[parts[0]?.start - 1]?.norm) &&
    items.every((item) => Object.keys(item).every((key) => heads.includes(key))) &&
    items.every((item) => findItemWith(order, item, heads) >= 0)
  );
}

/** What is refused with all that is named with a "no" behind it: "no stamps, no parcels". */
function withRefused(how: How): How {
  const { order, said, items, heads, turn } = how;
  const gone = turn.captures
    .flatMap(({ excluded = [] }) => excluded)
    .map(({ entity, value }): Item => ({ [entity]: value }))
    .filter((item) => isWhole(item, heads) && findItemWith(order, item, heads) >= 0);
  const all = [...items, ...gone];
  return { ...how, items: all, said: [{ ...said[0], items: all }] };
}

/** What is moved as the item has it that it is taken from: "put the milk in the tea instead" of oat milk. */
function asItIsThere(moved: Item, order: readonly Item[]): Item {
  const isIt = (option: string, value: unknown, there: unknown) =>
    typeof there === 'string' && (value === option || isAbout(there, value));
  const entries = Object.entries(moved).map(([option, value]) => {
    const there = order.findLast((item) => isIt(option, value, item[option]));
    return [option, there?.[option] ?? value];
  });
  return Object.fromEntries(entries);
}

/** Changes the item that is meant: the one whose it is, the one that was named, or the one that this is said of. */
function changeWanted(how: How, isCorrected: boolean): Item[] | undefined {
  const { order, items, heads, defaults, turn } = how;
  const instead = itemInstead(turn);
  const meant = how.meant ?? (instead && findItem(order, instead, heads) >= 0 ? instead : undefined);
  const isNew = hasNothing(order, turn) || turn.memory.missing === true;
  if (isCorrected && isWhole(items[0] ?? {}, heads) && isNew) return addItems(order, items, defaults);
  const anew = isCorrected && recounted(how, { ...items[0], ...partSaid(turn) });
  if (anew) return anew;
  const place = ownItem(order, turn) ?? placeSaid(order, turn, meant);
  if (place !== undefined) return changeThere(how, place, isCorrected);
  const { focus } = turn.memory;
  const some = meant === undefined ? someNamed(how.turn) : undefined;
  if (some?.meant !== undefined) return changeNamed({ ...how, items: [some.anew] }, some.meant, some.part);
  const part =
    some?.part ?? partSaid(turn, meant ? order[findItem(order, meant, heads)] : order.at(focus ?? -1));
  if (meant !== undefined) return changeNamed(how, meant, part);
  if (part.quantity === undefined) return numberOfLast(how, isCorrected) ?? changeUnnamed(how, isCorrected);
  // "one of them a herbal tea": of what was spoken of last
  const said = { ...items[0], ...part };
  const position = placeOfSoMany(order, placeOfPart(how, said, isCorrected), Number(part.quantity), heads);
  const alike = order.filter((item) => isSameThing(item, order[position] ?? {}, heads));
  // of three there are no five of them
  if (Number(part.quantity) > piecesInAll(alike)) return undefined;
  if (items[0] && !isWhole(items[0], heads)) return changeItem(order, said, heads, { position });
  return changeNamed(how, order[position], part);
}

/** Changes the item at a place that was said: "he'd rather have a juice", of three of which one is his. */
function changeThere({ order, items, heads }: How, place: Place, isCorrected: boolean): Item[] | undefined {
  if (place.index < 0 || items.length === 0) return undefined;
  const [pieces, position] = apart(order, place);
  if (!isWhole(items[0], heads))
    return changeItem(pieces, { ...items[0], ...place.part }, heads, { position });
  const { rest, meant } = partOf(pieces[position], place.part?.quantity);
  return changeItem(pieces.toSpliced(position, 1, ...rest, meant), items[0], heads, {
    position: position + rest.length,
    isCorrected,
  });
}

/** Where so many are of which something is said: "two of them with soy". */
function placeOfPart(how: How, said: Item, isCorrected: boolean): number {
  const { order, heads, turn } = how;
  const { focus } = turn.memory;
  const several = severalPlace(order, said, heads, focus) ?? focus;
  if (several !== undefined) return several;
  if (isWhole(said, heads)) return -1;
  return positionFor(how, said, order, isCorrected) ?? itemToChange(order, said, heads, {});
}

/** Changes what nothing names: each item the one that it is likely to be said of. */
function changeUnnamed(how: How, isCorrected: boolean): Item[] | undefined {
  const { order, items, heads, defaults, turn } = how;
  const { focus } = turn.memory;
  // "make that two croissants and a brownie", behind three croissants
  const isKnown = (item: Item) => isWhole(item, heads) && findItem(order, item, heads) >= 0;
  // and "I meant a mocha and a muffin" behind one latte
  // but of "a coffee, a white coffee" one says more of the other
  const isOther = (item: Item) =>
    items.every(
      (one) => one === item || !heads.some((head) => head in one && isAbout(item[head], one[head])),
    );
  // and "no, two and a muffin"
  const isOfKnown = isKnown(items[0] ?? {}) || isCountOnly(items[0] ?? {});
  const isMore = (item: Item, index: number) =>
    isWhole(item, heads) && !isKnown(item) && (isOfKnown || (index >= order.length && isOther(item)));
  const pieces = insteadOfNamed(how) ?? splitCounted(how) ?? sharedOut(order, turn) ?? piecesOfOne(how);
  if (pieces !== undefined) return pieces;
  return items.reduce<Item[]>(
    (list, item, index) => {
      if (isMore(item, index)) return addItems(list, [item], defaults);
      const position = positionFor(how, item, list, isCorrected);
      return changeItem(list, item, heads, { focus, isCorrected, position });
    },
    [...order],
  );
}

/** Whether of several each says how many it is about, and none what: "one large and two small". */
export function areCounted(items: readonly Item[], heads: readonly string[]): boolean {
  return items.length > 1 && items.every((item) => 'quantity' in item && !isWhole(item, heads));
}

/** "One large and one small" of two lattes, or behind a single one, of which there are then two. */
function splitCounted({ order, items, heads }: How): Item[] | undefined {
  if (!areCounted(items, heads)) return undefined;
  const split = splitItem(order, items, heads);
  if (split !== undefined || order.length !== 1) return split;
  return splitItem([{ ...order[0], quantity: piecesInAll(items) }], items, heads);
}

/** "The lattes one large and one small" */
function splitNamed({ order, items, heads }: How, lines: readonly number[]): Item[] | undefined {
  const [first] = lines;
  const named = lines.map((index) => order[index]);
  const split = splitItem(named, items, heads);
  return split
    ? order.flatMap((item, index) => (index === first ? split : lines.includes(index) ? [] : [item]))
    : undefined;
}

/** "Make that three lattes, one decaf": of one that is there, as many as that, which differ in what is said of each. */
function piecesOfOne({ order, items, heads, turn }: How): Item[] | undefined {
  const [first, ...more] = items;
  const { focus = order.length - 1 } = turn.memory;
  const areAlike = more.every((item) => isWhole(item, heads) && isSameThing(item, first, heads));
  if (more.length === 0 || !areAlike) return undefined;
  const index =
    order[focus] && isSameThing(order[focus], first, heads) ? focus : findItem(order, first, heads);
  if (index < 0) return undefined;
  return order.toSpliced(index, 1, ...items.map((item) => merged(order[index], item, heads)));
}

/** Changes the item that was named, or as many of it as was said. */
function changeNamed(how: How, meant: Item, part: Item): Item[] | undefined {
  const { order, items, heads, turn } = how;
  const isKind = Object.keys(meant).length === 1 && Object.keys(part).length === 0;
  const split = areCounted(items, heads)
    ? splitNamed(how, [...new Set(piecesOf(order, meant, heads))])
    : undefined;
  if (split !== undefined) return split;
  if (isKind && items[0] && isSaidInPlural(turn)) {
    const places = [...new Set(piecesOf(order, meant, heads))];
    return places.length === 0 ? undefined : changeAt(how, places);
  }
  // "one of the lattes with soy and one of the lattes decaf": each is one of those of which nothing was said
  const isOneOfThem = Object.keys(meant).length === 1 && items[0] !== undefined && !isWhole(items[0], heads);
  const named = piecesOf(order, meant, heads);
  // of two there are no three of them
  if (named.length > 0 && Number(part.quantity) > named.length) return undefined;
  if (part.quantity !== undefined && isOneOfThem && named.length > 0) {
    const position = plainestOf(order, named, Number(part.quantity), heads);
    return changeItem(order, { ...items[0], ...part }, heads, { position });
  }
  // the vanilla one is that still when it is made decaf
  return items[0] && swapItem(order, { ...meant, ...part }, items[0], heads, alsoIn(items[0], meant));
}

/**
 * The item that something is said of by what suits it: behind a latte and a juice, "with oat milk" is said of the latte,
 * and behind a scone with cream of no scone.
 *
 * @returns undefined where it suits all of them, or none.
 */
function positionFor(
  { heads, turn }: How,
  item: Item,
  list: readonly Item[],
  isCorrected: boolean,
): number | undefined {
  const { focus } = turn.memory;
  const field = itemField(turn.pack)!;
  const isOfFirst = suitedHead(item, field) === heads[0];
  const pointed = isWhole(item, heads) ? -1 : placeByOption(list, item, turn);
  if (pointed >= 0) return pointed;
  const refused = refusedPlace(list, item);
  if (refused >= 0) return refused;
  const suited = isOfFirst ? undefined : suitedItem(list, item, field);
  if (suited !== undefined) return suited;
  const all = isWhole(item, heads) ? [] : fitItems(list, item, field);
  const fit = isOfFirst ? all.filter((index) => heads[0] in list[index]) : all;
  if (fit.length === 0 || fit.length === list.length) return undefined;
  const left = fit.map((index) => list[index]);
  return fit[itemToChange(left, item, heads, { focus: fit.indexOf(focus ?? -1), isCorrected })];
}
