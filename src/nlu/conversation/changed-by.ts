import type { ContextRule } from '../pack/context-rule-schema.js';
import { changeAllItems, changeAt } from './change-all-items.js';
import { changeAlso, changeInstead } from './change-also.js';
import { itemsBefore } from './earlier-items.js';
import { exchange } from './exchange-items.js';
import { findItem } from './find-item.js';
import type { How } from './how.js';
import type { Item } from './item.js';
import { itemField } from './item-field.js';
import { countSaid, isSaidInPlural, itemsOfKind, leftSaid, partSaid, unwantedOptions } from './item-meant.js';
import { alsoIn } from './item-names.js';
import {
  fitItems,
  fullestItem,
  isOneOfSeveral,
  otherItems,
  piecesOf,
  placeOfSoMany,
  plainerItem,
  plainestOf,
  severalPlace,
  suitedHead,
  suitedItem,
  theseItems,
} from './item-places.js';
import { addItems, changeItem, isWhole, itemToChange, partOf, splitItem, swapItem } from './items.js';
import { kindsOf } from './kinds-of.js';
import { changeOthers, removeOther } from './other-item.js';
import { apart, placeSaid } from './place-said.js';
import { plainItem } from './plain-item.js';
import { refuseInAll, refuseItem } from './refuse-items.js';
import { restoreItem } from './restore-item.js';
import { byNamesThere } from './short-names.js';
import { spareItem } from './spare-item.js';
import { takeFrom } from './take-from.js';
import { keepItems, leaveItems, removeItem, withoutOption } from './take-out-items.js';
import { hasNothing, ownItem } from './whose-item.js';

/** A rule about items, by its name. */
export type ItemRule = Extract<
  ContextRule,
  | `${string}Item`
  | `${string}Items`
  | 'changeAll'
  | 'changeAlso'
  | 'changeInstead'
  | 'changeThese'
  | 'refuseInAll'
  | `changeOther${string}`
  | 'removeOther'
>;

/** The order after a rule that may not apply to it; undefined where it does not. */
export function changedBy(rule: ItemRule, how: How): Item[] | undefined {
  switch (rule) {
    case 'removeItem':
      return remove(how);
    case 'removeOther':
      return removeOther(how);
    case 'refuseItem':
      return refuseItem(how);
    case 'refuseInAll':
      return refuseInAll(how);
    case 'keepItems':
      return (
        itemsOfKind(how.order, how.turn, how.heads, true) ??
        keepItems(how.order, how.items.map(how.known), how.heads, how.defaults)
      );
    case 'leaveItems':
      return leaveItems(how.order, how.items[0], countSaid('left', how.turn), how.heads);
    case 'swapItem':
      return swap(how);
    case 'exchangeItems':
      return exchange(how);
    case 'plainItem':
      return plainItem(how);
    case 'restoreItem':
      return restoreItem(how);
    case 'spareItem':
      return spareItem(how.order, itemsBefore(how.turn), how.meant ?? {}, how.heads);
    case 'kindItem':
      return kindsOf(how.order, how.turn);
    case 'changeAll':
      return changeAllItems(
        how.order,
        how.mentioned,
        how.turn.pack.definition.fields[itemField(how.turn.pack)!],
        how.heads,
        leftSaid(how.turn),
      );
    case 'changeThese':
      return changeAt(
        how.order,
        theseItems(how.order, how.heads, how.turn.memory.focus),
        how.items,
        how.heads,
      );
    case 'changeAlso':
      return changeAnother(how);
    case 'changeInstead':
      return changeOneInstead(how);
    case 'changeItem':
    case 'correctItem':
      return changeOne(how, rule === 'correctItem');
    default:
      return changeOthers(how, rule === 'changeOthers');
  }
}

/** "Mine too", "the scone too", or the other one: what was last said of one. */
function changeAnother({ order, meant, heads, turn }: How): Item[] | undefined {
  const { focus = order.length - 1 } = turn.memory;
  const before = itemsBefore(turn);
  const other = { index: otherItems(order, focus, heads)[0] ?? -1 };
  const own = ownItem(order, turn, heads);
  // "mine too" of mine says somebody else
  const another = own && own.index !== focus ? own : other;
  return changeAlso(order, before, meant ? { index: findItem(order, meant, heads) } : another, heads);
}

