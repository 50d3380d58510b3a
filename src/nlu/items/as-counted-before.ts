import type { Item } from '../context/item.js';
import type { Pack } from '../pack/pack.js';
import type { ChangedItems } from './changed-items.js';
import { isSameThing } from './find-item.js';
import { itemField } from './item-field.js';
import { refusedIn } from './item-names.js';

/**
 * An order in which what has come in place of something counted is as many, where nobody said how much of it: "make it
 * caramel" of a latte with "2 pumps of vanilla" makes 2 pumps of caramel.
 */
export function asCountedBefore(
  order: readonly Item[],
  { items, gone }: Pick<ChangedItems, 'items' | 'gone'>,
  pack: Pack,
): Item[] {
  const { amounts, heads } = itemField(pack)!;
  const isPlain = (value: unknown) =>
    countOf(value) === undefined &&
    refusedIn(value) === undefined &&
    (amounts === undefined || pack.valueBefore(amounts, String(value)) === undefined);
  return order.map((item) => {
    const old = items.includes(item) ? gone.find((one) => isSameThing(one, item, heads)) : undefined;
    if (old === undefined) return item;
    const options = Object.entries(item).map(([option, value]) => {
      const before = old[option];
      if (!Array.isArray(value) || !Array.isArray(before) || value.length !== 1 || before.length !== 1)
        return [option, value];
      const count = countOf(before[0]);
      if (count === undefined || value[0] === before[0] || !isPlain(value[0])) return [option, value];
      // nor of "half a pump of caramel", which is in the same measure
      const measure = ` ${pack.locale.stem(count.split(' ')[1])} of `;
      return [option, String(value[0]).includes(measure) ? value : [`${count}${value[0]}`]];
    });
    return Object.fromEntries(options);
  });
}

/** "2 pumps of " in "2 pumps of vanilla". */
function countOf(value: unknown): string | undefined {
  return /^[\d.]+ \S+ of /.exec(String(value))?.[0];
}
