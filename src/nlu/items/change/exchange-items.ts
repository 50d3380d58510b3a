import { slotValue } from '../../context/context-change.js';
import { type Item, keepOptions, optionsOf } from '../../context/item.js';
import { findItem, isSameThing } from '../find-item.js';
import { earlierItems } from '../item-field.js';
import type { How } from './how.js';

/** What was said last of two items, or of those that are named the option that a slot `option` names. */
export function exchange(how: How): Item[] | undefined {
  const option = slotValue('option', how.turn);
  return option === undefined ? exchangeItems(how) : exchangeOption(how, String(option));
}

/**
 * "The other way round": of two items what was last said of one is said of the other one, and the other way round.
 *
 * @returns undefined where not of two items something was said.
 */
function exchangeItems({ order, heads, turn }: How): Item[] | undefined {
  for (const before of earlierItems(turn).toReversed()) {
    const said = order.map((item) => optionsAnew(item, before, heads));
    const places = [...said.keys()].filter((index) => said[index].length > 0);
    if (places.length > 2) return undefined;
    if (places.length < 2) continue;
    const [first, second] = places;
    const options = [...new Set([...said[first], ...said[second]])];
    return order
      .with(first, withOptionsOf(order[first], order[second], options))
      .with(second, withOptionsOf(order[second], order[first], options));
  }
  return undefined;
}

/**
 * "Swap the sizes": two items, those that are named or else those of which that option was said, change one option.
 *
 * @returns undefined where there are not two of them.
 */
function exchangeOption({ order, items, heads }: How, option: string): Item[] | undefined {
  const places =
    items.length > 0
      ? items.map((item) => findItem(order, item, heads))
      : [...order.keys()].filter((index) => option in order[index]);
  const [first, second] = places;
  if (new Set(places).size !== 2 || places.includes(-1)) return undefined;
  return order
    .with(first, withOptionsOf(order[first], order[second], [option]))
    .with(second, withOptionsOf(order[second], order[first], [option]));
}

/** The options of an item that were not said before of that thing. */
function optionsAnew(item: Item, before: readonly Item[], heads: readonly string[]): string[] {
  const known = before.filter((other) => isSameThing(item, other, heads));
  const isKnown = (option: string) =>
    known.some((other) => JSON.stringify(other[option]) === JSON.stringify(item[option]));
  return optionsOf(item).filter((option) => !heads.includes(option) && !isKnown(option));
}

function withOptionsOf(item: Item, other: Item, options: readonly string[]): Item {
  const kept = keepOptions(item, (option) => !options.includes(option));
  const taken = options.filter((option) => option in other).map((option) => [option, other[option]]);
  return { ...kept, ...Object.fromEntries(taken) };
}
