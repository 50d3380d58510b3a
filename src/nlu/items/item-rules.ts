import type { ContextChange, Turn } from '../context/context-change.js';
import type { Item } from '../context/item.js';
import { asCountedBefore } from './as-counted-before.js';
import { type ChangeRule, changedBy, type ItemRule } from './change/changed-by.js';
import type { How } from './change/how.js';
import { add, type Changed, repeat, repeatAll, set, specify, takeAsked } from './change/new-items.js';
import { saidItems } from './change/said-items.js';
import { splitAsSaid } from './change/split-as-said.js';
import { changedItems, countIn } from './changed-items.js';
import { findItem } from './find-item.js';
import { itemField, itemsBefore, itemsIn } from './item-field.js';
import { isWhole, joinAlike, sameItem } from './items.js';
import { keptKinds } from './kept-kinds.js';
import { latestAmounts } from './latest-amounts.js';
import { eachPlace } from './meant/each-place.js';
import { ownersAfter } from './meant/whose-item.js';
import { nameStoodFor } from './stand-ins.js';
import { withoutUnfit } from './unfit-options.js';

/** Rules by which so many of an item become something else. */
const changing: ReadonlySet<ItemRule> = new Set(['changeItem', 'correctItem']);

/** Applies a rule about items; what cannot be done (there is no such item) leaves them as they are. */
export function changeItems(change: ContextChange, rule: ItemRule, turn: Turn): void {
  const { name: field } = itemField(turn.pack)!;
  const before = change.context[field];
  const parts = changing.has(rule) ? clausesOf(turn) : [turn];
  const split = changing.has(rule) ? splitAsSaid(parts, itemsIn(change, turn.pack)) : undefined;
  const clauses = parts.length === 1 || split !== undefined ? eachPlace(turn, rule) : parts;
  let said: Item[] = [];
  for (const [at, clause] of clauses.entries()) {
    const memory = at > 0 && parts.length > 1 ? { ...turn.memory, focus: change.focus } : clause.memory;
    applyRule(change, rule, { ...clause, memory }, split);
    change.items = [...said, ...change.items];
    said = change.items;
    if (change.isDone || clauses.length === 1) continue;
    // of what cannot be done in full nothing is done
    change.context[field] = before;
    break;
  }
  const latest = latestAmounts(itemsIn(change, turn.pack), turn.pack);
  const order = keptKinds((before ?? []) as Item[], latest, turn.pack);
  change.context[field] = order;
  // of nothing that was added nothing is there
  if (before === undefined && order.length === 0) delete change.context[field];
  change.items = latestAmounts(change.items, turn.pack);
  const changed = order[change.focus ?? -1];
  change.owners = ownersAfter(turn, change.items, changed);
  // "a latte and a latte" are two
  change.items = joinAlike(change.items).order;
}

function applyRule(change: ContextChange, rule: ItemRule, turn: Turn, split?: readonly Item[]): void {
  const field = itemField(turn.pack)!;
  const { heads, defaults } = field;
  const order = itemsIn(change, turn.pack);
  const { mentioned, said, items, isOfOther } = saidItems(rule, order, turn);
  const known = (item: Item) => nameStoodFor(item, order, field);
  const named = mentioned.find(({ slot }) => slot === 'old' || slot === 'target')?.items[0];
  const changed = changedOrder(rule, {
    ...{ order, mentioned, said, items, split, known },
    // "the soy one large and the other one small": the soy is what the one has, and not the other
    meant: named && (!isOfOther || heads.some((head) => head in named)) ? known(named) : undefined,
    heads,
    defaults,
    // "milk in one and lemon in the other": other than the one that was changed just now
    turn: isOfOther ? { ...turn, memory: { ...turn.memory, focus: change.focus } } : turn,
  });
  change.items = rule === 'kindItem' ? withAdded(change.items, changed) : [...(changed.items ?? items)];
  change.isDone = changed.isDone ?? change.isDone;
  change.isSpecified = changed.isSpecified ?? change.isSpecified;
  if (changed.order !== undefined) change.context[field.name] = changed.order;
  if (!changed.keepsFocus) change.focus = changed.focus;
}

