import type { FieldValue } from '../context/fields.js';
import type { Entity } from '../pack/compile-entities.js';
import type { Pack } from '../pack/pack.js';
import type { Context } from '../understanding.js';
import { renameKinds } from './rename-kinds.js';

/**
 * Changes what things are called where a new value takes the place of a part of the name: behind "red wine", "white"
 * is white wine. Where there is no such thing, the rest of the name stays with the value beside it, if other values name
 * such things, too: red beans behind "black beans". What begins with a figure goes on behind the name that is there:
 * "the 15 pro" is an iPhone behind "iphone 14".
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
  return renameKinds(context, whole, pack).filter((entry) => {
    const { value } = entry;
    const list = namesWith(entry, pack);
    if (list === undefined || heldBy(context, entry) !== undefined) return true;
    for (const [name, { things }] of Object.entries(fields)) {
      const names = context[name];
      if (things === undefined || !Array.isArray(names)) continue;
      for (const [index, thing] of names.entries()) {
        const renamed = rename(String(thing), String(value), list.list ?? list.name, things, pack);
        if (renamed === undefined) continue;
        context[name] = names.with(index, renamed.name);
        return !renamed.holdsValue;
      }
    }
    return true;
  });
}

/** The list that a value is on which may be part of a thing's name. */
function namesWith({ field, key }: FieldValue, pack: Pack): Entity | undefined {
  if (key === undefined || !pack.definition.fields[field]?.inNames?.includes(key)) return undefined;
  const path = `${field}.${key}`;
  return [...pack.entities.values()].find(({ kind, into }) => kind === 'list' && into.includes(path));
}

function heldBy(context: Context, { field, key = '' }: FieldValue): unknown[] | undefined {
  return (context[field] as Record<string, unknown[]> | undefined)?.[key];
}

/** A value that begins with a figure, behind the first words of the one that it takes the place of. */
function wholeName(context: Context, entry: FieldValue, pack: Pack): string | undefined {
  const { value } = entry;
  const list = namesWith(entry, pack);
  const held = heldBy(context, entry);
  if (list === undefined || held?.length !== 1 || !/^\d/.test(String(value))) return undefined;
  const words = String(held[0]).split(' ');
  for (let end = words.length - 1; end > 0; end--) {
    const name = words.slice(0, end).join(' ');
    if (pack.isOnList(list.list ?? list.name, name)) return `${name} ${value}`;
  }
  return undefined;
}

function rename(
  thing: string,
  value: string,
  list: string,
  things: string,
  pack: Pack,
): { name: string; holdsValue: boolean } | undefined {
  if (!pack.isOnList(things, thing)) return undefined;
  const words = thing.split(' ');
  for (let end = 1; end < words.length; end++) {
    const part = words.slice(0, end).join(' ');
    if (!pack.isOnList(list, part) || part === value) continue;
    const rest = words.slice(end).join(' ');
    const name = `${value} ${rest}`;
    if (pack.isOnList(things, name)) return { name, holdsValue: true };
    const isOneOfSeveral = [...(pack.lists.get(list)?.keys() ?? [])].some(
      (other) => other !== part && pack.isOnList(things, `${other} ${rest}`),
    );
    // Beans are black or green, but a machine is not of the color espresso.
    if (isOneOfSeveral && pack.isOnList(things, rest)) return { name: rest, holdsValue: false };
  }
  return undefined;
}
