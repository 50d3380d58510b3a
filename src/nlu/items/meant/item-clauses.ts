import type { Turn } from '../../context/context-change.js';

/** Slots that say which item is meant, and not what becomes of it. */
const ofMeant: ReadonlySet<string> = new Set(['old', 'target', 'part', 'owner', 'unwanted']);

/**
 * A turn for each clause of a sentence in which the same is said of several items, one after the other: "the first one
 * large and the second one decaf", or "milk in the first one and soy in the second one".
 */
export function clausesOf(turn: Turn, field: string): Turn[] {
  const { pack, captures } = turn;
  const isSaid = captures.map(
    ({ entity, name, parts }) =>
      parts !== undefined && !ofMeant.has(name) && pack.entities.get(entity)?.into.includes(field),
  );
  const isAgain = captures.some(({ name }, at) => captures.findIndex((other) => other.name === name) < at);
  if (!isAgain || isSaid.filter(Boolean).length < 2) return [turn];
  const clauses: Turn['captures'][number][][] = [[]];
  for (const [at, capture] of captures.entries()) {
    const isNext = isSaid[0] ? isSaid[at] : isSaid[at - 1];
    if (at > 0 && isNext) clauses.push([]);
    clauses.at(-1)!.push(capture);
  }
  return clauses.map((captures) => ({ ...turn, captures }));
}
