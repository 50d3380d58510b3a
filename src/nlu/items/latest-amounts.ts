import type { Item } from '../context/item.js';
import type { Pack } from '../pack/pack.js';
import { itemField } from './item-field.js';
import { countedIn } from './item-names.js';

/**
 * Items with one amount of each thing in their lists of options, the one that was said last: "extra foam" in place of
 * "no foam". Amounts are the values of the list that the field names as `amounts`, and counts: "2 pumps of". An amount of
 * what is named before in full is one of that: behind "vanilla syrup" "2 pumps of syrup" are of vanilla syrup.
 */
export function latestAmounts(order: readonly Item[], pack: Pack): Item[] {
  const { amounts: list } = itemField(pack)!;
  if (list === undefined) return [...order];
  const thing = (value: unknown): string => {
    const said = String(value);
    const amount = pack.valueBefore(list, said);
    return amount === undefined ? (countedIn(said) ?? said) : said.slice(amount.length + 1);
  };
  const latest = (values: readonly unknown[]) =>
    values.filter((value, at) => values.slice(at + 1).every((later) => thing(later) !== thing(value)));
  const inFull = (values: readonly unknown[]) =>
    values.map((value, at) => {
      const short = thing(value);
      const named = values
        .slice(0, at)
        .map(thing)
        .filter((other) => other.endsWith(` ${short}`));
      const isOne = new Set(named).size === 1 && short !== String(value);
      return isOne ? `${String(value).slice(0, -short.length)}${named[0]}` : value;
    });
  return order.map((item) =>
    Object.fromEntries(
      Object.entries(item).map(([option, value]) => [
        option,
        Array.isArray(value) ? latest(inFull(value)) : value,
      ]),
    ),
  );
}
