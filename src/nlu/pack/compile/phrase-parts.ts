import type { EntityDefinition } from '../schema/entity-schema.js';

/** The entities that a phrase can hold: those that are said in it, and those that are made of these. */
export function phraseParts({
  of = [],
  rest,
  rules = [],
  each,
}: Pick<EntityDefinition, 'of' | 'rest' | 'rules' | 'each'>): string[] {
  const made = rules.flatMap(({ as, also = {} }) => [as, ...Object.keys(also)]);
  return [...of, ...(rest === undefined ? [] : [rest]), ...made, ...(each === undefined ? [] : [each.as])];
}
