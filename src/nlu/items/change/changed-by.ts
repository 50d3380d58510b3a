import type { Item } from '../../context/item.js';
import type { ContextRule } from '../../pack/context-rule-schema.js';
import { findItem } from '../find-item.js';
import { itemField } from '../item-field.js';
import { otherItems, theseItems } from '../item-places.js';
import { addItems, changeItem, isWhole, swapItem } from '../items.js';
import { itemsBefore } from '../meant/earlier-items.js';
import type { How } from '../meant/how.js';
import { itemsOfKind, leftSaid, partSaid, slotValue } from '../meant/item-meant.js';
import { kindsOf } from '../meant/kinds-of.js';
import { ownItem } from '../meant/whose-item.js';
import { changeAllItems, changeAt } from './change-all-items.js';
import { changeAlso, changeInstead } from './change-also.js';
import { changeOne } from './change-one.js';
import { exchange } from './exchange-items.js';
import { changeOthers, removeOther } from './other-item.js';
import { plainItem } from './plain-item.js';
import { refuseInAll, refuseItem } from './refuse-items.js';
import { removeSaid } from './remove-said.js';
import { restoreItem } from './restore-item.js';
import { spareItem } from './spare-item.js';
import { keepItems, leaveItems } from './take-out-items.js';

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
      return removeSaid(how);
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
      return leaveItems(how.order, how.items[0], slotValue('left', how.turn), how.heads);
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

/** Puts one in the place of another; what is named behind it comes besides: "swap it for a tea and add a muffin". */
function swap({ order, items, meant, heads, defaults, turn }: How): Item[] | undefined {
  const [item, ...others] = items;
  if (meant === undefined || item === undefined) return order;
  const swapped = swapItem(order, { ...meant, ...partSaid(turn) }, item, heads);
  const more = others.filter((other) => isWhole(other, heads));
  return swapped && addItems(swapped, more, defaults);
}
