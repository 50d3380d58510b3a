import type { Pack } from '../pack/pack.js';
import type { Context } from '../understanding.js';
import type { FieldValue } from './fields.js';

/**
 * Changes what things are called where a new value takes the place of a part of the name: behind "red wine", "white"
 * is white wine. Where there is no such thing, the rest of the name stays with the value beside it.
 *
 * @returns The values that still have to be put.
 */
export function renameThings(context: Context, values: readonly FieldValue[], pack: Pack): FieldValue[] {
  const { fields } = pack.definition;
  return values.filter((entry) => {
    const { field, key, value } = entry;
    if (key === undefined || !fields[field]?.inNames?.includes(key)) return true;
    const held = context[field] as Record<string, unknown[]> | undefined;
    if (held?.[key] !== undefined) return true;
    const list = [...pack.entities.values()].find(
      ({ kind, into }) => kind === 'list' && into.includes(`${field}.${key}`),
    );
    for (const [name, { things }] of Object.entries(fields)) {
      const names = context[name];
      if (things === undefined || list === undefined || !Array.isArray(names)) continue;
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
    if (pack.isOnList(things, rest)) return { name: rest, holdsValue: false };
  }
  return undefined;
}
