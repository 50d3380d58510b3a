import { slotValue, type Turn } from '../context/context-change.js';
import type { Item } from '../context/item.js';
import { partsOf } from '../matching/thread.js';
import { changedItems } from './changed-items.js';
import { findItem, findItemWith } from './find-item.js';
import { itemField, itemsBefore } from './item-field.js';
import { fitItems } from './item-places.js';
import { stepOption } from './items.js';
import { withAmount } from './meant/item-meant.js';
import { apart, placeSaid } from './meant/place-said.js';
import { byNamesThere } from './meant/short-names.js';
import { ownItem } from './meant/whose-item.js';
import { toItem } from './said/items-of.js';

/**
 * Gives the option that was said last another amount: "just a little". It is that of the items that were changed in the
 * turn before, as with "milk in the americanos", or else that of the last item.
 */
export function changeLastAmount(
  order: readonly Item[],
  rule: Parameters<typeof withAmount>[2],
  turn: Turn,
): Item[] | undefined {
  const amount = slotValue('howMuch', turn);
  if (amount === undefined || order.length === 0) return undefined;
  const { places, gone } = changedItems(itemsBefore(turn), order);
  // of several that were ordered at once it is the last one
  const meant = gone.length > 0 && places.length > 0 ? places : [order.length - 1];
  const changed = meant.map((at) => withAmount(order[at], String(amount), rule, turn));
  if (changed.every((item) => item === undefined)) return undefined;
  return order.map((item, at) => changed[meant.indexOf(at)] ?? item);
}

/** The item that a slot `target` tells by what it has, by the names that are there: "the soy one", "the one with cream". */
function targetSaid({ captures, pack }: Turn, order: readonly Item[]): Item | undefined {
  const target = captures.find(({ name }) => name === 'target');
  return target?.parts && byNamesThere(toItem(target.parts, pack), order, pack);
}

/** Gives the item that was named, else the last, the next value of an option, as "a size larger" asks. */
export function stepLastItem(
  all: readonly Item[],
  step: Parameters<typeof stepOption>[1],
  turn: Turn,
): Item[] | undefined {
  const field = itemField(turn.pack)!;
  const { heads } = field;
  const place = placeSaid(all, turn, undefined);
  if (place !== undefined && place.index < 0) return undefined;
  const [order, own] = apart(all, place ?? { index: ownItem(all, turn)?.index ?? -1 });
  const told = targetSaid(turn, order);
  const named = partsOf(turn.captures).find(({ entity }) => heads.includes(entity));
  const byName = named === undefined ? own : findItem(order, { [named.entity]: named.value }, heads);
  const index = told === undefined ? byName : findItemWith(order, told, heads);
  if (told !== undefined && index < 0) return undefined;
  const fit = index < 0 ? fitItems(order, { [step.option]: step.usual }, field) : [index];
  // "an extra shot" is in no juice
  const stepped = stepOption(
    fit.map((at) => order[at]),
    step,
    heads,
  );
  return stepped && order.map((item, at) => stepped[fit.indexOf(at)] ?? item);
}
