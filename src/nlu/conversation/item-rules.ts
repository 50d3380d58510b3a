import { isDeepStrictEqual } from 'node:util';
import type { ContextRule } from '../pack/context-rule-schema.js';
import { changeAllItems, changeAt } from './change-all-items.js';
import { changeAlso } from './change-also.js';
import type { ContextChange, Turn } from './context-change.js';
import { findItem } from './find-item.js';
import type { Item } from './item.js';
import { itemField, itemHeads } from './item-field.js';
import { countSaid, isSaidInPlural, itemsOfKind, kindsOf, partSaid, unwantedOptions } from './item-meant.js';
import { itemMentions, type Mentioned } from './item-mentions.js';
import { alsoIn } from './item-names.js';
import { fullestItem, isOneOfSeveral, otherItems, piecesOf, suitedItem, theseItems } from './item-places.js';
import {
  addItems,
  changeItem,
  completeItem,
  isCountOnly,
  isWhole,
  joinAlike,
  repeatItem,
  setItem,
  splitItem,
  swapItem,
} from './items.js';
import { latestAmounts } from './latest-amounts.js';
import { placeSaid } from './place-said.js';
import { byNamesThere } from './short-names.js';
import { specifyItems } from './specify-items.js';
import { nameStoodFor } from './stand-ins.js';
import { takeFrom } from './take-from.js';
import { keepItems, leaveItems, removeItem, withoutOption } from './take-out-items.js';
import { ownersAfter, ownItem } from './whose-item.js';

type ItemRule = Extract<
  ContextRule,
  `${string}Item` | `${string}Items` | 'changeAll' | 'changeAlso' | 'changeThese' | `changeOther${string}`
>;

/** Applies a rule about items; what cannot be done (there is no such item) leaves them as they are. */
export function changeItems(change: ContextChange, rule: ItemRule, turn: Turn): void {
  const field = itemField(turn.pack);
  if (field === undefined) return;
  applyRule(change, rule, turn, field);
  const { persons = '' } = turn.pack.definition.fields[field];
  const order = latestAmounts(itemsIn(change, field), turn.pack, field);
  change.context[field] = order;
  const changed = order[change.focus ?? -1];
  change.owners = ownersAfter(
    turn,
    change.items,
    changed,
    itemHeads(turn.pack, field),
    turn.pack.lists.get(persons),
  );
}

