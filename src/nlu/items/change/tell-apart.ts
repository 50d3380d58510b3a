import type { ContextChange, Turn } from '../../context/context-change.js';
import type { Item } from '../../context/item.js';
import type { ContextRule } from '../../pack/schema/context-rule-schema.js';
import type { Context } from '../../understanding.js';
import { findItem, findItemWith } from '../find-item.js';
import { itemField, itemHeads } from '../item-field.js';
import { placeOfAtLeast } from '../item-places.js';
import { isWhole, joinAlike, partOf } from '../items.js';
import { partSaid } from '../meant/item-meant.js';
import { itemMentions } from '../meant/item-mentions.js';
import { apart, placeSaid } from '../meant/place-said.js';

/**
 * Moves values of the fields `ofEach` to the items that they are said of where these differ in them, "the latte to go and
 * the scone for here", and back to the whole where they no longer do. A value in a slot `rest` is of the others, one in a
 * slot `only` of no other one.
 *
 * @param before The context before the turn.
 */
export function tellApart(
  change: ContextChange,
  before: Context,
  rules: readonly ContextRule[],
  turn: Turn,
): void {
  const field = itemField(turn.pack);
  if (field === undefined) return;
  const { name, ofEach, heads } = field;
  for (const key of ofEach) {
    const said = turn.values.filter((value) => value.field === key);
    if (said.length === 0 || change.context[key] === undefined) continue;
    const isOfOther = rules.some((rule) => rule === 'changeOther' || rule === 'changeOthers');
    const rest = said.find(({ slot }) => slot === 'rest' || isOfOther)?.value;
    // "only the latte to go": the others no longer are
    const isOnly = said.some(({ slot }) => slot === 'only');
    const whole = rest ?? (isOnly ? undefined : before[key]);
    const all = (change.context[name] ?? []) as Item[];
    const isOfItems = change.items.some((item) => Object.keys(item).length > 0);
    const order = isOfItems ? all : withOwn(all, key, said[0].value, turn);
    const named = change.items.filter((item) => isWhole(item, heads));
    const places = new Map(
      named.map((item) => [findItem(order, without(item, key), heads), item[key] ?? said[0].value]),
    );
    // "everything to go but the tea"
    const isOfOthers = turn.captures.some(({ name }) => name === 'spared');
    const meant = isOfOthers
      ? new Map([...order.keys()].filter((at) => !places.has(at)).map((at) => [at, said[0].value]))
      : places;
    const others = order.filter((_, at) => !meant.has(at));
    // "and a muffin to go" behind a latte of which nobody said so is for both
    const known = others.map((item) => item[key] ?? whole);
    const isNew = rules.some((rule) =>
      ['addItems', 'repeatItem', 'repeatItems', 'specifyItem'].includes(String(rule)),
    );
    const isOfSome = !isNew || known.some((value) => value !== undefined);
    const each = order.map((item, at) => (meant.has(at) ? meant.get(at) : (item[key] ?? whole)));
    // "one to go and one for here" of two that are there, and "the others for here" behind "one to go"
    const isOfParts =
      order !== all || [...change.items, ...(rest === undefined ? [] : all)].some((item) => key in item);
    const areTold = named.length > 0 ? isOfSome || new Set(meant.values()).size > 1 : isOfParts;
    const isApart = areTold && new Set(each).size > 1;
    const list = order.map((item, at) =>
      isApart && each[at] !== undefined ? { ...item, [key]: each[at] } : without(item, key),
    );
    change.context[name] = joinAlike(list).order;
    if (!isApart) continue;
    delete change.context[key];
    change.isDone = true;
    change.ofEach.push(...said);
  }
}

/**
 * With a value of its own for the one that is meant, "the second one to go", "the large one to go", or for as many as a
 * slot `part` says of the last of which there are as many, else more: "one for here". The same order where none is.
 */
function withOwn(order: readonly Item[], key: string, value: unknown, turn: Turn): readonly Item[] {
  const heads = itemHeads(turn.pack);
  const target = itemMentions(turn, order).find(({ slot }) => slot === 'target');
  const place = placeSaid(order, turn, target?.items[0]);
  if (place !== undefined) {
    const [pieces, index] = apart(order, place);
    return index < 0 ? order : pieces.with(index, { ...pieces[index], [key]: value });
  }
  if (target !== undefined) {
    const [named] = target.items;
    const index = (isWhole(named, heads) ? findItem : findItemWith)(order, named, heads);
    return index < 0 ? order : order.with(index, { ...order[index], [key]: value });
  }
  const part = Number(partSaid(turn).quantity);
  // "one to go" is one of several
  const index =
    part > 1 ? placeOfAtLeast(order, part) : order.findLastIndex(({ quantity }) => Number(quantity) > part);
  if (index < 0) return order;
  const { meant, rest } = partOf(order[index], part);
  return order.toSpliced(index, 1, ...rest, { ...meant, [key]: value });
}

function without(item: Item, key: string): Item {
  const { [key]: _, ...rest } = item;
  return rest;
}
