import type { ContextChange, Turn } from '../context/context-change.js';
import type { Item } from '../context/item.js';
import { oncePer } from '../once-per.js';
import type { Pack } from '../pack/pack.js';
import type { FieldDefinition } from '../pack/schema/pack-schema.js';
import { joinAlike } from './items.js';

/** The field of items of a pack, as the pack defines it. */
export type ItemField = FieldDefinition &
  Required<Pick<FieldDefinition, 'defaults' | 'standsFor' | 'suits' | 'never' | 'ofEach'>> & {
    name: string;
    /** What an item can be about, whichever phrase it was said in. */
    heads: readonly string[];
  };

/** The field of items of a pack; one whose rules are about items has one. */
export function itemField(pack: Pack): ItemField | undefined {
  return itemsOf(pack).field;
}

/** What an item can be about; nothing where the pack has no field of items. */
export function itemHeads(pack: Pack): readonly string[] {
  return itemsOf(pack).field?.heads ?? [];
}

const itemsOf = oncePer(({ definition, entities }: Pack): { field?: ItemField } => {
  const found = Object.entries(definition.fields).find(([, { kind }]) => kind === 'items');
  if (found === undefined) return {};
  const [name, defined] = found;
  // phrases of what is said of an item that was named before have other heads
  const phrases = [...entities.values()].filter(({ into }) => into.includes(name));
  const heads = phrases.find((phrase) => phrase.heads.length > 0)?.heads ?? [];
  const empty = { defaults: {}, standsFor: {}, suits: {}, never: {}, ofEach: [] };
  return { field: { ...empty, ...defined, name, heads } };
});

/** The items, as the turn has left them so far. */
export function itemsIn({ context }: ContextChange, pack: Pack): Item[] {
  return [...((context[itemField(pack)!.name] as Item[] | undefined) ?? [])];
}

/** Puts what a rule makes of the items into their field; where it makes nothing of them, they stay as they are. */
export function changeOrder(
  change: ContextChange,
  pack: Pack,
  make: (order: Item[]) => readonly Item[] | undefined,
): void {
  const order = make(itemsIn(change, pack));
  change.isDone = order !== undefined;
  if (order !== undefined) change.context[itemField(pack)!.name] = joinAlike(order).order;
}

/** The items as they were before each turn that is remembered, latest last. */
export function earlierItems({ memory, pack }: Turn): Item[][] {
  return memory.history.map(({ context }) => (context[itemField(pack)!.name] ?? []) as Item[]);
}

/** The items as they were before the turn that changed them last. */
export function itemsBefore(turn: Turn): Item[] {
  return earlierItems(turn).at(-1) ?? [];
}

/** Whoever speaks, as a value of the list `persons`. */
export const speaker = 'me';

/** The list of words for persons, of a pack that has one. */
export function personsOf(pack: Pack): ReadonlyMap<string, string> | undefined {
  const { persons = '' } = itemField(pack) ?? {};
  return pack.lists.get(persons);
}