/** "No, the latte": what was said of another one, or, where there is none, it is that in place of another. */
function changeOneInstead({ order, meant, heads, turn }: How): Item[] | undefined {
  const before = itemsBefore(turn);
  const focus = turn.memory.focus ?? order.length - 1;
  // of several alike one is as good as another
  if (meant === undefined && order.length > before.length) return order;
  const index = meant ? findItem(before, meant, heads) : (otherItems(before, focus, heads)[0] ?? -1);
  if (index >= 0) return changeInstead(order, before, index, heads);
  return meant && changeItem(order, meant, heads, { focus, isCorrected: true });
}

/** Changes one item, which then no longer has what is not wanted: "lemon in hers, not milk". */
function changeOne(how: How, isCorrected: boolean): Item[] | undefined {
  const { order, heads, turn } = how;
  const field = itemField(turn.pack)!;
  return unwantedOptions(turn, heads).reduce(
    (list, { entity, value }) => {
      const [[option, named]] = Object.entries(
        byNamesThere({ [entity]: value }, list ?? [], turn.pack, field),
      );
      return list && withoutOption(list, option, [named].flat()[0], order);
    },
    changeWanted(how, isCorrected),
  );
}

function changeWanted(
  { order, items, meant, heads, defaults, turn }: How,
  isCorrected: boolean,
): Item[] | undefined {
  if (isCorrected && isWhole(items[0] ?? {}, heads) && hasNothing(order, turn, heads))
    return addItems(order, items, defaults);
  const place = ownItem(order, turn, heads) ?? placeSaid(order, turn, meant, heads);
  if (place !== undefined) {
    if (place.index < 0 || items.length === 0) return undefined;
    const [pieces, position] = apart(order, place);
    if (!isWhole(items[0], heads))
      return changeItem(pieces, { ...items[0], ...place.part }, heads, { position });
    // "he'd rather have a juice", of three of which one is his
    const { rest, meant } = partOf(pieces[position], place.part?.quantity);
    return changeItem(pieces.toSpliced(position, 1, ...rest, meant), items[0], heads, {
      position: position + rest.length,
      isCorrected,
    });
  }
  const { focus } = turn.memory;
  const field = itemField(turn.pack)!;
  const { suits = {}, never = {} } = turn.pack.definition.fields[field];
  const isOfFirst = (item: Item) => suitedHead(item, suits) === heads[0];
  const at = (item: Item, list: readonly Item[]) => ({
    focus,
    isCorrected,
    position: (isOfFirst(item) ? undefined : suitedItem(list, item, suits, focus)) ?? fitItem(list, item),
  });
  // behind a latte and a juice, "with oat milk" is said of the latte, and behind a scone with cream of no scone
  const fitItem = (list: readonly Item[], item: Item) => {
    const all = isWhole(item, heads) ? [] : fitItems(list, item, never, heads);
    const fit = isOfFirst(item) ? all.filter((index) => heads[0] in list[index]) : all;
    if (fit.length === 0 || fit.length === list.length) return undefined;
    const left = fit.map((index) => list[index]);
    return fit[itemToChange(left, item, heads, { focus: fit.indexOf(focus ?? -1), isCorrected })];
  };
  const part = partSaid(turn, meant ? order[findItem(order, meant, heads)] : order.at(focus ?? -1));
  // "one of them a herbal tea": of what was spoken of last
  if (meant === undefined && part.quantity !== undefined) {
    const said = { ...items[0], ...part };
    const place =
      severalPlace(order, said, heads, focus) ??
      focus ??
      (isWhole(said, heads) ? -1 : (at(said, order).position ?? itemToChange(order, said, heads, {})));
    const position = placeOfSoMany(order, place, Number(part.quantity), heads);
    if (items[0] && !isWhole(items[0], heads)) return changeItem(order, said, heads, { position });
    meant = order[position];
  }
  if (meant === undefined) {
    // "make that two croissants and a brownie", behind three croissants
    const isKnown = (item: Item) => isWhole(item, heads) && findItem(order, item, heads) >= 0;
    const isMore = (item: Item) => isKnown(items[0]) && isWhole(item, heads) && !isKnown(item);
    const isCounted = items.length > 1 && items.every((item) => 'quantity' in item && !isWhole(item, heads));
    const split = isCounted ? splitItem(order, items, heads) : undefined;
    return (
      split ??
      items.reduce(
        (list, item) =>
          isMore(item) ? addItems(list, [item], defaults) : changeItem(list, item, heads, at(item, list)),
        order,
      )
    );
  }
  const isKind = Object.keys(meant).length === 1 && Object.keys(part).length === 0;
  if (isKind && items[0] && isSaidInPlural(turn, heads)) {
    const places = [...new Set(piecesOf(order, meant, heads))];
    return places.length === 0 ? undefined : changeAt(order, places, items, heads);
  }
  // "one of the lattes with soy and one of the lattes decaf": each is one of those of which nothing was said
  const isOneOfThem = Object.keys(meant).length === 1 && items[0] !== undefined && !isWhole(items[0], heads);
  const named = isOneOfThem ? piecesOf(order, meant, heads) : [];
  if (part.quantity !== undefined && named.length > 0) {
    const position = plainestOf(order, named, Number(part.quantity));
    return changeItem(order, { ...items[0], ...part }, heads, { position });
  }
  // the vanilla one is that still when it is made decaf
  return items[0] && swapItem(order, { ...meant, ...part }, items[0], heads, alsoIn(items[0], meant));
}

