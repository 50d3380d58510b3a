import { isDeepStrictEqual } from 'node:util';
import { changedBy, type ItemRule } from './changed-by.js';
import type { ContextChange, Turn } from './context-change.js';
import { findItem } from './find-item.js';
import type { Item } from './item.js';
import { clausesOf } from './item-clauses.js';
import { itemField, itemHeads } from './item-field.js';
import { askedBefore, partSaid } from './item-meant.js';
import { itemMentions } from './item-mentions.js';
import {
  addItems,
  changeItem,
  completeItem,
  isCountOnly,
  isWhole,
  joinAlike,
  merged,
  partOf,
  repeatItem,
  sameItem,
  setItem,
} from './items.js';
import { latestAmounts } from './latest-amounts.js';
import { specifyItems } from './specify-items.js';
import { nameStoodFor } from './stand-ins.js';
import { itemsOfPersons, ownersAfter, repeatedItem } from './whose-item.js';

/** Applies a rule about items; what cannot be done (there is no such item) leaves them as they are. */
export function changeItems(change: ContextChange, rule: ItemRule, turn: Turn): void {
  const field = itemField(turn.pack);
  if (field === undefined) return;
  const before = change.context[field];
  const clauses = rule === 'changeItem' ? clausesOf(turn) : [turn];
  let said: Item[] = [];
  for (const [at, clause] of clauses.entries()) {
    const memory = at > 0 ? { ...turn.memory, focus: change.focus } : turn.memory;
    applyRule(change, rule, { ...clause, memory }, field);
    change.items = [...said, ...change.items];
    said = change.items;
    if (change.isDone || clauses.length === 1) continue;
    // of what cannot be done in full nothing is done
    change.context[field] = before;
    break;
  }
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

/** Items of whose last one, or of so many of it as a slot `part` says, more is said: "two teas, no sugar in one". */
function withMore(
  items: readonly Item[],
  more: Item | undefined,
  turn: Turn,
  heads: readonly string[],
): Item[] {
  const last = items.at(-1);
  if (more === undefined || last === undefined) return [...items];
  const { rest, meant } = partOf(last, partSaid(turn).quantity);
  return [...items.slice(0, -1), ...rest, merged(meant, more, heads)];
}

function applyRule(change: ContextChange, rule: ItemRule, turn: Turn, field: string): void {
  const isNew = ['addItems', 'addEachItem', 'repeatItem', 'specifyItem'].includes(rule);
  const mentioned = itemMentions(field, turn, isNew ? [] : itemsIn(change, field));
  const order = itemsIn(change, field);
  const heads = itemHeads(turn.pack, field);
  // "a muffin each": as many as there are drinks, or as those have who want one
  const { persons = '' } = turn.pack.definition.fields[field];
  const owned = rule === 'addEachItem' ? itemsOfPersons(turn, turn.pack.lists.get(persons)) : [];
  const counted = owned.length > 0 ? owned : order;
  const cups = counted.reduce((sum, item) => sum + (heads[0] in item ? Number(item.quantity ?? 1) : 0), 0);
  const perCup = rule === 'addEachItem' && cups > 0 ? { quantity: cups } : undefined;
  // "old" and "target" say which item is meant, "each" what holds for all, "rest" what for the other one, any other slot
  // what becomes of it.
  const each = mentioned.find(({ slot }) => slot === 'each')?.items[0];
  const ofOther = rule === 'changeOther' && mentioned.some(({ slot }) => slot === 'rest');
  const said = mentioned
    .filter(
      ({ slot }) =>
        !['old', 'target', 'each', 'with', 'unwanted'].includes(slot) && (slot === 'rest') === ofOther,
    )
    .map(({ slot, items }) => ({ slot, items: items.map((item) => ({ ...perCup, ...item, ...each })) }));
  // "three lattes with oat in two of them and a muffin": what is behind it, it is not said of
  const at = mentioned.findIndex(({ slot }) => slot === 'with');
  const isBehind = ({ slot }: { slot: string }) =>
    at >= 0 && mentioned.findIndex((one) => one.slot === slot) > at;
  const items = [
    ...withMore(
      said.filter((one) => !isBehind(one)).flatMap((one) => one.items),
      mentioned[at]?.items[0],
      turn,
      heads,
    ),
    ...said.filter(isBehind).flatMap((one) => one.items),
  ];
  const isOld = (item: Item) => order.some((other) => isDeepStrictEqual(item, other));
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
  } else if (rule === 'askedItem' || rule === 'swapAskedItem') {
    const now = itemsIn(change, field);
    // "can I get one iced": what was asked about, with that
    const options = items[0] === undefined || isWhole(items[0], heads) ? undefined : items[0];
    const before = askedBefore(turn);
    const asked = { ...before, ...options, ...partSaid(turn) };
    change.isDone = before !== undefined && (now.length > 0 || isWhole(asked, heads));
    if (!change.isDone) return;
    // an item that was just added is the last one
    const [first] = said.map((one) => one.items.at(-1));
    const position = first !== undefined && options === undefined ? findItem(now, first, heads) : undefined;
    const isOwn = isWhole(asked, heads);
    const isAdded = isOwn && (rule === 'askedItem' || now.length === 0);
    const changed = isAdded ? addItems(now, [asked], defaults) : changeItem(now, asked, heads, { position });
    change.items = changed.filter((item) => !isOld(item));
    change.context[field] = joinAlike(changed).order;
  } else if (rule === 'repeatItem' && said.length > 0 && items.length === 0) {
    // all that was said of it is of something that is not there: "and a hot dog"
    change.isDone = false;
  } else if (rule === 'repeatItem') {
    const target = mentioned.find(({ slot }) => slot === 'target')?.items[0];
    const one = repeatedItem(order, target, turn, heads);
    change.isDone = one !== undefined || order.length === 0;
    if (!change.isDone) return;
    const repeated = repeatItem(order, one, items[0] ?? {}, heads, defaults);
    // "another one" of three is one
    const { quantity } = { ...defaults, ...items[0] };
    change.items =
      items.length > 0 ? repeated.slice(-1).map((item) => ({ ...item, quantity })) : one ? [one] : [];
    change.context[field] = repeated;
  } else {
    const [named] = mentioned.find(({ slot }) => slot === 'old' || slot === 'target')?.items ?? [];
    const known = (item: Item) => nameStoodFor(item, order, turn.pack.definition.fields[field]);
    // "milk in one and lemon in the other": other than the one that was changed just now
    if (ofOther) turn = { ...turn, memory: { ...turn.memory, focus: change.focus } };
    const how = { order, mentioned, said, items, meant: named && known(named), heads, defaults, known, turn };
    const changed = changedBy(rule, how);
    change.isDone = changed !== undefined;
    if (changed !== undefined) {
      // of two of which the first was changed, the second is what is left
      const isLeft = (item: Item) => order.some((other) => sameItem(other, item, 'quantity'));
      const other = changed.findLastIndex((item) => !isLeft(item));
      const anew = other < 0 ? changed.findLastIndex((item) => !isOld(item)) : other;
      // "back to the latte", which is there as it was
      const isNamed = anew < 0 && items.length === 1 && isWhole(items[0], heads);
      const last = isNamed ? findItem(changed, items[0], heads) : anew;
      if (rule === 'kindItem') change.items = changed.filter((item) => !isOld(item));
      const joined = joinAlike(changed, last < 0 ? undefined : last);
      change.context[field] = joined.order;
      if (!withoutFocus.has(rule)) {
        change.focus = joined.focus;
        return;
      }
    }
  }
  change.focus = undefined;
}

/** Rules behind which nothing is spoken of more than the rest. */
const withoutFocus: ReadonlySet<ItemRule> = new Set([
  'removeItem',
  'refuseItem',
  'keepItems',
  'leaveItems',
  'changeAll',
  'changeThese',
]);

/** The items of a field, as the turn has left them so far. */
export function itemsIn({ context }: ContextChange, field: string): Item[] {
  return [...((context[field] as Item[] | undefined) ?? [])];
}
