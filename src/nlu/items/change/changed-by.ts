import { type Item, piecesIn } from '../../context/item.js';
import type { ContextRule } from '../../pack/schema/context-rule-schema.js';
import { countIn } from '../changed-items.js';
import { findItem, isSameThing } from '../find-item.js';
import { earlierItems, itemsBefore } from '../item-field.js';
import { alsoIn } from '../item-names.js';
import { theseItems } from '../item-places.js';
import { addItems, changeItem, isCountOnly, isWhole, partOf, swapItem } from '../items.js';
import { placesSaid } from '../meant/each-place.js';
import { itemsOfKind, partSaid } from '../meant/item-meant.js';
import { isPointedAt, pointedAt } from '../meant/pointed-at.js';
import { ownItem } from '../meant/whose-item.js';
import { changeAllItems, changeAt } from './change-all-items.js';
import { changeAlso, changeInstead } from './change-also.js';
import { areCounted, changeOne } from './change-one.js';
import { exchange } from './exchange-items.js';
import type { How } from './how.js';
import { kindsOf } from './kinds-of.js';
import { changeOthers, otherPlaces, removeOther } from './other-item.js';
import { refuseInAll, refuseItem } from './refuse-items.js';
import { removeSaid } from './remove-said.js';
import { sharedOut } from './shared-out.js';
import { spareItem } from './spare-item.js';
import { keepItems, keepPlaces, leaveItems, removeItem } from './take-out-items.js';

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

/** What each rule about an item that is there makes of the order; undefined where there is no such item. */
const changes = {
  removeItem: removeSaid,
  removeOther,
  refuseItem,
  refuseInAll,
  keepItems: (how) => {
    const { order, turn } = how;
    const places = placesSaid(turn);
    if (places.length > 0) return keepPlaces(how, places);
    return itemsOfKind(order, turn, true) ?? keepItems(how);
  },
  leaveItems,
  swapItem: swap,
  exchangeItems: exchange,
  restoreItem,
  spareItem,
  kindItem: ({ order, turn }) => kindsOf(order, turn),
  changeAll: changeAllItems,
  changeThese: (how) => {
    const { order, items, heads, turn } = how;
    // "make them one large and one small" is said of each by itself
    return (
      sharedOut(order, turn) ??
      (areCounted(items, heads)
        ? changeOne(how, false)
        : changeAt(how, theseItems(order, heads, turn.memory.focus)))
    );
  },
  changeAlso: changeAnother,
  changeInstead: changeOneInstead,
  changeItem: (how) => changeOne(how, false),
  correctItem: (how) => changeOne(how, true),
  changeOther: (how) => changeOthers(how, false),
  changeOthers: (how) => changeOthers(how, true),
} satisfies Partial<Record<ItemRule, (how: How) => Item[] | undefined>>;

/** A rule about an item that is there. */
export type ChangeRule = keyof typeof changes;

/** The order after a rule about an item that is there; undefined where there is no such item. */
export function changedBy(rule: ChangeRule, how: How): Item[] | undefined {
  return changes[rule](how);
}

/** "Mine too", "the scone too", or the other one: what was last said of one. */
function changeAnother(how: How): Item[] | undefined {
  const { order, meant, heads, turn } = how;
  const { focus = order.length - 1 } = turn.memory;
  const own = ownItem(order, turn);
  // "mine too" of mine says somebody else
  const other = own && own.index !== focus ? own : { index: otherPlaces(how)[0] ?? -1 };
  return changeAlso(how, meant ? { index: findItem(order, meant, heads) } : other);
}

/** "No, the latte": what was said of another one, or, where there is none, it is that in place of another. */
function changeOneInstead(how: How): Item[] | undefined {
  const { order, meant, heads, turn } = how;
  const before = itemsBefore(turn);
  // of several alike one is as good as another
  if (meant === undefined && order.length > before.length) return order;
  const other = () => otherPlaces({ ...how, order: before })[0] ?? -1;
  const index = meant ? findItem(before, meant, heads) : other();
  if (index >= 0) return changeInstead(how, index);
  const { focus = order.length - 1 } = turn.memory;
  return meant && changeItem(order, meant, heads, { focus, isCorrected: true });
}

/**
 * Puts one in the place of another; what is named behind it comes besides, "swap it for a tea and add a muffin", unless it is
 * there and more is said of it: "and warm the muffin".
 */
function swap({ order, items, meant, heads, defaults, turn }: How): Item[] | undefined {
  const [item, ...others] = items;
  if (meant === undefined || item === undefined) return order;
  // "two teas instead of three" are teas as well
  if (isCountOnly(meant)) {
    const { quantity, ...thing } = item;
    const position = findItem(order, thing, heads);
    if (position >= 0) return changeItem(order, item, heads, { position });
  }
  const old = { ...meant, ...partSaid(turn) };
  // "the tea, not the water" of both: the water goes
  const isOther = isWhole(meant, heads) && !isSameThing(item, meant, heads);
  if (isOther && isPointedAt(order, item, turn)) return removeItem(order, old, heads);
  // of "swap the milk for oat" nobody need have said that a latte has milk
  const isOwn = Object.entries(meant).every(([option, value]) => value === option);
  // nor, of "not large, small", that it was large
  const isOption = Object.keys(meant).every(
    (option) => !heads.includes(option) && !turn.pack.entities.get(option)?.many && option in item,
  );
  const { focus } = turn.memory;
  // "switch the vanilla one to oat": the one is named by its vanilla, which it keeps
  const isNamed = !isWhole(meant, heads) && old.quantity !== undefined;
  const swapped =
    swapItem(order, old, item, heads, isNamed ? alsoIn(item, old) : old) ??
    (isOwn || isOption ? changeItem(order, item, heads, { focus }) : undefined);
  if (swapped === undefined) return undefined;
  const more = others.filter((other) => isWhole(other, heads));
  const pointed = pointedAt(swapped, more, turn);
  return addItems(pointed.order, pointed.others, defaults);
}

/**
 * "Put the muffin back": what is named is there again as often as it was before, with all that was said of it.
 *
 * @returns undefined where it never was.
 */
function restoreItem({ order, items, heads, defaults, turn }: How): Item[] | undefined {
  const earlier = earlierItems(turn).toReversed();
  const back = items.map((named) => {
    for (const before of earlier) {
      const item = before[findItem(before, named, heads)];
      if (item === undefined) continue;
      const gone = piecesIn(item) - countIn(order, item);
      if (gone > 0) return partOf(item, gone).meant;
    }
    return undefined;
  });
  return back.includes(undefined) ? undefined : addItems(order, back as Item[], defaults);
}
