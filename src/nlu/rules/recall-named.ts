import { heldAt, isEmpty, setPaths } from '../context/fields.js';
import { pathIn, type ValueRule } from './value-rules.js';

/**
 * "Same color", of another thing: the field that a slot names holds again what the last search with any value there had.
 * Where something is in it already nothing changes.
 */
export function recallNamed({ change, before: now, turn }: ValueRule, slot: string): void {
  const path = pathIn(turn, slot);
  if (path === undefined) return;
  if (!isEmpty(heldAt(change.context, path))) return;
  const current = { context: now, currency: change.currency };
  const before = [...change.history, current].findLast(({ context }) => !isEmpty(heldAt(context, path)));
  change.isDone = before !== undefined;
  if (before === undefined) return;
  setPaths(change.context, { [path]: heldAt(before.context, path) }, turn.pack.definition.fields);
  if (path === turn.pack.definition.retrieval?.price) change.currency = before.currency;
}
