import type { Pack } from '../../pack/pack.js';
import { itemField } from '../item-field.js';

/** Whoever speaks, as a value of the list `persons`. */
export const speaker = 'me';

/** The list of words for persons, of a pack that has one. */
export function personsOf(pack: Pack): ReadonlyMap<string, string> | undefined {
  const { persons = '' } = pack.definition.fields[itemField(pack) ?? ''] ?? {};
  return pack.lists.get(persons);
}