function applyRule(change: ContextChange, rule: ItemRule, turn: Turn, field: string): void {
  const isNew = ['addItems', 'addEachItem', 'repeatItem', 'specifyItem'].includes(rule);
  const mentioned = itemMentions(field, turn, isNew ? [] : itemsIn(change, field));
  const order = itemsIn(change, field);
  const heads = itemHeads(turn.pack, field);
  // "a muffin each": as many as there are drinks
  const cups = order.reduce((sum, item) => sum + (heads[0] in item ? Number(item.quantity ?? 1) : 0), 0);
  const perCup = rule === 'addEachItem' && cups > 0 ? { quantity: cups } : undefined;
  // "old" and "target" say which item is meant, "each" what holds for all, any other slot what becomes of it.
  const each = mentioned.find(({ slot }) => slot === 'each')?.items[0];
  const said = mentioned
    .filter(({ slot }) => !['old', 'target', 'each'].includes(slot))
    .map(({ slot, items }) => ({ slot, items: items.map((item) => ({ ...perCup, ...item, ...each })) }));
  const items = said.flatMap((one) => one.items);
  const defaults = turn.pack.definition.fields[field].defaults ?? {};
  change.items = items;
  const whole = completeItem(order, items, heads);
  if (rule === 'addItems' || rule === 'addEachItem' || (rule === 'specifyItem' && whole !== undefined)) {
    const known = whole === undefined ? order : order.slice(0, -1);
    // "two please" of nothing is no order yet
    const isOrder = (item: Item) => known.length > 0 || !isCountOnly(item);
    const added = whole === undefined ? items.filter(isOrder) : [whole, ...items.slice(1)];
    change.isDone = added.length > 0 || items.length === 0;
    // "another one" says how many, the order says of what
    const last = known.at(-1);
    change.items = added.map((item) => ({ ...(isCountOnly(item) ? last : undefined), ...defaults, ...item }));
    change.context[field] = addItems(known, added, defaults);
  } else if (rule === 'setItem') {
    change.items = items.map((item) => nameStoodFor(item, order, turn.pack.definition.fields[field]));
    const set = change.items.reduce((list, item) => setItem(list, item, heads, defaults), order);
    change.context[field] = joinAlike(set).order;
  } else if (rule === 'specifyItem') {
    const specified = specifyItems(order, items, heads, defaults);
    change.items = specified.items;
    change.isSpecified = specified.isKnown || undefined;
    change.context[field] = joinAlike(specified.order).order;
  } else if (rule === 'kindItem') {
    const found = kindsOf(order, turn);
    change.isDone = found !== undefined;
    if (found !== undefined) {
      change.items = found.kinds;
      const joined = joinAlike(found.order, found.order.indexOf(found.kinds.at(-1)!));
      change.context[field] = joined.order;
      if (found.isPart) {
        change.focus = joined.focus;
        return;
      }
    }
  } else if (rule === 'askedItem') {
    const now = itemsIn(change, field);
    // "can I get one iced": what was asked about, with that
    const options = items[0] === undefined || isWhole(items[0], heads) ? undefined : items[0];
    const asked = { ...turn.memory.asked, ...options, ...partSaid(turn) };
    change.isDone = now.length > 0 || isWhole(asked, heads);
    if (!change.isDone) return;
    // an item that was just added is the last one
    const [first] = said.map((one) => one.items.at(-1));
    const position = first !== undefined && options === undefined ? findItem(now, first, heads) : undefined;
    const isOwn = isWhole(asked, heads);
    const changed = isOwn ? addItems(now, [asked], defaults) : changeItem(now, asked, heads, { position });
    change.items = changed.filter((item) => !order.some((other) => isDeepStrictEqual(item, other)));
    change.context[field] = joinAlike(changed).order;
  } else if (rule === 'changeAll') {
    const all = changeAllItems(order, mentioned, turn.pack.definition.fields[field], heads);
    change.isDone = all !== undefined;
    if (all !== undefined) change.context[field] = joinAlike(all).order;
  } else if (rule === 'changeThese') {
    const places = theseItems(order, turn.memory.focus ?? order.length - 1, heads);
    change.context[field] = joinAlike(changeAt(order, places, items, heads)).order;
  } else if (rule === 'repeatItem' && said.length > 0 && items.length === 0) {
    // all that was said of it is of something that is not there: "and a hot dog"
    change.isDone = false;
  } else if (rule === 'repeatItem') {
    const repeated = repeatItem(order, items[0] ?? {}, heads, defaults);
    // "another one" of three is one
    const { quantity } = { ...defaults, ...items[0] };
    change.items =
      items.length > 0 ? repeated.slice(-1).map((item) => ({ ...item, quantity })) : order.slice(-1);
    change.context[field] = repeated;
  } else {
    const [named] = mentioned.find(({ slot }) => slot === 'old' || slot === 'target')?.items ?? [];
    const known = (item: Item) => nameStoodFor(item, order, turn.pack.definition.fields[field]);
    const how = { order, said, items, meant: named && known(named), heads, defaults, known, turn };
    const changed = changedBy(rule, how);
    change.isDone = changed !== undefined;
    if (changed !== undefined) {
      const isOld = (item: Item) => order.some((other) => isDeepStrictEqual(item, other));
      const last = changed.findLastIndex((item) => !isOld(item));
      const joined = joinAlike(changed, last < 0 ? undefined : last);
      change.context[field] = joined.order;
      if (!['removeItem', 'keepItems', 'leaveItems'].includes(rule)) {
        change.focus = joined.focus;
        return;
      }
    }
  }
  change.focus = undefined;
}

interface How {
  order: Item[];
  said: readonly Mentioned[];
  items: readonly Item[];
  meant: Item | undefined;
  heads: readonly string[];
  /** What every item has if nothing else was said. */
  defaults: Item;
  /** A mention by the name of the item that it stands for. */
  known: (item: Item) => Item;
  turn: Turn;
}

/** The order after a rule that may not apply to it; undefined where it does not. */
function changedBy(rule: ItemRule, how: How): Item[] | undefined {
  switch (rule) {
    case 'removeItem':
      return remove(how);
    case 'keepItems':
      return (
        itemsOfKind(how.order, how.turn, how.heads, true) ??
        keepItems(how.order, how.items.map(how.known), how.heads, how.defaults)
      );
    case 'leaveItems':
      return leaveItems(how.order, how.items[0], countSaid('left', how.turn), how.heads);
    case 'swapItem':
      return swap(how);
    case 'changeAlso':
      return changeAnother(how);
    case 'changeItem':
    case 'correctItem':
      return changeOne(how, rule === 'correctItem');
    default:
      return changeOthers(how, rule === 'changeOthers');
  }
}

