import type { ContextRule } from '../schema/context-rule-schema.js';

/** What a rule sets a field to where it is that of the product that was chosen: `{selected.author}`. */
const ofChosen = /^\{selected\.(?:attributes\.)?([^{}|]+)\}$/;

/** Which quality of the product that was chosen a field is set to, if it is set to one. */
export function chosenValue(value: unknown): string | undefined {
  return typeof value === 'string' ? ofChosen.exec(value)?.[1] : undefined;
}

/** What a rule sets a field to where it is what the last turn said in a slot that has no field: `{told.exceptArea}`. */
const ofTold = /^\{told\.([^{}|]+)\}$/;

/** Which slot of the last turn a field is set to, if it is set to one. */
export function toldValue(value: unknown): string | undefined {
  return typeof value === 'string' ? ofTold.exec(value)?.[1] : undefined;
}

/** The fields that a rule sets, and what to. */
export function setIn(rule: ContextRule): Readonly<Record<string, unknown>> {
  if (typeof rule === 'string') return {};
  if ('set' in rule) return rule.set;
  return 'relative' in rule ? (rule.relative.alsoSet ?? {}) : {};
}

/** Whether a rule chooses among what was found. */
export function isChoice(rule: ContextRule): boolean {
  return typeof rule === 'object' && ('select' in rule || 'move' in rule);
}

/** Whether rules search for what the product that they choose has. */
export function searchesLike(rules: readonly ContextRule[]): boolean {
  return rules.some((rule) => Object.values(setIn(rule)).some((value) => chosenValue(value) !== undefined));
}

/** What is wrong with what rules set fields to, as clauses. */
export function setFaults(rules: readonly ContextRule[]): string[] {
  return rules.flatMap((rule, at) =>
    Object.values(setIn(rule)).flatMap((value) => {
      if (typeof value !== 'string' || !value.includes('{')) return [];
      if (toldValue(value) !== undefined) return [];
      if (chosenValue(value) === undefined)
        return [
          `"set" takes a value as it is, "{selected.author}" alone for what was chosen, or "{told.slot}" for what the last turn said; "${value}" is none of these. ` +
            'What was said goes to a field by the "into" of its entity',
        ];
      if (rules.slice(0, at).some(isChoice)) return [];
      return [`"${value}" is of what was chosen: put { move: 0 } or a "select" before it`];
    }),
  );
}
