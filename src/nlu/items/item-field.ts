import type { ContextChange, Turn } from '../context/context-change.js';
import type { Item } from '../context/item.js';
import { oncePer } from '../once-per.js';
import type { Pack } from '../pack/pack.js';
import { joinAlike } from './items.js';

/** The field of items of a pack; one whose rules are about items has one. */
export function itemField(pack: Pack): string | undefined {
  return itemsOf(pack).field;
}

/** What an item can be about, whichever phrase it was said in; nothing where the pack has no field of items. */
export function itemHeads(pack: Pack): readonly string[] {
  return itemsOf(pack).heads;
}

const itemsOf = oncePer(({ definition, entities }: Pack): { field?: string; heads: readonly string[] } => {
  const [field] = Object.entries(definition.fields).find(([, { kind }]) => kind === 'items') ?? [];
  if (field === undefined) return { heads: [] };
  const phrases = [...entities.values()].filter(({ into }) => into.includes(field));
  return { field, heads: phrases.find(({ heads }) => heads.length > 0)?.heads ?? [] };
});

/** The items of a field, as the turn has left them so far. */
export function itemsIn({ context }: ContextChange, field: string): Item[] {
  return [...((context[field] as Item[] | undefined) ?? [])];
}

/** Puts what a rule makes of the items into their field; where it makes nothing of them, they stay as they are. */
export function changeOrder(
  change: ContextChange,
  pack: Pack,
  make: (order: Item[]) => readonly Item[] | undefined,
): void {
  const field = itemField(pack)!;
  const order = make(itemsIn(change, field));
  change.isDone = order !== undefined;
  if (order !== undefined) change.context[field] = joinAlike(order).order;
}

/** The items as they were before each turn that is remembered, latest last. */
export function earlierItems({ memory, pack }: Turn): Item[][] {
  return memory.history.map(({ context }) => (context[itemField(pack)!] ?? []) as Item[]);
}

/** The items as they were before the turn that changed them last. */
export function itemsBefore(turn: Turn): Item[] {
  return earlierItems(turn).at(-1) ?? [];
}

/** Whoever speaks, as a value of the list `persons`. */
export const speaker = 'me';

/** The list of words for persons, of a pack that has one. */
export function personsOf(pack: Pack): ReadonlyMap<string, string> | undefined {
  const { persons = '' } = pack.definition.fields[itemField(pack) ?? ''] ?? {};
  return pack.lists.get(persons);
}
