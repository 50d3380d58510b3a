import type { Item } from '../../context/item.js';
import type { Pack } from '../../pack/pack.js';
import { itemField } from '../item-field.js';
import { isAbout } from '../item-names.js';

/**
 * What is said of items by the names that they have there: "no cream" of a mocha with whipped cream is of that, where no
 * item has cream of its own.
 */
export function byNamesThere(said: Item, order: readonly Item[], pack: Pack): Item {
  const { amounts } = itemField(pack)!;
  const thingOf = (value: string) => {
    const before = amounts === undefined ? undefined : pack.valueBefore(amounts, value);
    const amount = before === undefined ? '' : `${before} `;
    return { amount, thing: value.slice(amount.length) };
  };
  const renamed: Item = {};
  for (const [option, value] of Object.entries(said)) {
    const { amount, thing } = thingOf(String(value));
    const isThere = order.some((item) => isAbout(item[option], thing));
    const other = typeof value !== 'string' || isThere ? undefined : longerName(thing, option, order);
    if (other === undefined) renamed[option] = value;
    else {
      const before = (renamed[other.option] ?? said[other.option] ?? []) as unknown[];
      renamed[other.option] = [...before, `${amount}${thingOf(other.name).thing}`];
    }
  }
  return renamed;
}

/** The value of a list of another option that ends in a name. */
function longerName(
  thing: string,
  option: string,
  order: readonly Item[],
): { option: string; name: string } | undefined {
  for (const item of order.toReversed()) {
    for (const [key, values] of Object.entries(item)) {
      if (key === option || !Array.isArray(values)) continue;
      const name = values.findLast((value) => value !== thing && isAbout(value, thing));
      if (name !== undefined) return { option: key, name: String(name) };
    }
  }
  return undefined;
}
