import { oncePer } from '../once-per.js';
import type { Pack } from '../pack/pack.js';

/** The field of items of a pack. */
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
