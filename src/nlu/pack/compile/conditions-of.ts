import type { PackDefinition, When } from '../schema/pack-schema.js';
import type { SourcePath } from '../source/pack-source.js';

/** What conditions look at besides fields, from the memory of the conversation. */
const remembered = ['asked', 'told'] as const;

/** Whether a condition looks at what the last turn left in the memory, and not at a field. */
export function isRemembered(name: string): name is (typeof remembered)[number] {
  return (remembered as readonly string[]).includes(name);
}

/** Every condition of intents and of their replies, and where it stands. */
export function* conditionsOf({
  intents,
}: Pick<PackDefinition, 'intents'>): Generator<{ when: When; path: SourcePath }> {
  for (const [name, intent] of Object.entries(intents)) {
    const path = ['intents', name];
    if (intent.when !== undefined) yield { when: intent.when, path: [...path, 'when'] };
    for (const part of ['data', 'replies'] as const)
      for (const [index, one] of (intent[part] ?? []).entries())
        if (typeof one !== 'string' && one.when !== undefined)
          yield { when: one.when, path: [...path, part, index, 'when'] };
  }
}
