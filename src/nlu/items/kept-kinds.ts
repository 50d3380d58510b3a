import type { Item } from '../context/item.js';
import type { Pack } from '../pack/pack.js';
import { changedItems, countIn } from './changed-items.js';
import { isSameThing } from './find-item.js';
import { itemField } from './item-field.js';
import { refusedIn } from './item-names.js';

/**
 * Items of which another amount was said, by the name of the option alone, still of the kind that was there: "less milk" of
 * a latte with oat milk is less oat milk.
 *
 * @param order What became of those before.
 */
export function keptKinds(before: readonly Item[], order: readonly Item[], pack: Pack): Item[] {
  const { amounts: list, heads } = itemField(pack)!;
  const { gone } = changedItems(before, order);
  if (list === undefined || gone.length === 0) return [...order];
  const amountIn = (value: unknown) => pack.valueBefore(list, String(value));
  const kindBefore = (item: Item, option: string) =>
    gone
      .filter((one) => isSameThing(one, item, heads))
      .map((one) => String(one[option]).slice(amountIn(one[option])?.concat(' ').length ?? 0))
      .find((value) => value.split(' ').length === 2 && value.endsWith(` ${option}`));
  const inKind = (item: Item, [option, value]: [string, unknown]): [string, unknown] => {
    const amount = amountIn(value);
    const isBare = amount !== undefined && value === `${amount} ${option}` && refusedIn(value) === undefined;
    const kind = isBare ? kindBefore(item, option) : undefined;
    return [option, kind === undefined ? value : `${amount} ${kind}`];
  };
  return order.map((item) =>
    countIn(before, item) > 0
      ? item
      : Object.fromEntries(Object.entries(item).map((entry) => inKind(item, entry))),
  );
}
