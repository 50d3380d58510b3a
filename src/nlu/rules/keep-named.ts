import { clearPath } from '../context/fields.js';
import type { Context } from '../understanding.js';
import { pathIn, type ValueRule } from './value-rules.js';

/**
 * Empties all but what is named, a field ("start over but keep the price") or a value ("all but the nike"), and what
 * was not wanted.
 *
 * @param slots Which slots name what stays.
 * @param fields What stays whatever is named.
 */
export function keepNamed(
  { change, turn }: ValueRule,
  { slots, fields = [] }: { slots: readonly string[]; fields?: readonly string[] },
): void {
  const { definition } = turn.pack;
  const named = slots.flatMap((slot) => pathIn(turn, slot) ?? []);
  const said = turn.values.filter(({ slot }) => slot !== undefined && slots.includes(slot));
  const paths = [
    ...named,
    ...fields,
    ...said.map(({ field, key }) => (key === undefined ? field : `${field}.${key}`)),
  ];
  const kept: Context = {};
  for (const path of paths) {
    const [field, key] = path.split('.');
    const held = change.context[field];
    if (key === undefined) kept[field] = held;
    else if (Object.hasOwn((held as object | undefined) ?? {}, key))
      kept[field] = { ...(kept[field] as object), [key]: (held as Record<string, unknown>)[key] };
  }
  for (const name of Object.keys(definition.fields)) clearPath(change.context, name, definition.fields);
  Object.assign(change.context, kept);
  change.base = { ...change.context };
  change.excludedBefore = change.lasting;
}
