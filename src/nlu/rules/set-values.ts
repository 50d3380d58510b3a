import { setPaths } from '../context/fields.js';
import { chosenValue, toldValue } from '../pack/compile/chosen-value.js';
import type { ValueRule } from './value-rules.js';

/**
 * Sets fields to values that hold without being said, to what the product that was chosen has ("another one by this
 * author"), or to what the last turn said ("turn that one off, too"). Where a product has no such thing nothing changes.
 */
export function setValues(on: ValueRule, values: Readonly<Record<string, unknown>>): void {
  const { change, before, turn } = on;
  for (const [path, value] of Object.entries(values)) {
    const name = chosenValue(value);
    const held = name === undefined ? ofTold(on, value) : ofChosen(on, name);
    if (held !== undefined) {
      setPaths(change.context, { [path]: held }, turn.pack.definition.fields);
      continue;
    }
    change.isDone = false;
    change.context = { ...before };
    return;
  }
}

/** A value as it is, or what the last turn said in the slot that it names; empty where it did not. */
function ofTold({ turn: { memory } }: ValueRule, value: unknown): unknown {
  const slot = toldValue(value);
  return slot === undefined ? value : (memory.told?.[slot] ?? '');
}

function ofChosen({ change: { selected } }: ValueRule, name: string): unknown {
  const result = selected?.result as Record<string, unknown> | undefined;
  return result?.[name] ?? (result?.attributes as Record<string, unknown> | undefined)?.[name];
}
