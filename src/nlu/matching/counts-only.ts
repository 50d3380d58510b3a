import type { ContextRule } from '../pack/context-rule-schema.js';
import type { Capture } from './thread.js';

/** Whether all that was said is how many: "forty five", of which a phrase makes a number of things. */
export function countsOnly(captures: readonly Capture[]): boolean {
  const said = captures.flatMap(({ entity, parts }) => parts?.map((part) => part.entity) ?? entity);
  return said.length > 0 && said.every((entity) => entity === 'quantity');
}

/** Whether a number alone would be added to an order, which makes none: it is rather what another template says. */
export function addsCountOnly(rules: readonly ContextRule[], captures: readonly Capture[]): boolean {
  return rules.includes('addItems') && countsOnly(captures);
}
