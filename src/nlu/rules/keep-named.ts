import { clearPath, type FieldValue, heldAt, pathOf } from '../context/fields.js';
import type { Context } from '../understanding.js';
import { pathIn, type ValueRule } from './value-rules.js';

/** Of several values of one kind only those stay that are named: the white, of white and blue. */
function keepAmong(context: Context, said: readonly FieldValue[]): boolean {
  const heldBeside = (one: FieldValue) => {
    const held = one.key === undefined ? undefined : heldAt(context, pathOf(one));
    return Array.isArray(held) && held.length > 1 && held.includes(one.value);
  };
  if (said.length === 0 || !said.every(heldBeside)) return false;
  for (const { field, key = '' } of said) {
    const values = said.filter((one) => one.field === field && one.key === key).map(({ value }) => value);
    context[field] = { ...(context[field] as object), [key]: values };
  }
  return true;
}

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
  const isField = (path: string) => Object.hasOwn(definition.fields, path.split('.')[0]);
  const named = slots.flatMap((slot) => pathIn(turn, slot) ?? []).filter(isField);
  const said = turn.values.filter(({ slot }) => slot !== undefined && slots.includes(slot));
  const paths = [...named, ...fields, ...said.map(pathOf)];
  const isAmong = keepAmong(change.context, said);
  // "just the white", of white and blue shirts of linen: these, and not all that is white
  if (isAmong && fields.length > 0 && named.length === 0) return;
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
