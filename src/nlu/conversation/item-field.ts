import type { Pack } from '../pack/pack.js';

/** The field of items of a pack. */
export function itemField(pack: Pack): string | undefined {
  return Object.entries(pack.definition.fields).find(([, { kind }]) => kind === 'items')?.[0];
}

/** What an item of a field can be about, whichever phrase it was said in. */
export function itemHeads(pack: Pack, field: string): readonly string[] {
  const phrases = [...pack.entities.values()].filter(({ into }) => into.includes(field));
  return phrases.find(({ heads }) => heads.length > 0)?.heads ?? [];
}
