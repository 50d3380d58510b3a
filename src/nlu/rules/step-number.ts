import type { ContextChange, Turn } from '../context/context-change.js';
import { heldAt, setPaths } from '../context/fields.js';

/** By how much, in the number of a slot, or how many times. */
type Step = { field: string } & ({ times: number } | { by: string; direction: 'less' | 'greater' });

/**
 * "Double it", "two more": moves the number that a field or key holds, if it holds just one. What would be no whole number
 * of something stays as it is.
 */
export function stepNumber(change: ContextChange, step: Step, turn: Turn): void {
  const moved = movedBy(step, heldAt(change.context, step.field), turn);
  change.isDone = moved !== undefined;
  if (moved === undefined) return;
  setPaths(change.context, { [step.field]: moved }, turn.pack.definition.fields);
}

function movedBy(step: Step, held: unknown, { captures }: Turn): unknown {
  const [value, ...others] = [held ?? []].flat();
  const number = Number(value);
  if (others.length > 0 || !Number.isInteger(number) || number < 1) return undefined;
  const moved = 'times' in step ? number * step.times : number + signed(step, captures);
  if (!Number.isInteger(moved) || moved < 1) return undefined;
  const said = typeof value === 'string' ? String(moved) : moved;
  return Array.isArray(held) ? [said] : said;
}

function signed({ by, direction }: Extract<Step, { by: string }>, captures: Turn['captures']): number {
  const said = Number(captures.find(({ name }) => name === by)?.value);
  return direction === 'less' ? -said : said;
}
