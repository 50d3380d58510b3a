import type { EntityDefinition } from './entity-schema.js';

/** The entities that a phrase can hold: those that are said in it, and those that its rules make of these. */
export function phraseParts({
  of = [],
  rest,
  rules = [],
}: Pick<EntityDefinition, 'of' | 'rest' | 'rules'>): string[] {
  const made = rules.flatMap(({ as, also = {} }) => [as, ...Object.keys(also)]);
  return [...of, ...(rest === undefined ? [] : [rest]), ...made];
}