function swap({ order, items, meant, heads, turn }: How): Item[] | undefined {
  if (meant === undefined || items[0] === undefined) return order;
  return swapItem(order, { ...meant, ...partSaid(turn) }, items[0], heads);
}

function remove({ order, said: named, meant, heads, known, turn }: How): Item[] | undefined {
  const said = named.map(({ slot, items }) => ({ slot, items: items.map(known) }));
  const items = said.flatMap((one) => one.items);
  if (meant !== undefined) return takeFrom(order, meant, items, heads);
  if (countSaid('plain', turn) !== undefined) {
    const plainest = plainerItem(order, fullestItem(order), heads);
    return plainest < 0 ? undefined : order.toSpliced(plainest, 1);
  }
  if (items.length === 0 && countSaid('kind', turn) !== undefined)
    return itemsOfKind(order, turn, heads, false);
  // all that was named is something else: "one bun less"
  if (said.length > 0 && items.length === 0) return undefined;
  const isOption = items.length > 0 && !isWhole(items[0], heads);
  const place = ownItem(order, turn, heads) ?? placeSaid(order, turn, isOption ? undefined : items[0], heads);
  if (isOption && place !== undefined) {
    const [pieces, index] = apart(order, place);
    const left = index < 0 ? undefined : takeFrom([pieces[index]], {}, items, heads);
    return left && pieces.toSpliced(index, 1, ...left);
  }
  if (items.length === 1 && Object.keys(items[0]).length === 1 && isSaidInPlural(turn, heads)) {
    const places = piecesOf(order, items[0], heads);
    return places.length === 0 ? undefined : order.filter((_, at) => !places.includes(at));
  }
  if (items.length > 0 && place === undefined) {
    return said
      .flatMap(({ slot, items }) =>
        items.map((item) => ({
          item: { ...item, ...partSaid(turn) },
          isWhole: slot === 'whole' || (slot === 'distinct' && isOneOfSeveral(order, item)),
        })),
      )
      .reduce<Item[] | undefined>(
        (rest, { item, isWhole }) => rest && removeItem(rest, item, heads, isWhole),
        order,
      );
  }
  const { index, part } = place ?? { index: order.length - 1, part: partSaid(turn) };
  if (index < 0) return undefined;
  const left = Number(order[index].quantity) - Number(part?.quantity);
  return left > 0 ? order.with(index, { ...order[index], quantity: left }) : order.toSpliced(index, 1);
}