/** "The other one": next to the item that was changed last, else to the last one. */
function changeOthers({ order, items, heads, turn }: How, isAll: boolean): Item[] | undefined {
  const places = otherItems(order, turn.memory.focus ?? fullestItem(order), heads);
  if (places.length === 0 || items[0] === undefined) return undefined;
  const said = { ...items[0], ...partSaid(turn) };
  return changeAt(order, places.slice(0, isAll ? undefined : 1), [said], heads);
}

/** "Mine too", "the scone too", or the other one: what was last said of one. */
function changeAnother({ order, meant, heads, turn }: How): Item[] | undefined {
  const { history, focus = order.length - 1 } = turn.memory;
  const before = (history.at(-1)?.context[itemField(turn.pack)!] ?? []) as Item[];
  const other = { index: otherItems(order, focus, heads)[0] ?? -1 };
  const own = ownItem(order, turn, heads);
  // "mine too" of mine says somebody else
  const another = own && own.index !== focus ? own : other;
  return changeAlso(order, before, meant ? { index: findItem(order, meant, heads) } : another, heads);
}

function changeOne(
  { order, items, meant, heads, defaults, turn }: How,
  isCorrected: boolean,
): Item[] | undefined {
  const place = ownItem(order, turn, heads) ?? placeSaid(order, turn, meant, heads);
  if (place !== undefined) {
    if (place.index < 0 || items.length === 0) return undefined;
    return changeItem(order, { ...items[0], ...place.part }, heads, { position: place.index });
  }
  const { focus } = turn.memory;
  const field = itemField(turn.pack)!;
  const { suits = {} } = turn.pack.definition.fields[field];
  const at = (item: Item, list: readonly Item[]) => ({
    focus,
    isCorrected,
    position: suitedItem(list, item, suits, focus),
  });
  const part = partSaid(turn, meant ? order[findItem(order, meant, heads)] : order.at(focus ?? -1));
  // "one of them a herbal tea": of what was spoken of last
  if (meant === undefined && part.quantity !== undefined) meant = order.at(focus ?? -1);
  if (meant === undefined) {
    const left = unwantedOptions(turn, heads).reduce((list, { entity, value }) => {
      const [[option, named]] = Object.entries(byNamesThere({ [entity]: value }, order, turn.pack, field));
      return withoutOption(list, option, [named].flat()[0]);
    }, order);
    // "make that two croissants and a brownie", behind three croissants
    const isKnown = (item: Item) => isWhole(item, heads) && findItem(left, item, heads) >= 0;
    const isMore = (item: Item) => isKnown(items[0]) && isWhole(item, heads) && !isKnown(item);
    const isCounted = items.length > 1 && items.every((item) => 'quantity' in item && !isWhole(item, heads));
    const split = isCounted ? splitItem(left, items, heads) : undefined;
    return (
      split ??
      items.reduce(
        (list, item) =>
          isMore(item) ? addItems(list, [item], defaults) : changeItem(list, item, heads, at(item, list)),
        left,
      )
    );
  }
  const isKind = Object.keys(meant).length === 1 && Object.keys(part).length === 0;
  if (isKind && items[0] && isSaidInPlural(turn, heads)) {
    const places = [...new Set(piecesOf(order, meant, heads))];
    return places.length === 0 ? undefined : changeAt(order, places, items, heads);
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
  if (items.length === 0 && countSaid('kind', turn) !== undefined)
    return itemsOfKind(order, turn, heads, false);
  // all that was named is something else: "one bun less"
  if (said.length > 0 && items.length === 0) return undefined;
  const place = ownItem(order, turn, heads) ?? placeSaid(order, turn, items[0], heads);
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
  const { index, part } = place ?? { index: order.length - 1 };
  if (index < 0) return undefined;
  const left = Number(order[index].quantity) - Number(part?.quantity);
  return left > 0 ? order.with(index, { ...order[index], quantity: left }) : order.toSpliced(index, 1);
}

/** The items of a field, as the turn has left them so far. */
export function itemsIn({ context }: ContextChange, field: string): Item[] {
  return [...((context[field] as Item[] | undefined) ?? [])];
}
