import type { Turn } from '../../context/context-change.js';
import { type Item, piecesIn } from '../../context/item.js';
import { findItem, hasAll } from '../find-item.js';
import { itemField, itemHeads } from '../item-field.js';
import { refusedIn } from '../item-names.js';
import { isWhole, merged, partOf } from '../items.js';
import { leftSaid, partSaid } from '../meant/item-meant.js';
import { itemMentions, type Mentioned } from '../meant/item-mentions.js';
import { asOptionsThere } from '../meant/options-there.js';
import { itemsOfPersons } from '../meant/whose-item.js';
import { nameStoodFor } from '../stand-ins.js';
import type { ItemRule } from './changed-by.js';

/** What a turn says of the items of an order. */
export interface SaidItems {
  /** All of it, by slots. */
  mentioned: readonly Mentioned[];
  /** What becomes of an item, or is new. */
  said: readonly Mentioned[];
  /** The same, without the slots. */
  items: readonly Item[];
  /** Whether it is of another item than the one that was spoken of last. */
  isOfOther: boolean;
}

/** Rules about what is not there yet, so that nothing said is a name of what is. */
const ofNew: ReadonlySet<ItemRule> = new Set(['addItems', 'addEachItem', 'specifyItem']);
/** Rules by which something may take the place of what nothing names. */
const puttingRight: ReadonlySet<ItemRule> = new Set(['changeItem', 'correctItem']);
/** Rules that take something out, which "no" only says again. */
const takingOut: ReadonlySet<ItemRule> = new Set(['removeItem', 'removeOther', 'refuseItem', 'refuseInAll']);
/** Slots that say which item is meant, what holds for all, what more is said of the last one, and what goes. */
const besides: ReadonlySet<string> = new Set(['old', 'target', 'each', 'with', 'unwanted']);
/** Slots that say which of new items are spared something, or are the ones that are wanted after all, or not. */
const besidesNew: ReadonlySet<string> = new Set(['spared', 'kept', 'dropped']);

/** Finds what a turn says of the items of an order, for a rule. */
export function saidItems(rule: ItemRule, order: readonly Item[], turn: Turn): SaidItems {
  const heads = itemHeads(turn.pack);
  const mentioned = ofNew.has(rule)
    ? itemMentions(turn, [])
    : asOptionsThere(mentionsFor(rule, order, turn), order, turn.pack, puttingRight.has(rule));
  const first = mentioned.find(({ slot }) => slot === 'first');
  const perCup = rule === 'addEachItem' ? oneForEach(first?.items ?? order, turn) : undefined;
  const each = mentioned.find(({ slot }) => slot === 'each')?.items[0];
  const isOfOther = rule.startsWith('changeOther') && mentioned.some(({ slot }) => slot === 'rest');
  const isOfNew = (slot: string) => ofNew.has(rule) && besidesNew.has(slot);
  const said = mentioned
    .filter(({ slot }) => !besides.has(slot) && !isOfNew(slot) && (slot === 'rest') === isOfOther)
    .map(({ slot, items }) => ({
      slot,
      items: items.map((item) => ({ ...(slot === 'first' ? undefined : perCup), ...item, ...each })),
    }));
  // "three lattes with oat in two of them and a muffin": what is behind it, it is not said of
  const at = mentioned.findIndex(({ slot }) => slot === 'with');
  const isBehind = ({ slot }: Mentioned) => at >= 0 && mentioned.findIndex((one) => one.slot === slot) > at;
  const before = said.filter((one) => !isBehind(one)).flatMap((one) => one.items);
  const behind = said.filter(isBehind).flatMap((one) => one.items);
  const others = mentioned.find(({ slot }) => slot === 'rest')?.items[0] ?? {};
  const more = mentioned[at]?.items[0];
  const withIt =
    (ofNew.has(rule) ? withEach(mentioned, before, more, turn) : undefined) ??
    withMore(before, more, others, turn);
  const items = ofNew.has(rule) ? keptOf([...withIt, ...behind], mentioned, heads) : [...withIt, ...behind];
  return { mentioned, said, items, isOfOther };
}

/** What is said of the items that are there; of what goes without the "no" before it: "no hazelnut, vanilla". */
function mentionsFor(rule: ItemRule, order: readonly Item[], turn: Turn): Mentioned[] {
  const isGone = (slot: string) => takingOut.has(rule) || slot === 'old';
  return itemMentions(turn, order).map(({ slot, items }) => ({
    slot,
    items: isGone(slot) ? items.map((item) => asThere(item, order)) : items,
  }));
}

/** An item with what it is refused as it is there: in "actually no {item}", "no milk" takes out the milk. */
function asThere(said: Item, order: readonly Item[]): Item {
  const isThere = (option: string, value: unknown) =>
    order.some((item) => [item[option]].flat().includes(value));
  const there = (option: string, value: unknown) =>
    isThere(option, value) ? value : (refusedIn(value) ?? value);
  const entries = Object.entries(said).map(([option, value]) => [
    option,
    Array.isArray(value) ? value.map((one) => there(option, one)) : there(option, value),
  ]);
  return Object.fromEntries(entries);
}

