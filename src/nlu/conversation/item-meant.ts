import type { Turn } from './context-change.js';
import type { Item } from './item.js';
import { itemField, itemHeads } from './item-field.js';
import { toItem } from './items-of.js';

/** What a turn asks about items, which the next one may speak of as "that"; undefined where it asks nothing. */
export function askedItem({ pack, captures }: Turn): Item | undefined {
  const field = itemField(pack);
  const phrases = [...pack.entities.values()].filter(
    ({ into }) => field !== undefined && into.includes(field),
  );
  const options = new Set(phrases.flatMap(({ of = [] }) => of));
  const said = captures.filter(({ entity, isUnknown }) => options.has(entity) && !isUnknown);
  return said.length === 0 ? undefined : toItem(said, pack);
}

/**
 * The last item with a kind that a slot `kind` names, and where it stands: "peppermint" of a tea, where there is
 * peppermint tea.
 */
export function kindOfLast(
  order: readonly Item[],
  { captures, pack }: Turn,
): { kind: Item; index: number } | undefined {
  const named = captures.find(({ name }) => name === 'kind')?.value;
  for (const [index, item] of [...order.entries()].reverse()) {
    for (const head of itemHeads(pack, itemField(pack)!)) {
      const name = `${named} ${item[head]}`;
      if ([...(pack.lists.get(head)?.values() ?? [])].includes(name))
        return { kind: { ...item, [head]: name }, index };
    }
  }
  return undefined;
}

/**
 * The last item with another amount of the option that was said last: "just a little" of a coffee with milk. Values
 * begin with the amount, if any was said, which is on the list `amounts`.
 */
export function withAmount(
  item: Item,
  amount: string,
  { options, amounts }: { options: readonly string[]; amounts: string },
  { pack }: Turn,
): Item | undefined {
  const option = Object.keys(item).findLast((key) => options.includes(key));
  if (option === undefined) return undefined;
  const known = [item[option]].flat().map(String);
  const last = known.at(-1)!;
  const before = [...(pack.lists.get(amounts)?.values() ?? [])].find((value) => last.startsWith(`${value} `));
  // of two sugars nobody says how much they are
  if (before === undefined && /^\d/.test(last)) return undefined;
  const anew = `${amount} ${before === undefined ? last : last.slice(before.length + 1)}`;
  return { ...item, [option]: Array.isArray(item[option]) ? [...known.slice(0, -1), anew] : anew };
}
