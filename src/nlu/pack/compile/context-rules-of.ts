import type { ContextRule } from '../schema/context-rule-schema.js';
import type { PackDefinition } from '../schema/pack-schema.js';
import type { SourcePath } from '../source/pack-source.js';

/** Every context rule of intents, and where it stands. */
export function* contextRulesOf({
  intents,
}: Pick<PackDefinition, 'intents'>): Generator<{ rule: ContextRule; path: SourcePath }> {
  for (const [name, { context, data = [] }] of Object.entries(intents)) {
    const path = ['intents', name];
    const groups = [{ context, path }, ...data.map((one, at) => ({ ...one, path: [...path, 'data', at] }))];
    for (const { context: rules = [], path: above } of groups)
      for (const [at, rule] of rules.entries()) yield { rule, path: [...above, 'context', at] };
  }
}
