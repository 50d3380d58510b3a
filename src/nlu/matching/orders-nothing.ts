import type { Pack } from '../pack/pack.js';
import type { ContextRule } from '../pack/schema/context-rule-schema.js';
import type { Capture } from './thread.js';

/** Whether all that was said is how many: "forty five", of which a phrase makes a number of things. */
export function countsOnly(captures: readonly Capture[]): boolean {
  const said = captures.flatMap(({ entity, parts }) => parts?.map((part) => part.entity) ?? entity);
  return said.length > 0 && said.every((entity) => entity === 'quantity');
}

/**
 * Whether something would be added to an order of which nobody says what it is, "two" or "fifty dollars", which makes
 * none: nothing else is said, or phrases are read that are about something, and it is named in none of them.
 */
export function ordersNothing(
  pack: Pack,
  rules: readonly ContextRule[],
  captures: readonly Capture[],
): boolean {
  if (!rules.includes('addItems')) return false;
  if (countsOnly(captures)) return true;
  const phrases = captures.filter(({ parts }) => parts !== undefined);
  const headsOf = (entity: string) => pack.entities.get(entity)?.heads ?? [];
  return (
    phrases.some(({ entity }) => headsOf(entity).length > 0) &&
    phrases.every(({ entity, parts = [] }) => !parts.some((part) => headsOf(entity).includes(part.entity)))
  );
}
