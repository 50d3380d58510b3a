import { setPaths } from '../context/fields.js';
import { chosenValue } from '../pack/chosen-value.js';
import type { ValueRule } from './value-rules.js';

/**
 * Sets fields to values that hold without being said, or to what the product that was chosen has: "another one by this
 * author". Where that is not known nothing changes.
 */
export function setValues(on: ValueRule, values: Readonly<Record<string, unknown>>): void {
  const { change, before, turn } = on;
  for (const [path, value] of Object.entries(values)) {
    const name = chosenValue(value);
    const held = name === undefined ? value : ofChosen(on, name);
    if (held !== undefined) {
      setPaths(change.context, { [path]: held }, turn.pack.definition.fields);
      continue;
    }
    change.isDone = false;
    change.context = { ...before };
    return;
  }
}

function ofChosen({ change: { selected } }: ValueRule, name: string): unknown {
  const result = selected?.result as Record<string, unknown> | undefined;
  return result?.[name] ?? (result?.attributes as Record<string, unknown> | undefined)?.[name];
}
