import type { FieldValue } from '../context/fields.js';
import type { Pack } from '../pack/pack.js';
import { isOther } from '../pack/value-kinds.js';
import type { Context } from '../understanding.js';

/**
 * Changes what a thing is called where a new value is of the same kind as the first words of its name: behind "gas
 * grill", "electric" is an electric grill. Where there is no thing of that name, the rest of it stays, and the value
 * beside it: behind "firm mattress", "softer" is a softer mattress.
 *
 * @returns The values that still have to be put.
 */
export function renameKinds(context: Context, values: readonly FieldValue[], pack: Pack): FieldValue[] {
  return values.filter(({ field, value, adds }) => {
    const { things, kinds = [] } = pack.definition.fields[field] ?? {};
    const names = context[field];
    if (adds !== true || things === undefined || !Array.isArray(names)) return true;
    for (const [index, thing] of names.entries()) {
      const isThing = pack.isOnList(things, String(thing));
      const rest = isThing ? restOf(String(thing), String(value), kinds, pack) : undefined;
      if (rest === undefined) continue;
      const name = `${pack.locale.stem(String(value))} ${rest}`;
      const isNamed = pack.isOnList(things, name);
      if (!isNamed && !pack.isOnList(things, rest)) continue;
      context[field] = names.with(index, isNamed ? name : rest);
      return !isNamed;
    }
    return true;
  });
}

/** What a name ends with, if what stands before it and a value cannot both hold. */
function restOf(
  thing: string,
  value: string,
  kinds: readonly (readonly string[])[],
  { locale }: Pack,
): string | undefined {
  const words = thing.split(' ');
  for (let end = 1; end < words.length; end++) {
    const part = words.slice(0, end).join(' ');
    if (isOther(part, locale.stem(value), kinds)) return words.slice(end).join(' ');
  }
  return undefined;
}