/** "a muffin each": as many as there are of the first kind that was ordered, such as drinks, or as those have who want one. */
function oneForEach(order: readonly Item[], turn: Turn): { quantity: number } | undefined {
  const owned = itemsOfPersons(turn);
  const counted = owned.length > 0 ? owned : order;
  const head = itemHeads(turn.pack).find((name) => counted.some((item) => name in item));
  if (head === undefined) return undefined;
  return { quantity: counted.reduce((sum, item) => sum + (head in item ? piecesIn(item) : 0), 0) };
}

/**
 * New items with what more is said of some: of all but the one in a slot `spared`, "all with oat except the tea", or of
 * those that a slot `target` tells by what they are or have, each with what stands before it: "milk in the coffee and lemon
 * in the tea". What names none of them points at one that was ordered before. Undefined where no slot says.
 */
function withEach(
  mentioned: readonly Mentioned[],
  items: readonly Item[],
  more: Item | undefined,
  { pack }: Turn,
): Item[] | undefined {
  const heads = itemHeads(pack);
  const spared = mentioned.find(({ slot }) => slot === 'spared')?.items[0];
  if (spared !== undefined) {
    const left = findItem(items, spared, heads);
    return items.map((item, at) => (at === left ? item : merged(item, more ?? {}, heads)));
  }
  const targets = mentioned.filter(({ slot }) => slot === 'target').flatMap((one) => one.items);
  const mores = mentioned.filter(({ slot }) => slot === 'with').flatMap((one) => one.items);
  if (targets.length === 0 || mores.length === 0) return undefined;
  return targets.reduce<Item[]>(
    (list, named, at) => {
      const target = nameStoodFor(named, list, itemField(pack)!);
      const isMeant = (item: Item) => hasAll(item, target, heads);
      const said = mores[at] ?? mores[0];
      if (!list.some(isMeant)) return withNamed(list, { ...named, ...said }, heads);
      return list.map((item) => (isMeant(item) ? merged(item, said, heads) : item));
    },
    [...items],
  );
}

/** New items with one more; what was said of none of them before it is said of it: "two sugars and oat milk in my coffee". */
function withNamed(items: readonly Item[], named: Item, heads: readonly string[]): Item[] {
  const last = items.at(-1);
  if (last === undefined || isWhole(last, heads)) return [...items, named];
  return [...items.slice(0, -1), merged(last, named, heads)];
}

/**
 * Items of whose last one, or of so many of it as a slot `part` says, more is said, and perhaps something else of the
 * rest: "two teas, sugar in one and honey in the other".
 */
function withMore(items: readonly Item[], more: Item | undefined, others: Item, turn: Turn): Item[] {
  const heads = itemHeads(turn.pack);
  const last = items.at(-1);
  if (more === undefined || last === undefined) return [...items];
  const left = leftSaid(turn);
  const part = left === undefined ? partSaid(turn, last).quantity : Number(last.quantity) - left;
  if (Number(part) < 1) return [...items];
  const { rest, meant } = partOf(last, part);
  const other = rest.map((item) => merged(item, others, heads));
  const changed = merged(meant, more, heads);
  return [...items.slice(0, -1), ...(left === undefined ? [...other, changed] : [changed, ...other])];
}

/**
 * Of what was just ordered what a slot `kept` says is wanted after all, "a latte and a mocha, actually just the latte",
 * which may be something else, or all but what a slot `dropped` names: "a latte and a muffin, no, no muffin".
 */
function keptOf(items: readonly Item[], mentioned: readonly Mentioned[], heads: readonly string[]): Item[] {
  const inSlot = (name: string) => mentioned.filter(({ slot }) => slot === name).flatMap((one) => one.items);
  const kept = inSlot('kept');
  const left = inSlot('dropped').reduce<Item[]>(
    (list, one) => {
      const at = findItem(list, one, heads);
      return at < 0 ? list : list.toSpliced(at, 1);
    },
    [...items],
  );
  if (kept.length === 0) return left;
  // "a latte, actually just a small one"
  if (!isWhole(kept[0], heads)) return [...left.slice(0, -1), merged(left.at(-1) ?? {}, kept[0], heads)];
  // "two teas and a coffee, actually only one tea": so many fewer of what was counted, and the coffee as it is
  const fewer = kept.length === 1 ? findItem(left, kept[0], heads) : -1;
  if (Number(kept[0].quantity) < Number(left[fewer]?.quantity))
    return left.with(fewer, merged(left[fewer], kept[0], heads));
  return kept.map((one) => {
    const at = findItem(left, one, heads);
    return at < 0 ? one : merged(left[at], one, heads);
  });
}
