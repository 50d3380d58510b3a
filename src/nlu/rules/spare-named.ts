import { clearPath, isEmpty } from '../context/fields.js';
import { besidesOf } from './keep-beside.js';
import type { ValueRule } from './value-rules.js';

/**
 * "Not the bedroom": of several values that are spoken of together, what these slots name is so no longer. Behind "and
 * the bedroom", what was spoken of before that is again.
 */
export function spareNamed(
  { change: { context, history }, turn }: ValueRule,
  { field, slots }: { field: string; slots: readonly string[] },
): void {
  const { fields } = turn.pack.definition;
  const names = [field, ...besidesOf(field, fields)];
  const spared = turn.captures.filter(({ name }) => slots.includes(name)).map(({ value }) => value);
  const held = names.map((name) => context[name]).filter((value) => !isEmpty(value));
  let kept = held.filter((value) => !spared.includes(value));
  if (kept.length === held.length) return;
  if (kept.length === 0) {
    const before = history.at(-1)?.context[field];
    // "not the bedroom light" names no other light
    if (isEmpty(before) || before === context[field] || turn.captures.length > 1) return;
    kept = [before];
  }
  for (const [index, name] of names.entries()) {
    if (kept[index] === undefined) clearPath(context, name, fields);
    else context[name] = kept[index];
  }
}
