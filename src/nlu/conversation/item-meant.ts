import type { Turn } from './context-change.js';
import { itemField, itemHeads } from './item-field.js';
import type { Item } from './items.js';
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

/** The last item as the kind of it that a slot `kind` names: "peppermint" of a tea, where there is peppermint tea. */
export function kindOfLast(order: readonly Item[], { captures, pack }: Turn): Item | undefined {
  const last = order.at(-1);
  const kind = captures.find(({ name }) => name === 'kind')?.value;
  for (const head of last === undefined ? [] : itemHeads(pack, itemField(pack)!)) {
    const name = `${kind} ${last![head]}`;
    if (pack.lists.get(head)?.some(({ value }) => value === name)) return { ...last, [head]: name };
  }
  return undefined;
}