/** Items that are of a kind now, and what the same sentence has added besides: "two teas, a green and a mint, AND A LATTE". */
function withAdded(added: readonly Item[], { items = [], order = [] }: Changed): Item[] {
  const isSaid = (item: Item) => [...items, ...added].some((one) => sameItem(one, item));
  const itsKind = (item: Item) => items.find((one) => sameItem(one, item));
  const itself = (item: Item) => added.find((one) => sameItem(one, item))!;
  return order.filter(isSaid).map((item) => itsKind(item) ?? itself(item));
}

function changedOrder(rule: ItemRule, how: How): Changed {
  switch (rule) {
    case 'addItems':
    case 'addEachItem':
      return add(how);
    case 'setItem':
      return set(how);
    case 'specifyItem':
      return specify(how);
    case 'askedItem':
    case 'swapAskedItem':
      return takeAsked(how, rule === 'askedItem');
    case 'setAskedItem':
      return takeAsked(how, true, true);
    case 'repeatItem':
      return repeat(how);
    case 'repeatItems':
      return repeatAll(how);
    default:
      return changeThere(rule, how);
  }
}

/** Changes an item that is there. */
function changeThere(rule: ChangeRule, how: How): Changed {
  const { order, items, heads, turn } = how;
  const found = changedBy(rule, how);
  if (found === undefined) return { isDone: false };
  const fit = withoutUnfit(found, order, items, itemField(turn.pack)!);
  // what is taken back of one item is not spoken of any more
  const known = rule === 'changeInstead' ? itemsBefore(turn) : order;
  const changed = asCountedBefore(fit, changedItems(known, fit), turn.pack);
  const anew = changedItems(known, changed);
  // of two of which the first was changed, the second is what is left
  const other = anew.places.findLast((at) => countIn(known, changed[at]) === 0) ?? anew.places.at(-1);
  // "back to the latte", which is there as it was
  const isNamed = other === undefined && items.length === 1 && isWhole(items[0], heads);
  const last = isNamed ? findItem(changed, items[0], heads) : other;
  const joined = joinAlike(changed, last === -1 ? undefined : last);
  return {
    order: joined.order,
    items: rule === 'kindItem' ? anew.items : undefined,
    isDone: true,
    focus: withoutFocus.has(rule) ? undefined : joined.focus,
  };
}

/** Rules behind which nothing is spoken of more than the rest. */
const withoutFocus: ReadonlySet<ItemRule> = new Set([
  'removeItem',
  'removeOther',
  'refuseItem',
  'refuseInAll',
  'restoreItem',
  'keepItems',
  'leaveItems',
  'changeAll',
  'changeThese',
]);

/** Slots that say which item is meant, and not what becomes of it. */
const ofMeant: ReadonlySet<string> = new Set(['old', 'target', 'part', 'owner', 'unwanted']);

/**
 * A turn for each clause of a sentence in which the same is said of several items, one after the other: "the first one
 * large and the second one decaf", or "milk in the first one and soy in the second one".
 */
function clausesOf(turn: Turn): Turn[] {
  const { pack, captures } = turn;
  const { name: field } = itemField(pack)!;
  const isSaid = captures.map(
    ({ entity, name, parts }) =>
      parts !== undefined && !ofMeant.has(name) && pack.entities.get(entity)?.into.includes(field),
  );
  const isAgain = captures.some(({ name }, at) => captures.findIndex((other) => other.name === name) < at);
  if (!isAgain || isSaid.filter(Boolean).length < 2) return [turn];
  const clauses: Turn['captures'][number][][] = [[]];
  for (const [at, capture] of captures.entries()) {
    const isNext = isSaid[0] ? isSaid[at] : isSaid[at - 1];
    if (at > 0 && isNext) clauses.push([]);
    clauses.at(-1)!.push(capture);
  }
  return clauses.map((captures) => ({ ...turn, captures }));
}
