import { type FieldValue, heldAt, pathOf } from '../context/fields.js';
import type { Entity } from '../pack/compile/compile-entities.js';
import type { Pack } from '../pack/pack.js';
import { isOther } from '../pack/value-kinds.js';
import type { Context } from '../understanding.js';

/** What of a thing's name a value takes the place of. */
interface Renaming {
  /** The fields that hold such names. */
  fields: readonly string[];
  /** The value, as a part of a name. */
  word: string;
  /** Whether the first words of a name cannot hold together with the value. */
  isReplaced: (part: string) => boolean;
  /** The list of what else such names begin with; absent where any name may lose its first words. */
  others?: ReadonlyMap<string, unknown>;
}

/**
 * Changes what things are called where a new value takes the place of a part of the name: behind "red wine", "white"
 * is white wine, and behind "gas grill", "electric" is an electric grill, as it is of the same kind. Where there is no
 * such thing, the rest of the name stays with the value beside it: behind "firm mattress", "softer" is a softer mattress;
 * if the name was one by a list, then only if other values of it name such things, too: red beans behind "black beans".
 * What begins with a figure goes on behind the name that is there: "the 15 pro" is an iPhone behind "iphone 14".
 *
 * @returns The values that still have to be put.
 */
export function renameThings(context: Context, values: readonly FieldValue[], pack: Pack): FieldValue[] {
  const { fields } = pack.definition;
  const named = new Map(
    values.flatMap((entry) => {
      const name = wholeName(context, entry, pack);
      return name === undefined ? [] : [[entry.value, name]];
    }),
  );
  const whole = values.map((entry) => ({ ...entry, value: named.get(entry.value) ?? entry.value }));
  return whole.filter((entry) => {
    const renaming = renamingBy(entry, context, pack);
    for (const field of renaming?.fields ?? []) {
      const { things } = fields[field];
      const names = context[field];
      if (things === undefined || !Array.isArray(names)) continue;
      for (const [index, thing] of names.entries()) {
        const renamed = rename(String(thing), renaming!, things, pack);
        if (renamed === undefined) continue;
        context[field] = names.with(index, renamed.name);
        return !renamed.holdsValue;
      }
    }
    return true;
  });
}

function renamingBy(entry: FieldValue, context: Context, pack: Pack): Renaming | undefined {
  const { field, key, value, adds } = entry;
  const { fields } = pack.definition;
  const { things, kinds = [] } = fields[field];
  if (adds && key === undefined && things !== undefined) {
    const word = pack.locale.stem(String(value));
    return { fields: [field], word, isReplaced: (part) => isOther(part, word, kinds) };
  }
  const entity = namesWith(entry, pack);
  if (entity === undefined || heldAt(context, pathOf(entry)) !== undefined) return undefined;
  const word = String(value);
  return {
    fields: Object.keys(fields),
    word,
    isReplaced: (part) => part !== word && pack.isOnList(entity.list, part),
    others: pack.lists.get(entity.list),
  };
}

/** The list that a value is on which may be part of a thing's name. */
function namesWith(entry: FieldValue, pack: Pack): Entity | undefined {
  const { field, key } = entry;
  if (key === undefined || !pack.definition.fields[field].inNames?.includes(key)) return undefined;
  const path = pathOf(entry);
  return [...pack.entities.values()].find(({ kind, into }) => kind === 'list' && into.includes(path));
}

/** A value that begins with a figure, behind the first words of the one that it takes the place of. */
function wholeName(context: Context, entry: FieldValue, pack: Pack): string | undefined {
  const { value } = entry;
  const entity = namesWith(entry, pack);
  const held = heldAt(context, pathOf(entry));
  if (entity === undefined || !Array.isArray(held) || held.length !== 1 || !/^\d/.test(String(value)))
    return undefined;
  const words = String(held[0]).split(' ');
  for (let end = words.length - 1; end > 0; end--) {
    const name = words.slice(0, end).join(' ');
    if (pack.isOnList(entity.list, name)) return `${name} ${value}`;
  }
  return undefined;
}

function rename(
  thing: string,
  { word, isReplaced, others }: Renaming,
  things: string,
  pack: Pack,
): { name: string; holdsValue: boolean } | undefined {
  if (!pack.isOnList(things, thing)) return undefined;
  const words = thing.split(' ');
  for (let end = 1; end < words.length; end++) {
    const part = words.slice(0, end).join(' ');
    if (!isReplaced(part)) continue;
    const rest = words.slice(end).join(' ');
    const name = `${word} ${rest}`;
    if (pack.isOnList(things, name)) return { name, holdsValue: true };
    // Beans are black or green, but a machine is not of the color espresso.
    const isBegun = (other: string) => other !== part && pack.isOnList(things, `${other} ${rest}`);
    const isOneOfSeveral = others === undefined || [...others.keys()].some(isBegun);
    if (isOneOfSeveral && pack.isOnList(things, rest)) return { name: rest, holdsValue: false };
  }
  return undefined;
}
